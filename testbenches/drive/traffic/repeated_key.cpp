#include "testbenches/drive/traffic/repeated_key.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace flitscope::tb {

namespace {

/// An iterator over the text; it sets `read` to how far the parser, which copies it, has come.
class ReadCharacter {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    ReadCharacter(const char* at, const char** read) : at_(at), read_(read) {}

    reference operator*() const { return *at_; }
    ReadCharacter& operator++() {
        *read_ = ++at_;
        return *this;
    }
    friend bool operator==(const ReadCharacter& a, const ReadCharacter& b) {
        return a.at_ == b.at_;
    }
    friend bool operator!=(const ReadCharacter& a, const ReadCharacter& b) { return !(a == b); }

private:
    const char* at_;
    const char** read_;
};

/// An array or an object whose end was not read yet.
struct Open {
    bool is_array = false;
    std::size_t items = 0;  ///< of an array, read so far
    std::string last{};     ///< key
    std::set<std::string> keys{};
};

std::string path_of(const std::vector<Open>& open) {
    std::string path;
    for (const Open& each : open) {
        if (each.is_array) {
            path += "[" + std::to_string(each.items) + "]";
        } else {
            path += (path.empty() ? "" : ".") + each.last;
        }
    }
    return path;
}

}  // namespace

std::optional<RepeatedKey> repeated_key(const std::string& text) {
    using Event = nlohmann::json::parse_event_t;
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* read = begin;
    std::vector<Open> open;
    std::optional<RepeatedKey> repeated;
    const auto watch = [&](int /*depth*/, Event event, const nlohmann::json& parsed) {
        if (event == Event::object_start || event == Event::array_start) {
            open.push_back({event == Event::array_start});
        } else if (event == Event::key) {
            Open& here = open.back();
            here.last = parsed;
            if (!here.keys.insert(here.last).second && !repeated) {
                const auto line_ends = std::count(begin, read, '\n');
                repeated = RepeatedKey{path_of(open), 1 + static_cast<int>(line_ends)};
            }
        } else {
            if (event != Event::value) {
                open.pop_back();
            }
            if (!open.empty()) {
                ++open.back().items;
            }
        }
        return true;
    };
    [[maybe_unused]] const nlohmann::json whole =
        nlohmann::json::parse(ReadCharacter(begin, &read), ReadCharacter(end, &read), watch, false);
    return repeated;
}

}  // namespace flitscope::tb
