// Reading JSON with errors that say where: every value knows its path ("compute[2].frame").
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "describe.hpp"
#include "tenon/error.hpp"

namespace tenon::cli {

// Parses `text`; syntax errors, keys given twice and nesting deeper than 64 are a tenon::Error with the line.
Json parse_json(const std::string& text, const std::string& file);

// "1 number", "2 numbers".
std::string numbers_text(std::size_t count);

class Value {
 public:
  Value(const Json& json, std::string file, std::string path = "")
      : json_(&json), file_(std::move(file)), path_(std::move(path)) {}

  const Json& json() const { return *json_; }
  bool has(const std::string& key) const { return json_->contains(key); }
  Value operator[](const std::string& key) const;
  Value operator[](std::size_t index) const;
  std::vector<Value> elements() const;                         // of a list
  std::vector<std::pair<std::string, Value>> members() const;  // of an object

  bool boolean() const;
  double number() const;
  std::string string() const;
  std::vector<double> numbers() const;
  std::vector<double> numbers(std::size_t count) const;
  std::string choice(std::initializer_list<std::string_view> choices) const;

  // An object with no other keys than these; a wrong one is told the nearest right one.
  void only_keys(const std::vector<std::string>& keys) const;

  [[noreturn]] void fail(const std::string& message) const;
  [[noreturn]] void fail(std::string_view found, std::string_view expected) const;

 private:
  [[noreturn]] void wrong_type(std::string_view expected) const;

  const Json* json_;
  std::string file_, path_;
};

}  // namespace tenon::cli
