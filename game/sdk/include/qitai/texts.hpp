// Qitai SDK for C++: what games need that read texts of any origin. Header only, C++20, no dependency.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace qitai::sdk {

// Why a text was refused: a stable id (a literal), one English sentence, and where in the text, in bytes.
struct TextError {
  std::string_view id;
  std::string message;
  std::size_t offset = 0;
};

// Fills an error and answers false.
inline bool fail(TextError& error, std::string_view id, std::string message, std::size_t offset) {
  error = {id, std::move(message), offset};
  return false;
}

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Takes the next word off the front of `rest`; empty, at its end, if there is none.
inline std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front()))
    rest.remove_prefix(1);
  std::size_t length = 0;
  while (length < rest.size() && !is_blank(rest[length]))
    ++length;
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

// A byte of a hostile text as it may stand in a sentence: "x" or byte 0xFF.
inline std::string shown(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte > 0x20 && byte < 0x7F) return std::string("\"") + c + "\"";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

// The index-th number of a fixed table of random ones, which `seed` names (splitmix64): keys that are the
// same on every machine and in every build.
constexpr std::uint64_t scramble(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15ULL + seed;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

}  // namespace qitai::sdk
