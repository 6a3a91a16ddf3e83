// Operations per evaluation and body, and operations per clock cycle in every mode. See README.md.
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "calls.hpp"
#include "every.hpp"
#include "peak.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/generators.hpp"
#include "timed.hpp"

namespace tenon::ops {
namespace {

struct Machine {
  double cycles_per_us;
  Isa isa;
  Peak peak;
};

// A row of the table: one algorithm on one robot.
class Row {
 public:
  Row(const Model& model, const Call& call, long operations, const Machine& machine, nlohmann::json& rows)
      : model_(model), call_(call), operations_(operations), machine_(machine), rows_(rows) {
    std::printf("%-16s %10ld %9.0f", call.family, operations, static_cast<double>(operations) / model.nv());
  }
  ~Row() { std::printf("\n"); }

  void cell(const char* mode, const char* scalar, double us, double peak) {
    const double rate = static_cast<double>(operations_) / (us * machine_.cycles_per_us);
    std::printf("  %14.3f  %6.2f %3.0f%%", us, rate, 100 * rate / peak);
    rows_.push_back({{"task", "ops"},
                     {"robot", model_.name()},
                     {"nv", model_.nv()},
                     {"algorithm", algorithm()},
                     {"family", call_.family},
                     {"mode", mode},
                     {"scalar", scalar},
                     {"isa", to_string(machine_.isa)},
                     {"operations", operations_},
                     {"us", us},
                     {"per_cycle", rate},
                     {"peak", peak},
                     {"mhz", machine_.cycles_per_us}});
  }

 private:
  // As the registry names what it has.
  std::string_view algorithm() const {
    const auto found = algorithms_of(call_.family);
    return found.empty() ? call_.family : found.front().name;
  }

  const Model& model_;
  const Call& call_;
  long operations_;
  const Machine& machine_;
  nlohmann::json& rows_;
};

void report(const Model& model, const Machine& machine, nlohmann::json& rows) {
  States<double> s = random_states(model);
  States<float> f{{s.q.begin(), s.q.end()}, {s.v.begin(), s.v.end()}, {s.x.begin(), s.x.end()}, {}};
  const std::size_t nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  const State one{model, std::span(s.q).first(nq), std::span(s.v).first(nv), std::span(s.x).first(nv)};
  std::vector<double> out(samples * std::max<std::size_t>(nv * nv, 12));
  std::vector<float> fout(out.size());
  Memory single(model, Mode::single), lanes(model, Mode::lanes), automatic(model, Mode::automatic);
  const BatchOptions placed{.placement_frames = {last_frame(model)}};
  Batch batch(model, placed);
  FloatBatch float_batch(model, placed);
  std::printf("\n%s, nv = %d\n%-16s %10s %9s", model.name().c_str(), model.nv(), "", "operations", "per dof");
  for (const char* mode : {"single", "lanes", "default", "batch", "batch float"})
    std::printf("  %11s us  /cycle peak", mode);
  std::printf("\n");
  const Peak& peak = machine.peak;
  for (const Call& call : calls()) {
    Row row(model, call, call.operations(call, one), machine, rows);
    row.cell("single", "double", least([&] { call.single(one, single, out); }), peak.single);
    row.cell("lanes", "double", least([&] { call.single(one, lanes, out); }), peak.single);
    row.cell("default", "double", least([&] { call.single(one, automatic, out); }), peak.single);
    row.cell("batch", "double", least([&] { call.doubles(batch, s, out); }) / samples, peak.batch);
    row.cell("batch", "float", least([&] { call.floats(float_batch, f, fout); }) / samples, 2 * peak.batch);
  }
}

std::vector<Model> stand_ins() {
  std::vector<Model> models;
  for (const auto& robot : {generators::arm7_standin(), generators::quadruped_standin(), generators::humanoid_standin(),
                            generators::atlas_standin(2), generators::chain(32), generators::chain(100)})
    models.emplace_back(robot);
  return models;
}

void run(std::span<char*> words) {
  std::string json;
  std::vector<Model> models;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i];
    if (word == "--help" || word == "-h") {
      std::puts(
          "usage: ./run bench ops [ROBOT.urdf …] [--json FILE]\nRobots stand on a free base; without any: stand-ins.");
      return;
    }
    if (word.starts_with("--") && word != "--json") throw Error("found " + word + ", expected --json FILE");
    if (word == "--json" && i + 1 < words.size())
      json = words[++i];
    else
      models.push_back(load_urdf(word, {.floating_base = true}));
  }
  if (models.empty()) models = stand_ins();
  race::stay_on_this_core();
  Machine machine{clock_rate(), active_isa(), {}};
  machine.peak = measured_peak(machine.isa, machine.cycles_per_us);
  std::printf(
      "clock %.0f MHz, instruction set %s; measured peak, operations on doubles per cycle: single calls %.1f, batches "
      "%.1f\n",
      machine.cycles_per_us, to_string(machine.isa), machine.peak.single, machine.peak.batch);
  nlohmann::json rows = nlohmann::json::array();
  for (const Model& model : models) report(model, machine, rows);
  print_every_count(models, rows);
  if (!json.empty()) std::ofstream(json) << rows.dump(1) << "\n";
}

}  // namespace
}  // namespace tenon::ops

int main(int argc, char** argv) try {
  tenon::ops::run(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
} catch (const std::exception& e) {
  std::fprintf(stderr, "error: %s\n", e.what());
  return 2;
}
