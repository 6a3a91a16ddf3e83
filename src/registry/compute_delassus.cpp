// Adapters: the Delassus matrix.
#include "registry/compute.hpp"

namespace tenon::compute {

namespace {

void by(Delassus algorithm, const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  if (!s.constraints) return;
  delassus(model, *s.constraints, ws.data().delassus.get(model, *s.constraints), s.q, out, algorithm);
}

}  // namespace

void delassus_dense(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::dense, model, ws, s, out);
}
void ltl_osim(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::ltl_osim, model, ws, s, out);
}
void ltl_osim_plain(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::ltl_osim_plain, model, ws, s, out);
}
void kjr(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::kjr, model, ws, s, out);
}
void efpa(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::efpa, model, ws, s, out);
}
void pv_osim(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::pv_osim, model, ws, s, out);
}
void pv_osimr(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::pv_osimr, model, ws, s, out);
}
void pv_osimr_plain(const Model& model, AlgorithmWorkspace& ws, const Question& s, std::span<double> out) {
  by(Delassus::pv_osimr_plain, model, ws, s, out);
}

}  // namespace tenon::compute
