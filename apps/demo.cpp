// tenon demo: throws the quadruped, checks what physics keeps, and shows what tenon computes and how fast.
#include <fmt/format.h>

#include <cmath>

#include "commands.hpp"
#include "output.hpp"
#include "robots.hpp"
#include "simulate.hpp"
#include "tenon/configuration.hpp"
#include "terminal.hpp"
#include "timing.hpp"

namespace tenon::cli {

namespace {

constexpr double seconds_per_row = 0.01;

double distance(const Vector3& a, const Vector3& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

// No joint forces act, springs included, so elastic energy has no part in the balance.
double mechanical(const Invariants& at) { return at.energy.kinetic + at.energy.potential; }

// 2 m up, turning and climbing, its joints swinging.
State thrown(const Model& model) {
  State s{neutral_configuration(model), random_velocity(model, 2024, 2.0)};
  s.q[2] = 2;
  s.v[2] = 3;
  return s;
}

Vector3 on_parabola(const Invariants& start, const Vector3& gravity, double t) {
  Vector3 p{};
  for (std::size_t i = 0; i < 3; ++i) p[i] = start.com[i] + start.com_velocity[i] * t + 0.5 * gravity[i] * t * t;
  return p;
}

std::string verdict(double error, double scale) {
  const bool good = error <= 1e-6 * scale;
  return good ? paint(stdout, Ink::green, "kept") : paint(stdout, Ink::yellow, "use a smaller --time-step");
}

std::string balance(const Model& model, const Invariants& start, const Invariants& end, double duration) {
  const auto joules = [](double e) { return fmt::format("{:.4f} J", e); };
  const auto row = [&](const char* name, double a, double b) {
    return std::vector<std::string>{name, joules(a), joules(b), fmt::format("{:+.4f} J", b - a), ""};
  };
  const double drift = mechanical(end) - mechanical(start);
  const double moved = std::abs(start.energy.kinetic) + std::abs(end.energy.kinetic);
  const double off = distance(end.com, on_parabola(start, model.gravity(), duration));
  const double spin = distance(end.angular_momentum, start.angular_momentum);
  const double spin_scale = distance(start.angular_momentum, {0, 0, 0});
  const auto dim = [](std::string_view text) { return paint(stdout, Ink::dim, text); };

  Table energy("lrrrl");
  energy.row({dim("energy"), dim("start"), dim("end"), dim("change"), ""});
  energy.row(row("kinetic", start.energy.kinetic, end.energy.kinetic));
  energy.row(row("potential", start.energy.potential, end.energy.potential));
  energy.row({"total", joules(mechanical(start)), joules(mechanical(end)), fmt::format("{:+.1e} J", drift),
              verdict(std::abs(drift), moved)});
  Table rest("lrl");
  rest.row({"centre of mass off its parabola", fmt::format("{:.1e} m", off), verdict(off, 1)});
  rest.row({"change of angular momentum", fmt::format("{:.1e} N m s", spin), verdict(spin, spin_scale)});
  return energy.text() + rest.text();
}

std::string shape_text(const Family& family, const Model& model) {
  std::string text;
  for (const AnswerPart& part : family.answer(model, {}))
    text += (text.empty() ? "" : ", ") + (part.kind != AnswerPart::Kind::matrix
                                              ? fmt::format("{}", part.size())
                                              : fmt::format("{}×{}", part.rows, part.columns));
  return text;
}

std::string timings(const Model& model) {
  const States states(model, 64);
  Table table("llllr");
  const auto dim = [](std::string_view text) { return paint(stdout, Ink::dim, text); };
  table.row({dim("computed"), dim("by"), dim("numbers"), dim("cost"), dim("time")});
  for (const char* name : {"rnea", "crba", "aba", "factorization", "minverse", "rnea_derivatives", "aba_derivatives",
                           "jacobian", "centroidal_map"}) {
    const Family& f = family(name);
    const Algorithm& a = algorithm(model, name);
    const Timing timing = time_algorithm(model, a, states, seconds_per_row);
    table.row({name, paint(stdout, Ink::cyan, a.name), shape_text(f, model), std::string(a.complexity),
               duration_text(timing.median)});
  }
  return table.text();
}

}  // namespace

int demo(const DemoOptions& options) {
  const Model model = make_model(options.robot, true);
  if (model.joints().empty() || model.joints()[0].kind != JointKind::free)
    throw Error(fmt::format("robot \"{}\": found no free joint at its base, expected one to throw", options.robot));

  State state = thrown(model);
  const Invariants start = invariants(model, state);
  Integrator integrator(model);
  const int steps = std::max(1, static_cast<int>(std::lround(options.duration / options.time_step)));
  const double h = options.duration / steps, began = thread_seconds();
  for (int i = 0; i < steps; ++i) integrator.step(h, state);
  const double took = thread_seconds() - began;

  std::string out = fmt::format(
      "{}: {} joints, nv {}, {:.3g} kg\nThrown upwards with limp joints, touching nothing. What physics must keep:\n\n",
      paint(stdout, Ink::bold, model.name()), model.joints().size(), model.nv(), model.mass());
  out += balance(model, start, invariants(model, state), options.duration) + "\n";
  out += fmt::format("  {:g} s in {} steps of {:g} ms took {} of CPU time: {}\n\n", options.duration, steps, h * 1e3,
                     duration_text(took),
                     paint(stdout, Ink::bold, fmt::format("{:.0f}× real time", options.duration / took)));
  out += timings(model) + "\n";
  out += fmt::format("  {}\n", paint(stdout, Ink::dim, "next"));
  out +=
      fmt::format("  tenon info {0} --floating-base\n  tenon algorithms --robot {0} --floating-base\n", options.robot);
  out += "  tenon eval --help     one state in, any of this out, as JSON\n";
  print(out);
  return 0;
}

}  // namespace tenon::cli
