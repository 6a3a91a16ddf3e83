#include <tenon/tenon.hpp>
int main() { return tenon::Source{"a.urdf", 3, "x"}.text() == "a.urdf:3: x" ? 0 : 1; }
