#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace flitscope::tb {

/// Changes YAML texts at random, the same way for the same seed everywhere.
class TextMutator {
public:
    /// `pieces` are put in beside those that every YAML reader trips over.
    TextMutator(std::uint32_t seed, const std::vector<std::string>& pieces);

    /// One to four changes: something put in, taken out, overwritten, repeated, or the rest of
    /// one of `others`, of which there is at least one.
    std::string mutate(std::string text, const std::vector<std::string>& others);
    /// 0..limit-1; 0 for limit 0.
    std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

private:
    std::mt19937 random_;  // its numbers are fixed by the standard
    std::vector<std::string> pieces_;
};

}  // namespace flitscope::tb
