#include "rtl_models/router/choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace flitscope::rtl {
namespace {

// Golden values: docs/router.md, section 12, worked out with Python integers (unbounded, so that
// every "modulo" is an explicit one), independently of the C++.

TEST(Choice, MixesAsTheSpecificationSays) {
    EXPECT_EQ(mix64(0), 0U);
    EXPECT_EQ(mix64(1), 0x5692161d100b05e5U);
    EXPECT_EQ(mix64(2), 0xdbd238973a2b148aU);
    EXPECT_EQ(mix64(~std::uint64_t{0}), 0xb4d055fcf2cbbd7bU);
}

TEST(Choice, SaltsMessagesAsTheSpecificationSays) {
    EXPECT_EQ(message_salt(1, 0), 0x910a);
    EXPECT_EQ(message_salt(1, 1), 0xbeeb);
    EXPECT_EQ(message_salt(1, 999999), 0x97a3);
    EXPECT_EQ(message_salt(42, 7), 0xccf6);
    EXPECT_EQ(message_salt(~std::uint64_t{0}, 0), 0xe4d9);
}

TEST(Choice, ChoosesAsTheSpecificationSays) {
    struct Row {
        std::uint32_t salt;
        std::uint32_t hop;
        int purpose;
        int m;
        int hash;
        int chosen;
    };
    const Row rows[] = {
        {0x0000, 0, 0, 3, 0x0000, 0},          {0x1234, 0, 0, 5, 0xc6a8, 3},
        {0x1234, 1, 0, 5, 0x559f, 1},          {0x1234, 1, 1, 5, 0xd7a9, 4},
        {0x1234, 1, 2, 5, 0xfcfd, 4},          {0xffff, 7, 0, 20, 0xf689, 19},
        {0xbeef, 20, 1, 65536, 0xaeba, 44730}, {0xbeef, 70000, 0, 2, 0x6680, 0},
    };
    for (const Row& row : rows) {
        const auto salt = static_cast<std::uint16_t>(row.salt);
        const auto purpose = static_cast<ChoicePurpose>(row.purpose);
        EXPECT_EQ(choice_hash(salt, row.hop, purpose), row.hash);
        EXPECT_EQ(choose(row.m, salt, row.hop, purpose), row.chosen);
    }
}

TEST(Choice, HashIsAPermutationOfTheSaltsAtEveryHop) {
    for (const std::uint32_t hop : {0U, 1U, 9U}) {
        std::vector<bool> seen(65536);
        for (std::uint32_t salt = 0; salt < 65536; ++salt) {
            const std::uint16_t hash =
                choice_hash(static_cast<std::uint16_t>(salt), hop, ChoicePurpose::route);
            ASSERT_FALSE(seen[hash]) << "hop " << hop << " salt " << salt;
            seen[hash] = true;
        }
    }
}

TEST(Choice, TakesEveryCandidateEquallyOften) {
    for (int m = 1; m <= 20; ++m) {
        std::vector<int> taken(static_cast<std::size_t>(m), 0);
        for (std::uint64_t message = 0; message < 20000; ++message) {
            ++taken[static_cast<std::size_t>(
                choose(m, message_salt(3, message), 2, ChoicePurpose::route))];
        }
        const double mean = 20000.0 / m;
        for (const int count : taken) {
            EXPECT_NEAR(count, mean, 5 * std::sqrt(mean)) << "m " << m;  // five sigma
        }
    }
}

}  // namespace
}  // namespace flitscope::rtl
