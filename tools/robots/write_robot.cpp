// write_robot all DIRECTORY | write_robot urdf GENERATOR | write_robot mjcf GENERATOR
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "robots/writers.hpp"
#include "tenon/generators.hpp"

namespace {

using namespace tenon;

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw Error(file.string() + ": cannot be written");
}

void write_all(const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  write(directory / "quadruped.urdf", tools::to_urdf(generators::quadruped_standin()));
  write(directory / "quadruped.xml", tools::to_mjcf(generators::quadruped_standin()));
  write(directory / "arm7.urdf", tools::to_urdf(generators::arm7_standin()));
  write(directory / "humanoid.urdf", tools::to_urdf(generators::humanoid_standin()));
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count == 3 ? arguments[1] : "";
  try {
    if (command == "all")
      write_all(arguments[2]);
    else if (command == "urdf")
      std::cout << tools::to_urdf(generators::make(arguments[2]));
    else if (command == "mjcf")
      std::cout << tools::to_mjcf(generators::make(arguments[2]));
    else {
      std::fputs("usage: write_robot all DIRECTORY | urdf GENERATOR | mjcf GENERATOR\n", stderr);
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
