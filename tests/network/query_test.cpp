// The question for the game (SDP) and what is read out of answers. Bytes by the Bluetooth Core Specification,
// volume 3, part B: PDUs 4.2 to 4.7, data elements 3.2 and 3.3.
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "network/bluetooth/sdp.hpp"

using qitai::bluetooth::Query;
using namespace std::string_literals;

namespace {

std::string sized(std::string body) {
  return std::string{'\x35', static_cast<char>(body.size())} + body;
}
// The record of a game: handle, protocols (L2CAP with a PSM), name.
std::string record(const std::string& psm, const std::string& name) {
  const std::string l2cap = "\x19\x01\x00"s;
  return sized("\x09\x00\x04"s + sized(sized(l2cap + "\x09" + psm)) + "\x09\x01\x00\x25"s +
               static_cast<char>(name.size()) + name);
}
std::string answer(const std::string& lists, char number = 1, const std::string& continuation = ""s) {
  std::string body{static_cast<char>(lists.size() >> 8U), static_cast<char>(lists.size() & 0xFFU)};
  body += lists + static_cast<char>(continuation.size()) + continuation;
  return std::string{'\x07', 0, number, static_cast<char>(body.size() >> 8U),
                     static_cast<char>(body.size() & 0xFFU)} +
         body;
}

}  // namespace

TEST_CASE("query: asks for the game's record, its protocols and its name") {
  const std::string wanted =
      "\x06\x00\x01\x00\x1E"s                                                          // request 1, 30 bytes
      "\x35\x11\x1C\xf2\xbe\x47\x9d\x6b\xe4\x49\x98\xa8\x7d\xfb\xfd\x20\x97\xa6\xea"s  // the UUID
      "\x04\x00"s                                                                      // at most 1024 bytes
      "\x35\x06\x09\x00\x04\x09\x01\x00"s                                              // two attributes
      "\x00"s;
  CHECK(Query().request() == wanted);
}

TEST_CASE("query: reads channel and name, no record is no game") {
  Query query;
  REQUIRE(query.take(answer(sized(record("\x1A\x47", "Ann")))) == Query::State::kGame);
  CHECK(query.psm() == 0x1A47);
  CHECK(query.name() == "Ann");
  CHECK(Query().take(answer(sized(""))) == Query::State::kNoGame);
  // An error is an answer too: it does not know what was asked for.
  CHECK(Query().take("\x01\x00\x01\x00\x02\x00\x02"s) == Query::State::kNoGame);
}

TEST_CASE("query: a channel that no game may have is none") {
  for (const std::string& psm : {"\x00\x01"s, "\x0F\xFF"s, "\x1A\x46"s, "\x11\x01"s})
    CHECK(Query().take(answer(sized(record(psm, "Ann")))) == Query::State::kNoGame);
  // The second record counts where the first has none.
  Query query;
  CHECK(query.take(answer(sized(record("\x00\x01"s, "no") + record("\x10\x01"s, "yes")))) ==
        Query::State::kGame);
  CHECK(query.name() == "yes");
}

TEST_CASE("query: an answer in pieces") {
  const std::string lists = sized(record("\x1A\x47", "Ann"));
  Query query;
  REQUIRE(query.take(answer(lists.substr(0, 7), 1, "\xAA\xBB")) == Query::State::kAsking);
  const std::string again = query.request();
  CHECK(again.substr(0, 3) == "\x06\x00\x02"s);
  CHECK(again.substr(again.size() - 3) == "\x02\xAA\xBB");
  CHECK(query.take(answer(lists.substr(7), 2)) == Query::State::kGame);
}

TEST_CASE("query: a hostile answer ends it, and one without end does too") {
  const std::string lists = sized(record("\x1A\x47", "Ann"));
  const std::string good = answer(lists);
  for (std::size_t size = 0; size < good.size(); ++size) {
    INFO(size);
    CHECK(Query().take(good.substr(0, size)) == Query::State::kBroken);
  }
  CHECK(Query().take(good + "x") == Query::State::kBroken);
  CHECK(Query().take(answer(lists, 2)) == Query::State::kBroken);  // of another question
  CHECK(Query().take(answer(lists, 1, std::string(17, 'x'))) == Query::State::kBroken);
  CHECK(Query().take(answer("", 1, "x")) == Query::State::kBroken);  // nothing new, and more to come
  CHECK(Query().take(answer(lists + "x")) == Query::State::kBroken);
  CHECK(Query().take(answer("\x37\xFF\xFF\xFF\xFF"s)) == Query::State::kBroken);  // longer than the answer
  Query endless;
  char number = 1;
  while (endless.take(answer(std::string(200, 'x'), number, "y")) == Query::State::kAsking)
    ++number;
  CHECK(endless.state() == Query::State::kBroken);
  CHECK(number <= 16);
}

TEST_CASE("query: changed bytes never read as more than they are") {
  const std::string good = answer(sized(record("\x1A\x47", "Ann")));
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (unsigned k = 0; k < 1 + random() % 3; ++k)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    Query query;
    (void)query.take(bytes);
    CHECK(query.name().size() <= bytes.size());
    if (query.state() == Query::State::kGame) CHECK(qitai::bluetooth::is_free_psm(query.psm()));
  }
}
