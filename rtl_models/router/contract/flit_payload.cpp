#include "rtl_models/router/contract/flit_payload.h"

#include "rtl_models/router/choice.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::rtl {

namespace {

constexpr std::uint64_t kPurpose = 0x7061796C6F6164U;  // makes the bytes independent of the salts

/// Word `n` of the stream of a message.
std::uint64_t stream_word(std::uint64_t seed, std::uint32_t message, std::uint64_t n) {
    return splitmix64(splitmix64(seed ^ kPurpose, message), n);
}

/// A word of a header flit (docs/data.md, section 2).
std::uint64_t header_word(const Flit& flit, int word) {
    switch (word) {
        case 0:
            return static_cast<std::uint32_t>(flit.destination) |
                   static_cast<std::uint64_t>(flit.length) << 32;
        case 1:
            return static_cast<std::uint32_t>(flit.source) |
                   static_cast<std::uint64_t>(flit.message) << 32;
        case 2:
            return flit.salt | static_cast<std::uint64_t>(flit.message_class) << 16;
        default:
            return 0;
    }
}

/// Eight bytes from `first` on; those beyond the end are 0.
std::uint64_t word_at(const MessageBytes& bytes, std::uint64_t first) {
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < FlitData::kWordBytes && first + i < bytes.size; ++i) {
        word |= static_cast<std::uint64_t>(bytes.data[first + i]) << 8 * i;
    }
    return word;
}

}  // namespace

FlitPayload::FlitPayload(const NetworkDescription& description)
    : bytes_(description.router.data_bytes()),
      words_(words_of(8 * bytes_)),
      last_mask_(~std::uint64_t{0} >> (64 * words_ - 8 * bytes_)),
      seed_(description.seed),
      headers_(description.headers) {}

void FlitPayload::open(const Message& message) {
    if (carried() && message.bytes != nullptr) {
        own_[static_cast<std::uint32_t>(message.id)] = {
            message.bytes,
            message.header == nullptr ? 1 : headers_.flits_of(message.header->entries.size())};
    }
}

std::uint64_t FlitPayload::word_of(const Flit& flit, int word) const {
    if (flit.index == 0 || flit.header) {
        return header_word(flit, word);
    }
    if (!own_.empty()) {
        const auto own = own_.find(flit.message);
        if (own != own_.end()) {
            const auto& [bytes, header_flits] = own->second;
            const std::uint64_t first =
                std::uint64_t{flit.index - header_flits} * static_cast<std::uint64_t>(bytes_);
            return word_at(*bytes, first + static_cast<std::uint64_t>(FlitData::kWordBytes * word));
        }
    }
    return stream_word(
        seed_, flit.message,
        std::uint64_t{flit.index} * FlitData::kMaxWords + static_cast<std::uint64_t>(word));
}

FlitData FlitPayload::bytes_of(const Flit& flit) const {
    FlitData data;
    for (int word = 0; word + 1 < words_; ++word) {
        data.set_word(word, word_of(flit, word));
    }
    data.set_word(words_ - 1, word_of(flit, words_ - 1) & last_mask_);
    return data;
}

std::string FlitPayload::wrong(const Flit& flit) const {
    return "message " + std::to_string(flit.message) + ", flit " + std::to_string(flit.index) +
           ", " + data_difference(flit.data, bytes_of(flit));
}

}  // namespace flitscope::rtl
