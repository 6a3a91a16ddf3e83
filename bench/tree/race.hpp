// What a contestant is: a shared library with three C functions. One process loads all of them and times them in turn,
// so that both sides meet the same clock, the same cache and the same neighbours.
#pragma once

extern "C" {

// States in the contestant's own layout of q (the runner converts); row k belongs to state k.
struct RaceStates {
  int count;
  int nq, nv;
  const double* q;
  const double* v;
  const double* a;
  const double* tau;
};

// One way of answering one question.
struct RaceEntry {
  const char* question;     // rnea, crba, aba, factorize, solve, minverse, rnea_derivatives, aba_derivatives
  const char* algorithm;    // the library's own name for it
  void (*load)(int state);  // untimed, before a block (null: none): what the question takes as given
  void (*run)(int state);   // timed
  int (*result)(int state, double* out);  // the answer of the last run as plain row-major numbers; returns how many
};

const char* race_library();
// 0 when the model is taken; otherwise the contestant does not race on it.
int race_prepare(const char* model_file, const RaceStates* states);
int race_entries(const RaceEntry** entries);
}
