#include "testbenches/program/import_booksim_command/booksim_lengths.h"

#include <fmt/format.h>

#include <sstream>

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMost = 1000000;

/// The numbers of {{1,5}}, the list of the only class; none if `text` has another form.
std::vector<std::int64_t> numbers_of_class(const std::string& text) {
    if (text.rfind("{{", 0) != 0 || text.find("}}") != text.size() - 2) {
        return {};
    }
    std::vector<std::int64_t> numbers;
    std::istringstream list(text.substr(2, text.size() - 4));
    for (std::string each; std::getline(list, each, ',');) {
        numbers.push_back(parsed<std::int64_t>(each).value_or(0));
    }
    return numbers;
}

/// How often each of the two comes; one number stands for both.
std::vector<std::int64_t> rates(const BooksimSettings& settings) {
    const std::string& text = settings.at("packet_size_rate").value;
    std::vector<std::int64_t> rates = numbers_of_class(text);
    if (const auto one = parsed<std::int64_t>(text)) {
        rates = {*one};
    }
    if (rates.size() == 1) {
        rates.push_back(rates.front());
    }
    if (rates.size() != 2 || rates[0] < 1 || rates[1] < 1 || rates[0] > kMost || rates[1] > kMost) {
        settings.fail("packet_size_rate", "cannot be taken over",
                      fmt::format("{{{{A,B}}}}, each 1..{}", kMost));
    }
    return rates;
}

}  // namespace

BooksimLengths booksim_lengths(const BooksimSettings& settings) {
    const bool old_name =
        settings.at("const_flits_per_packet").stated && !settings.at("packet_size").stated;
    const std::string key = old_name ? "const_flits_per_packet" : "packet_size";
    const std::string& text = settings.at(key).value;
    if (old_name || text.front() != '{') {
        const std::int64_t length = settings.number(key, 1, kMost);
        return {std::to_string(length), static_cast<double>(length), key};
    }
    const std::vector<std::int64_t> two = numbers_of_class(text);
    if (two.size() != 2 || two[0] == two[1] || two[0] < 1 || two[1] < 1 || two[0] > kMost ||
        two[1] > kMost) {
        settings.fail(key, "cannot be taken over",
                      fmt::format("an integer 1..{}, or {{{{A,B}}}} with two of them", kMost));
    }
    const std::vector<std::int64_t> rate = rates(settings);
    const std::size_t longer = two[1] > two[0] ? 1 : 0, shorter = 1 - longer;
    const double share = static_cast<double>(rate[longer]) / static_cast<double>(rate[0] + rate[1]);
    const double mean =
        static_cast<double>(two[shorter]) + share * static_cast<double>(two[longer] - two[shorter]);
    return {fmt::format("{{distribution: bimodal, short: {}, long: {}, long_fraction: {}}}",
                        two[shorter], two[longer], share),
            mean, key + ", packet_size_rate"};
}

}  // namespace flitscope::tb
