// The algorithms of constrained dynamics, for the instantiations of adapters and counts.
#pragma once

#define TENON_EACH_CONSTRAINED(ITEM) \
  ITEM(dense)                        \
  ITEM(prox_ltl)                     \
  ITEM(prox_ltls)                    \
  ITEM(pv)                           \
  ITEM(prox_pv)                      \
  ITEM(pv_soft)                      \
  ITEM(pv_early)                     \
  ITEM(constrained_aba)              \
  ITEM(constrained_aba_plain)        \
  ITEM(prox_pv_plain)
