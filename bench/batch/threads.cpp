// How a batch scales with threads, by wall time: blocks of calls on one thread and on several take turns on the same
// samples. A block is many calls, as in a training loop: waking threads that sleep takes as long as one call of these.
// usage: tenon_batch_threads --tree FILE [--robot FILE] [--floating] [--threads N] [--samples N] [--rounds N]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <tenon/batch.hpp>

#include "spatial/isa.hpp"
#include "tenon.hpp"

namespace race {
namespace {

constexpr double shortest_block = 10e3;  // microseconds

struct Options {
  std::string tree, robot;
  bool floating = false;
  int threads = 2, samples = 8192, rounds = 40;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
      return i + 1 < argc ? std::string(argv[++i]) : throw std::runtime_error(word + ": no value");
    };
    if (word == "--tree")
      o.tree = value();
    else if (word == "--robot")
      o.robot = value();
    else if (word == "--floating")
      o.floating = true;
    else if (word == "--threads")
      o.threads = std::stoi(value());
    else if (word == "--samples")
      o.samples = std::stoi(value());
    else if (word == "--rounds")
      o.rounds = std::stoi(value());
    else
      throw std::runtime_error("unknown option " + word);
  }
  return o;
}

double median(std::vector<double> x) {
  std::nth_element(x.begin(), x.begin() + static_cast<long>(x.size() / 2), x.end());
  return x[x.size() / 2];
}

void run(const Options& o) {
  const tenon::Model model = o.robot.empty() ? tenon::Model(description_of(read_tree(o.tree)))
                                             : tenon::load_robot(o.robot, {.floating_base = o.floating});
  const States s = random_states(model, o.samples);
  std::vector<double> out(s.v.size());
  tenon::Batch one(model), several(model, {.threads = o.threads});
  for (const char* question : {"rnea", "aba"}) {
    const auto call = [&](tenon::Batch& batch) {
      if (question[0] == 'r')
        batch.rnea(o.samples, {s.q, s.v}, s.a, out);
      else
        batch.aba(o.samples, {s.q, s.v}, s.tau, out);
    };
    const auto microseconds = [&](tenon::Batch& batch) {
      call(batch);  // wakes the threads, and moves the samples to them
      const auto start = std::chrono::steady_clock::now();
      std::chrono::duration<double, std::micro> spent{};
      double calls = 0;
      while (spent.count() < shortest_block) {
        call(batch), ++calls;
        spent = std::chrono::steady_clock::now() - start;
      }
      return spent.count() / (calls * o.samples);
    };
    std::vector<double> single, together;
    for (int round = 0; round < o.rounds; ++round)
      single.push_back(microseconds(one)), together.push_back(microseconds(several));
    const auto least = [](const std::vector<double>& x) { return *std::min_element(x.begin(), x.end()); };
    const nlohmann::json row{{"question", question},
                             {"nv", model.nv()},
                             {"isa", to_string(tenon::active_isa())},
                             {"threads", o.threads},
                             {"samples", o.samples},
                             {"us_one", least(single)},
                             {"us_one_median", median(single)},
                             {"us", least(together)},
                             {"us_median", median(together)}};
    std::printf("%s\n", row.dump().c_str());
  }
}

}  // namespace
}  // namespace race

int main(int argc, char** argv) try { race::run(race::parse(argc, argv)); } catch (const std::exception& error) {
  std::fprintf(stderr, "tenon_batch_threads: %s\n", error.what());
  return 2;
}
