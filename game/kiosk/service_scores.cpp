// The page "scores": how many there are of each game, taking them out, and where the cabinet stands.
#include <map>

#include "kiosk/service_page.hpp"
#include "menu/key_pad.hpp"

namespace qitai::kiosk {
namespace {

using config::Values;

constexpr std::size_t kMostVenue = 40;  // as [kiosk] venue has it

class ScoresPage final : public Page {
 public:
  explicit ScoresPage(Desk& desk) : Page(desk), pad_(desk.house.ui) { read(); }
  std::vector<Row> rows() override;
  bool input(const platform::Input& input, std::uint64_t now) override { return pad_.input(input, now); }
  void draw_over(std::uint64_t now) override;

 private:
  void read();
  void clear(const std::string& variant);

  menu::KeyPad pad_;
  std::map<std::string, std::int64_t> counts_;
  std::string trouble_;  // why they cannot be read
};

void ScoresPage::read() {
  counts_.clear();
  trouble_.clear();
  if (house_.journal == nullptr) {
    trouble_ = tr("service.scores.unkept");
    return;
  }
  auto counts = house_.journal->booked();
  if (counts) {
    counts_ = std::move(*counts);
  } else {
    trouble_ = counts.error().message;
  }
}

void ScoresPage::clear(const std::string& variant) {
  if (house_.journal != nullptr) desk_.took(house_.journal->clear_books(variant));
  read();
}

std::vector<Row> ScoresPage::rows() {
  std::vector<Row> rows;
  Row venue = named("venue", desk_.settings.values().venue.empty() ? "—" : desk_.settings.values().venue);
  venue.act = [this](int) {
    menu::KeyPad::Request request;
    request.item = "row.venue";
    request.label = tr("service.venue");
    request.digits = false;
    request.most = kMostVenue;
    request.begins = desk_.settings.values().venue;
    pad_.open(std::move(request), house_.ui.now());
  };
  rows.push_back(std::move(venue));
  if (!trouble_.empty()) {
    Row row;
    row.id = "trouble";
    row.label = trouble_;
    row.tone = Row::Tone::kBad;
    rows.push_back(std::move(row));
    return rows;
  }
  // Games that are not here now have theirs still.
  std::map<std::string, std::int64_t> all = counts_;
  for (const auto& variant : house_.plugins.variants())
    all.try_emplace(variant->info().id, 0);
  for (const auto& [id, count] : all) {
    Row row;
    row.id = "scores." + id;
    const auto variant = house_.plugins.variant(id);
    row.label = variant == nullptr ? id : house_.text(*variant, variant->info().name_key);
    const std::string name = row.label;
    row.value = tr("service.scores.count", {{"n", count}});
    row.help = tr("help.service.scores");
    row.dangerous = true;
    if (count == 0) row.why = tr("service.scores.none");
    row.change = tr("service.scores.change", {{"n", count}, {"game", name}});
    row.act = [this, id = id](int) { clear(id); };
    rows.push_back(std::move(row));
  }
  return rows;
}

void ScoresPage::draw_over(std::uint64_t now) {
  if (const auto entered = pad_.draw(now)) desk_.took(desk_.settings.set(&Values::venue, *entered));
}

}  // namespace

std::unique_ptr<Page> make_scores(Desk& desk) {
  return std::make_unique<ScoresPage>(desk);
}

}  // namespace qitai::kiosk
