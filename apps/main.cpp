// The tenon command line.
#include <cstdio>

int main() {
  std::puts("tenon 0.1.0");
  return 0;
}
