// UTF-8 or, failing that, Latin-1.
#include "io/encoding.hpp"

#include <algorithm>

namespace tenon::io {

namespace {

// Length of the UTF-8 sequence that starts at `at`, 0 where there is none (overlong forms and surrogates included).
std::size_t sequence_length(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned b0 = byte(0), b1 = byte(1);
  if (b0 < 0x80) return 1;
  if (b0 >= 0xC2 && b0 <= 0xDF) return continues(1) ? 2 : 0;
  if (b0 >= 0xE0 && b0 <= 0xEF) {
    if ((b0 == 0xE0 && b1 < 0xA0) || (b0 == 0xED && b1 > 0x9F)) return 0;
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (b0 >= 0xF0 && b0 <= 0xF4) {
    if ((b0 == 0xF0 && b1 < 0x90) || (b0 == 0xF4 && b1 > 0x8F)) return 0;
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

int line_of(std::string_view bytes, std::size_t at) {
  return 1 + static_cast<int>(std::ranges::count(bytes.substr(0, at), '\n'));
}

}  // namespace

DecodedText decode(std::string_view bytes, const Source& whole) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv) || bytes.starts_with("\0\0\xFE\xFF"sv))
    throw Error(whole, "a UTF-16 or UTF-32 byte order mark, expected UTF-8 text");
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) bytes.remove_prefix(3);
  if (const auto nul = bytes.find('\0'); nul != std::string_view::npos)
    throw Error({whole.file, line_of(bytes, nul), ""}, "a NUL byte, expected UTF-8 text");

  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t length = sequence_length(bytes, at);
    if (length == 0) break;
    at += length;
  }
  if (at == bytes.size()) return {std::string(bytes), "", 0};

  DecodedText decoded{"", "the bytes are not UTF-8, the file is read as Latin-1", line_of(bytes, at)};
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80) {
      decoded.text += c;
    } else {
      decoded.text += static_cast<char>(0xC0 | (code >> 6));
      decoded.text += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return decoded;
}

}  // namespace tenon::io
