#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/contract/digest.h"

namespace flitscope::tb {

/// What compares a network with a simulator that was written from the page.

class EventRecorder final : public rtl::EventObserver {
public:
    void event(const rtl::Event& event) override { events.push_back(event); }
    std::vector<rtl::Event> events;
};

/// For failure messages.
std::string text_of(const rtl::Event& event);

/// The same events in any order; says which is the first that differs (a fatal failure).
void expect_equal_events(std::vector<rtl::Event> found, std::vector<rtl::Event> wanted);

/// Offers the messages of a list, in order of `generated`, up to the edge `end`, and keeps every
/// delivery.
class ListClient final : public rtl::NetworkClient {
public:
    ListClient(const std::vector<rtl::Message>& messages, rtl::Cycle end)
        : messages_(messages), end_(end) {}

    rtl::Cycle next_edge() const override;
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override;
    void delivered(const rtl::Delivery& delivery) override { deliveries.push_back(delivery); }

    std::vector<rtl::Delivery> deliveries;

private:
    const std::vector<rtl::Message>& messages_;
    rtl::Cycle end_;
    std::size_t next_ = 0;
};

}  // namespace flitscope::tb
