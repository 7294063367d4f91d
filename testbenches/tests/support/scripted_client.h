#pragma once

#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// The message of this number, which is its sequence, too.
inline rtl::Message scripted_message(rtl::MessageId id, topo::NodeId source,
                                     topo::NodeId destination, std::uint32_t length,
                                     rtl::Cycle generated = 0) {
    rtl::Message message;
    message.id = id;
    message.source = source;
    message.destination = destination;
    message.length = length;
    message.sequence = static_cast<std::uint32_t>(id);
    message.generated = generated;
    return message;
}

/// Offers given messages, in order of `generated`, and keeps every delivery. Ends when all are
/// delivered.
class ScriptedClient : public rtl::NetworkClient {
public:
    explicit ScriptedClient(std::vector<rtl::Message> messages) : messages_(std::move(messages)) {}

    rtl::Cycle next_edge() const override {
        if (next_ < messages_.size()) {
            return messages_[next_].generated;
        }
        return finished_ == messages_.size() ? 0 : rtl::kNever;
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        for (; next_ < messages_.size() && messages_[next_].generated <= edge; ++next_) {
            network.offer(messages_[next_]);
        }
        return finished_ < messages_.size();
    }
    void delivered(const rtl::Delivery& delivery) override {
        deliveries.push_back(delivery);
        finished_ += delivery.last ? 1 : 0;
    }

    std::vector<rtl::Delivery> deliveries;

private:
    std::vector<rtl::Message> messages_;
    std::size_t next_ = 0;
    std::size_t finished_ = 0;
};

}  // namespace flitscope::tb
