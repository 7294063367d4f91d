// What flits carry, against docs/data.md written down a second time, byte by byte.
#include "rtl_models/router/contract/flit_payload.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/router/contract/message_flit.h"

namespace flitscope::rtl {
namespace {

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

/// Section 1: byte k of flit i of the stream.
std::uint8_t stream_byte(std::uint64_t seed, std::uint64_t message, std::uint64_t i,
                         std::uint64_t k) {
    const std::uint64_t g = 0x9E3779B97F4A7C15U;
    const std::uint64_t start = mix((seed ^ 0x7061796C6F6164U) + g * (message + 1));
    const std::uint64_t word = mix(start + g * (8 * i + k / 8 + 1));
    return static_cast<std::uint8_t>(word >> 8 * (k % 8));
}

/// Section 2: the fields one behind the other.
std::vector<std::uint8_t> header_bytes(const Flit& flit) {
    std::vector<std::uint8_t> bytes;
    const auto add = [&bytes](std::uint64_t value, int width) {
        for (int i = 0; i < width; ++i) {
            bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        }
    };
    add(static_cast<std::uint32_t>(flit.destination), 4);
    add(flit.length, 4);
    add(static_cast<std::uint32_t>(flit.source), 4);
    add(flit.message, 4);
    add(flit.salt, 2);
    add(flit.message_class, 1);
    bytes.resize(FlitData::kMaxBytes);
    return bytes;
}

NetworkDescription network_with(int flit_bytes) {
    NetworkDescription description;
    description.router.flit_bytes = flit_bytes;
    description.seed = 0xFEDCBA9876543210U;
    return description;
}

Message a_message(std::uint32_t length) {
    Message message;
    message.id = 0xA1B2C3;
    message.source = 0x01020304;
    message.destination = 0x05060708;
    message.length = length;
    message.message_class = 1;
    return message;
}

class FlitPayloadBytes : public testing::TestWithParam<int> {};

TEST_P(FlitPayloadBytes, AreThoseOfThePage) {
    const int bytes = GetParam();
    const NetworkDescription network = network_with(bytes);
    FlitPayload payload(network);
    const Message message = a_message(5);
    payload.open(message);
    for (std::uint32_t i = 0; i < message.length; ++i) {
        Flit flit = message_flit(message, 0xBEEF, i);
        payload.fill(flit);
        const std::vector<std::uint8_t> header = header_bytes(flit);
        for (int k = 0; k < FlitData::kMaxBytes; ++k) {
            const std::uint8_t wanted =
                k >= bytes ? 0
                : i == 0   ? header[static_cast<std::size_t>(k)]
                           : stream_byte(network.seed, message.id, i, static_cast<unsigned>(k));
            ASSERT_EQ(flit.data.byte(k), wanted) << "flit " << i << ", byte " << k;
        }
        EXPECT_TRUE(payload.right(flit));
    }
}

TEST_P(FlitPayloadBytes, MayBeTheMessagesOwn) {
    const int bytes = GetParam();
    const NetworkDescription network = network_with(bytes);
    FlitPayload payload(network);
    std::vector<std::uint8_t> own;
    for (int i = 0; i < 3 * bytes - (bytes > 1 ? 1 : 0); ++i) {
        own.push_back(static_cast<std::uint8_t>(200 - 7 * i));
    }
    const MessageBytes kept{own.data(), own.size()};
    Message message = a_message(4);
    message.bytes = &kept;
    payload.open(message);
    for (std::uint32_t i = 1; i < message.length; ++i) {
        Flit flit = message_flit(message, 1, i);
        payload.fill(flit);
        for (int k = 0; k < bytes; ++k) {
            const auto at = static_cast<std::size_t>((static_cast<int>(i) - 1) * bytes + k);
            ASSERT_EQ(flit.data.byte(k), at < own.size() ? own[at] : 0) << i << ' ' << k;
        }
    }
    payload.close(message.id);
    Flit flit = message_flit(message, 1, 1);
    payload.fill(flit);
    EXPECT_EQ(flit.data.byte(0), stream_byte(network.seed, message.id, 1, 0));
}

INSTANTIATE_TEST_SUITE_P(FlitBytes, FlitPayloadBytes, testing::Values(1, 7, 8, 9, 16, 63, 64));

TEST(FlitPayload, OfAMulticastHasItsHeaderFlitsFirst) {
    NetworkDescription network = network_with(8);
    network.headers.addresses_per_flit = 2;
    Header header;
    header.entries.resize(3);
    Message message = a_message(4);
    message.header = &header;
    const FlitPayload payload(network);
    for (std::uint32_t i = 0; i < message.length; ++i) {
        Flit flit = message_flit(message, 0, i, network.headers);
        payload.fill(flit);
        EXPECT_EQ(flit.data.byte(0),
                  i < 2 ? header_bytes(flit)[0] : stream_byte(network.seed, message.id, i, 0));
    }
}

TEST(FlitPayload, OwnBytesOfAMulticastAreBehindItsHeaderFlits) {
    NetworkDescription network = network_with(1);
    network.headers.addresses_per_flit = 2;
    Header header;
    header.entries.resize(3);
    const std::vector<std::uint8_t> own = {81, 82};
    const MessageBytes kept{own.data(), own.size()};
    Message message = a_message(4);
    message.header = &header;
    message.bytes = &kept;
    FlitPayload payload(network);
    payload.open(message);
    for (std::uint32_t i = 0; i < message.length; ++i) {
        Flit flit = message_flit(message, 0, i, network.headers);
        payload.fill(flit);
        EXPECT_EQ(flit.data.byte(0), i < 2 ? header_bytes(flit)[0] : own[i - 2]);
    }
}

TEST(FlitPayload, IsNothingWhereThereIsNoDataPath) {
    NetworkDescription unchecked = network_with(8);
    unchecked.router.check_data = false;
    NetworkDescription queued = network_with(8);
    queued.router.organisation = Organisation::output_queued;
    for (const NetworkDescription& network : {unchecked, queued, network_with(65)}) {
        const FlitPayload payload(network);
        Flit flit = message_flit(a_message(2), 0, 1);
        payload.fill(flit);
        EXPECT_EQ(flit.data.words(), 0);
        EXPECT_FALSE(payload.carried());
        flit.data.set_word(0, 1);
        EXPECT_TRUE(payload.right(flit));
    }
}

TEST(FlitPayload, SaysWhichByteIsWrong) {
    const FlitPayload payload(network_with(16));
    Flit flit = message_flit(a_message(2), 0, 1);
    payload.fill(flit);
    const std::uint8_t wanted = flit.data.byte(9);
    flit.data.set_word(1, flit.data.word(1) ^ 0x8100);
    ASSERT_FALSE(payload.right(flit));
    char text[80];
    std::snprintf(text, sizeof text, "message 10597059, flit 1, byte 9 is 0x%02x, must be 0x%02x",
                  wanted ^ 0x81U, static_cast<unsigned>(wanted));
    EXPECT_EQ(payload.wrong(flit), text);
    flit.data = {};
    EXPECT_EQ(payload.wrong(flit), "message 10597059, flit 1, no bytes");
}

TEST(FlitData, ComparesWhatIsThere) {
    FlitData a;
    FlitData b;
    a.set_word(1, 5);  // both from memory that may hold anything
    b.set_word(0, 0);
    b.set_word(1, 5);
    EXPECT_EQ(a, b);
    const FlitData copy = a;
    EXPECT_EQ(copy, b);
    b.set_word(2, 0);
    EXPECT_NE(a, b) << "a word more";
    a = b;
    EXPECT_EQ(a.words(), 3);
    EXPECT_EQ(a.word(1), 5U);
    EXPECT_EQ(a.word(5), 0U);
    Flit empty;
    empty.data = a;
    EXPECT_EQ(empty, Flit()) << "a wire that is not valid carries nothing";
}

}  // namespace
}  // namespace flitscope::rtl
