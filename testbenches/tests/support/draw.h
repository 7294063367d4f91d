#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace flitscope::tb {

/// Draws of random tests. std::mt19937_64 is the same everywhere, the standard distributions are
/// not.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : random_(seed) {}

    int number(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(int in) { return number(1, in) == 1; }
    template <typename T>
    T one_of(std::initializer_list<T> values) {
        return *(values.begin() + number(0, static_cast<int>(values.size()) - 1));
    }
    std::string word(const std::vector<std::string>& words) {
        return words[static_cast<std::size_t>(number(0, static_cast<int>(words.size()) - 1))];
    }

private:
    std::mt19937_64 random_;
};

}  // namespace flitscope::tb
