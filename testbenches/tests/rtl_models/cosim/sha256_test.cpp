#include "rtl_models/cosim/sha256.h"

#include <gtest/gtest.h>

#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::cosim {
namespace {

std::string of(const std::string& text) {
    Sha256 sum;
    sum.add(text);
    return sum.digits();
}

/// FIPS 180-4 and NIST's examples.
TEST(Sha256, IsThatOfTheStandard) {
    EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(of(std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesMakeNoDifference) {
    for (std::size_t length = 0; length < 130; ++length) {
        Sha256 sum;
        for (std::size_t i = 0; i < length; ++i) {
            sum.add("x");
        }
        EXPECT_EQ(sum.digits(), of(std::string(length, 'x'))) << length;
    }
}

TEST(Sha256, OfFiles) {
    const tb::GivenFile file("sum", std::string(200000, 'a'));
    EXPECT_EQ(sha256_of_file(file.path()), of(std::string(200000, 'a')));
    EXPECT_EQ(sha256_of_file(file.path() + "/nothing"), "");
}

}  // namespace
}  // namespace flitscope::cosim
