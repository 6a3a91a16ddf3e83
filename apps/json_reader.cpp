// Parsing, and errors with file, line and the path of the value.
#include "json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tenon::cli {

namespace {

constexpr int deepest = 64;
constexpr std::size_t most_listed = 20;  // keys that fit a message

int line_of(const std::string& text, std::size_t byte) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(byte, text.size()));
  return 1 + static_cast<int>(std::count(text.begin(), end, '\n'));
}

// The library's message behind its own prefix: "[json.exception.parse_error.101] parse error at line 1, column 2: …".
std::string plain_message(const std::string& message) {
  const std::size_t id = message.find("] "), place = message.find(": ");
  if (place != std::string::npos) return message.substr(place + 2);
  return id == std::string::npos ? message : message.substr(id + 2);
}

// JSON has no word for them, other writers do.
bool is_not_finite(const std::string& text, std::size_t byte) {
  const std::size_t begin = text.find_last_of(" \t\r\n,:[", byte > 0 ? byte - 1 : 0);
  const std::string_view token = std::string_view(text).substr(begin == std::string::npos ? 0 : begin + 1);
  for (const std::string_view word : {"NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", "-NaN", "-nan"})
    if (token.starts_with(word)) return true;
  return false;
}

// The number that is too large for a double, as it stands in the message: '1e999'.
int line_of_number(const std::string& text, const std::string& message) {
  const std::size_t open = message.find('\''), close = message.rfind('\'');
  return open == close ? 0 : line_of(text, text.find(message.substr(open + 1, close - open - 1)));
}

std::string excerpt(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 37) + "...";
  return text;
}

// Keys of the objects that are open, to see one that comes twice.
struct KeyGuard {
  std::string file;
  std::vector<std::set<std::string>> open;

  bool operator()(int depth, Json::parse_event_t event, Json& parsed) {
    if (depth > deepest)
      throw Error(Source{file, 0, ""}, fmt::format("found lists or objects nested deeper than {}", deepest));
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key && !open.back().insert(parsed.get<std::string>()).second)
      throw Error(Source{file, 0, ""}, fmt::format("found the key {} twice in one object", parsed.dump()));
    return true;
  }
};

}  // namespace

std::string numbers_text(std::size_t count) { return fmt::format("{} number{}", count, count == 1 ? "" : "s"); }

Json parse_json(const std::string& text, const std::string& file) {
  try {
    return Json::parse(text, [guard = KeyGuard{file, {}}](int depth, Json::parse_event_t event, Json& parsed) mutable {
      return guard(depth, event, parsed);
    });
  } catch (const Json::parse_error& e) {
    if (is_not_finite(text, e.byte))
      throw Error(Source{file, line_of(text, e.byte), ""}, "found NaN or infinity, expected finite numbers");
    throw Error(Source{file, line_of(text, e.byte), ""},
                "found no valid JSON: " + plain_message(e.what()) + ", expected valid JSON");
  } catch (const Json::out_of_range& e) {
    throw Error(Source{file, line_of_number(text, e.what()), ""},
                "found a " + plain_message(e.what()) + ", expected a finite number");
  }
}

Value Value::operator[](const std::string& key) const {
  if (!json_->is_object()) wrong_type("an object");
  const auto it = json_->find(key);
  if (it == json_->end()) fail(fmt::format("found no \"{}\", expected one", key));
  return Value(*it, file_, path_.empty() ? key : path_ + "." + key);
}

Value Value::operator[](std::size_t index) const {
  return Value(json_->at(index), file_, fmt::format("{}[{}]", path_, index));
}

std::vector<Value> Value::elements() const {
  if (!json_->is_array()) wrong_type("a list");
  std::vector<Value> list;
  for (std::size_t i = 0; i < json_->size(); ++i) list.push_back((*this)[i]);
  return list;
}

std::vector<std::pair<std::string, Value>> Value::members() const {
  if (!json_->is_object()) wrong_type("an object");
  std::vector<std::pair<std::string, Value>> list;
  for (const auto& [key, value] : json_->items()) list.emplace_back(key, (*this)[key]);
  return list;
}

bool Value::boolean() const {
  if (!json_->is_boolean()) wrong_type("true or false");
  return json_->get<bool>();
}

double Value::number() const {
  if (!json_->is_number()) wrong_type("a number");
  const double value = json_->get<double>();
  if (!std::isfinite(value)) wrong_type("a finite number");
  return value;
}

std::string Value::string() const {
  if (!json_->is_string()) wrong_type("a string");
  return json_->get<std::string>();
}

std::vector<double> Value::numbers() const {
  std::vector<double> list;
  for (const Value& element : elements()) list.push_back(element.number());
  return list;
}

std::vector<double> Value::numbers(std::size_t count) const {
  const std::vector<double> list = numbers();
  if (list.size() != count) fail(numbers_text(list.size()), std::to_string(count));
  return list;
}

std::string Value::choice(std::initializer_list<std::string_view> choices) const {
  const std::string text = string();
  if (std::find(choices.begin(), choices.end(), text) == choices.end())
    fail(fmt::format("\"{}\"", text), fmt::format("{}", fmt::join(choices, ", ")));
  return text;
}

void Value::only_keys(const std::vector<std::string>& keys) const {
  for (const auto& [key, value] : members())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      fail(fmt::format("the unknown key \"{}\"", key), keys.size() > most_listed
                                                           ? "one such as " + nearest_names(key, keys)
                                                           : fmt::format("one of: \"{}\"", fmt::join(keys, "\", \"")));
}

void Value::fail(const std::string& message) const { throw Error(Source{file_, 0, path_}, message); }
void Value::fail(std::string_view found, std::string_view expected) const {
  fail(fmt::format("found {}, expected {}", found, expected));
}
void Value::wrong_type(std::string_view expected) const { fail(excerpt(*json_), expected); }

}  // namespace tenon::cli
