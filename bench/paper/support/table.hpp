// A table that is printed as text and written as CSV.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tenon::paper {

class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  void rule() { rows_.emplace_back(); }  // a line between rows; not in the CSV

  void print() const;                                  // first column to the left, numbers to the right
  void write_csv(const std::filesystem::path&) const;  // quoted where needed

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

// Fixed decimals; thousands stay unseparated.
std::string number(double x, int decimals);
inline std::string number(long x) { return std::to_string(x); }

}  // namespace tenon::paper
