#include "testbenches/tests/whole/page_reference/reference_run.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace flitscope::tb {

std::string text_of(const rtl::Event& e) {
    return std::string(rtl::event_kind_name(e.kind)) + " cycle " + std::to_string(e.cycle) +
           " router " + std::to_string(e.router) + " port " + std::to_string(e.port) + " VC " +
           std::to_string(e.vc) + " message " + std::to_string(e.message) + " flit " +
           std::to_string(e.index) + " to " + std::to_string(e.output_port) + " VC " +
           std::to_string(e.output_vc);
}

void expect_equal_events(std::vector<rtl::Event> found, std::vector<rtl::Event> wanted) {
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    const auto [a, b] = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
    ASSERT_TRUE(a == found.end() && b == wanted.end())
        << "found " << (a == found.end() ? "nothing" : text_of(*a)) << ", the page says "
        << (b == wanted.end() ? "nothing" : text_of(*b));
}

rtl::Cycle ListClient::next_edge() const {
    return next_ < messages_.size() ? std::min(messages_[next_].generated, end_) : end_;
}

bool ListClient::at_edge(rtl::Cycle edge, rtl::Network& network) {
    for (; edge < end_ && next_ < messages_.size() && messages_[next_].generated == edge; ++next_) {
        network.offer(messages_[next_]);
    }
    network.check_invariants();
    return edge < end_;
}

}  // namespace flitscope::tb
