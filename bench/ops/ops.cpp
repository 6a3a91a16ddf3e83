// Operations per evaluation and body, and operations per clock cycle in every mode. See README.md.
#include <cstdio>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "every.hpp"
#include "spatial/isa.hpp"
#include "tenon/algorithms.hpp"
#include "tenon/configuration.hpp"
#include "tenon/tenon.hpp"
#include "timing.hpp"

namespace {

using tenon::Batch;
using tenon::Mode;
using tenon::Model;
using Doubles = std::vector<double>;
using Floats = std::vector<float>;

constexpr int samples = 64;

// Microseconds of one call: the least of blocks that each take half a millisecond.
double least(const std::function<void()>& call) {
  int runs = 1;
  const auto block = [&] {
    const double start = race::thread_seconds();
    for (int i = 0; i < runs; ++i) call();
    return 1e6 * (race::thread_seconds() - start);
  };
  while (block() < 500) runs *= 2;
  double best = block();
  for (int round = 0; round < 60; ++round) best = std::min(best, block());
  return best / runs;
}

// Cycles per microsecond: dependent additions take one cycle each.
double clock_rate() {
  constexpr int additions = 1000;
  const double us = least([] {
    std::uint64_t x = 1;
    for (int i = 0; i < additions / 10; ++i) {
      // Ten in a row, so that the loop's own counter hides behind them.
#if defined(__x86_64__)
      asm volatile(
          "add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n"
          "add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n add %0, %0\n"
          : "+r"(x));
#else
      for (int k = 0; k < 10; ++k) {
        x += x;
        asm volatile("" : "+r"(x));
      }
#endif
    }
  });
  return additions / us;
}

struct States {
  Doubles q, v, x;
  explicit States(const Model& model) {
    for (int k = 0; k < samples; ++k) {
      const Doubles one = tenon::random_configuration(model, static_cast<std::uint64_t>(k + 1));
      q.insert(q.end(), one.begin(), one.end());
      for (int d = 0; d < model.nv(); ++d) v.push_back(0.1 * ((d * 7 + k * 3) % 19) - 0.9), x.push_back(0.5 - v.back());
    }
  }
};

// Scratch of one mode.
struct Memory {
  tenon::Workspace workspace;
  tenon::Kinematics kinematics;
  tenon::Factorization factorization;
  Doubles M;
  Memory(const Model& model, Mode mode)
      : workspace(model, mode),
        kinematics(model, mode),
        factorization(model, mode),
        M(std::size_t(model.nv()) * model.nv()) {}
};

struct Call {
  const char* family;
  std::function<void(Memory&, const Doubles& q, const Doubles& v, const Doubles& x, Doubles& out)> single;
  std::function<void(Batch&, const States&, Doubles& out)> doubles;
  std::function<void(Batch&, const Floats& q, const Floats& v, const Floats& x, Floats& out)> floats;
  std::function<long(const Model&)> operations = {};  // where the registry has no row for exactly this
};

long total(const tenon::OperationCount& n) { return n.add + n.mul + n.div + n.sqrt + n.trig; }

tenon::FrameId last_frame(const Model& model) { return {static_cast<int>(model.frames().size()) - 1}; }

std::vector<Call> calls(const Model& m) {
  return {
      {"rnea",
       [&m](Memory& w, const Doubles& q, const Doubles& v, const Doubles& x, Doubles& out) {
         tenon::rnea(m, w.workspace, q, v, x, std::span(out).first(v.size()));
       },
       [](Batch& b, const States& s, Doubles& out) {
         b.rnea(samples, s.q, s.v, s.x, std::span(out).first(s.v.size()));
       },
       [](Batch& b, const Floats& q, const Floats& v, const Floats& x, Floats& out) {
         b.rnea(samples, q, v, x, std::span(out).first(v.size()));
       }},
      {"aba",
       [&m](Memory& w, const Doubles& q, const Doubles& v, const Doubles& x, Doubles& out) {
         tenon::aba(m, w.workspace, q, v, x, std::span(out).first(v.size()));
       },
       [](Batch& b, const States& s, Doubles& out) { b.aba(samples, s.q, s.v, s.x, std::span(out).first(s.v.size())); },
       [](Batch& b, const Floats& q, const Floats& v, const Floats& x, Floats& out) {
         b.aba(samples, q, v, x, std::span(out).first(v.size()));
       }},
      {"crba",
       [&m](Memory& w, const Doubles& q, const Doubles& v, const Doubles&, Doubles& out) {
         tenon::crba(m, w.workspace, q, std::span(out).first(v.size() * v.size()));
       },
       [](Batch& b, const States& s, Doubles& out) {
         b.crba(samples, s.q, std::span(out).first(s.v.size() * (s.v.size() / samples)));
       },
       [](Batch& b, const Floats& q, const Floats& v, const Floats&, Floats& out) {
         b.crba(samples, q, std::span(out).first(v.size() * (v.size() / samples)));
       }},
      {"minverse_apply",
       [&m](Memory& w, const Doubles& q, const Doubles& v, const Doubles& x, Doubles& out) {
         tenon::minverse_apply(m, w.workspace, q, x, std::span(out).first(v.size()));
       },
       [](Batch& b, const States& s, Doubles& out) {
         b.minverse_apply(samples, s.q, s.x, std::span(out).first(s.v.size()));
       },
       [](Batch& b, const Floats& q, const Floats& v, const Floats& x, Floats& out) {
         b.minverse_apply(samples, q, x, std::span(out).first(v.size()));
       }},
      {"placement",  // of the last frame; all bodies are placed
       [&m](Memory& w, const Doubles& q, const Doubles&, const Doubles&, Doubles& out) {
         tenon::forward_kinematics(m, q, {}, {}, w.kinematics);
         out[0] = tenon::frame_placement(m, w.kinematics, last_frame(m)).translation[0];
       },
       [](Batch& b, const States& s, Doubles& out) {
         b.frame_placements(samples, s.q, std::span(out).first(12 * samples));
       },
       [](Batch& b, const Floats& q, const Floats&, const Floats&, Floats& out) {
         b.frame_placements(samples, q, std::span(out).first(12 * samples));
       }},
      // Of a given M, made by the first call.
      {"ltdl and solve",
       [&m](Memory& w, const Doubles& q, const Doubles& v, const Doubles& x, Doubles& out) {
         if (w.M[0] == 0) tenon::crba(m, w.workspace, q, w.M);
         tenon::factorize(m, w.factorization, w.M);
         tenon::solve(w.factorization, x, std::span(out).first(v.size()));
       },
       [matrices = Doubles()](Batch& b, const States& s, Doubles& out) mutable {
         if (matrices.empty()) b.crba(samples, s.q, matrices = Doubles(s.v.size() * (s.v.size() / samples)));
         b.solve(samples, matrices, s.x, std::span(out).first(s.v.size()));
       },
       [matrices = Floats()](Batch& b, const Floats& q, const Floats& v, const Floats& x, Floats& out) mutable {
         if (matrices.empty()) b.crba(samples, q, matrices = Floats(v.size() * (v.size() / samples)));
         b.solve(samples, matrices, x, std::span(out).first(v.size()));
       },
       [](const Model& model) {
         const tenon::FactorizationCost cost = tenon::factorization_cost(model);
         return total(cost.factorize) + total(cost.back_substitute);
       }},
  };
}

void report(const Model& model, double cycles_per_us, int double_peak, nlohmann::json& rows) {
  const States s(model);
  const std::size_t nq = static_cast<std::size_t>(model.nq()), nv = static_cast<std::size_t>(model.nv());
  const Doubles q(s.q.begin(), s.q.begin() + static_cast<long>(nq)),
      v(s.v.begin(), s.v.begin() + static_cast<long>(nv)), x(s.x.begin(), s.x.begin() + static_cast<long>(nv));
  const Floats fq(s.q.begin(), s.q.end()), fv(s.v.begin(), s.v.end()), fx(s.x.begin(), s.x.end());
  Doubles out(samples * std::max<std::size_t>(nv * nv, 12));
  Floats fout(out.size());
  Memory single(model, Mode::single), lanes(model, Mode::lanes), automatic(model, Mode::automatic);
  Batch batch(model, {.threads = 1, .wrench_frames = {}, .placement_frames = {last_frame(model)}});
  std::printf("\n%s, nv = %d\n%-16s %10s %9s", model.name().c_str(), model.nv(), "", "operations", "per dof");
  for (const char* mode : {"single", "lanes", "default", "batch", "batch float"})
    std::printf("  %11s us  /cycle peak", mode);
  std::printf("\n");
  for (const Call& call : calls(model)) {
    const tenon::Question question{.q = q, .v = v, .a = x, .tau = x, .x = x, .wrenches = {}};
    const auto counted = [&] {
      tenon::Question asked = question;
      asked.frame = last_frame(model);
      return total(tenon::algorithms_of(call.family).front().count(model, asked));
    };
    const long operations = call.operations ? call.operations(model) : counted();
    const std::string algorithm(call.operations ? std::string_view(call.family)
                                                : tenon::algorithms_of(call.family).front().name);
    std::printf("%-16s %10ld %9.0f", call.family, operations, static_cast<double>(operations) / model.nv());
    const auto cell = [&](const char* mode, const char* scalar, double us, int peak) {
      const double rate = static_cast<double>(operations) / (us * cycles_per_us);
      std::printf("  %14.3f  %6.2f %3.0f%%", us, rate, 100 * rate / peak);
      rows.push_back({{"task", "ops"},
                      {"robot", model.name()},
                      {"nv", model.nv()},
                      {"algorithm", algorithm},
                      {"family", call.family},
                      {"mode", mode},
                      {"scalar", scalar},
                      {"operations", operations},
                      {"us", us},
                      {"per_cycle", rate},
                      {"peak", peak},
                      {"mhz", cycles_per_us}});
    };
    cell("single", "double", least([&] { call.single(single, q, v, x, out); }), double_peak);
    cell("lanes", "double", least([&] { call.single(lanes, q, v, x, out); }), double_peak);
    cell("default", "double", least([&] { call.single(automatic, q, v, x, out); }), double_peak);
    cell("batch", "double", least([&] { call.doubles(batch, s, out); }) / samples, double_peak);
    cell("batch", "float", least([&] { call.floats(batch, fq, fv, fx, fout); }) / samples, 2 * double_peak);
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) try {
  std::string json;
  std::vector<Model> models;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--help" || word == "-h") {
      std::puts(
          "usage: ./run bench ops [ROBOT.urdf …] [--json FILE]\nRobots stand on a free base; without any: stand-ins.");
      return 0;
    }
    if (word.starts_with("--") && word != "--json") throw tenon::Error("found " + word + ", expected --json FILE");
    if (word == "--json" && i + 1 < argc)
      json = argv[++i];
    else
      models.push_back(tenon::load_urdf(word, {.compile = {.floating_base = true}}));
  }
  if (models.empty()) {
    namespace g = tenon::generators;
    for (const auto& robot : {g::arm7_standin(), g::quadruped_standin(), g::humanoid_standin(), g::atlas_standin(2),
                              g::chain(32), g::chain(100)})
      models.emplace_back(robot);
  }
  race::stay_on_this_core();
  const double mhz = clock_rate();
  const tenon::Isa isa = tenon::active_isa();
  const int lanes = isa == tenon::Isa::baseline ? 2 : isa == tenon::Isa::avx2 ? 4 : 8;
  const int peak = 2 * lanes * (isa == tenon::Isa::baseline ? 1 : 2);
  std::printf("clock %.0f MHz, instruction set %s, peak %d operations per cycle in double\n", mhz, to_string(isa),
              peak);
  nlohmann::json rows = nlohmann::json::array();
  for (const Model& model : models) report(model, mhz, peak, rows);
  tenon::ops::print_every_count(models, rows);
  if (!json.empty()) std::ofstream(json) << rows.dump(1) << "\n";
} catch (const std::exception& e) {
  std::fprintf(stderr, "error: %s\n", e.what());
  return 2;
}
