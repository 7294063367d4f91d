#include "testbenches/drive/traffic/request_reply_source.h"

#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

/// Requests at given edges.
class GivenRequests final : public TrafficSource {
public:
    struct Request {
        rtl::Cycle edge;
        topo::NodeId source, destination;
    };
    explicit GivenRequests(std::vector<Request> requests) : requests_(std::move(requests)) {}

    rtl::Cycle next_edge() const override {
        return next_ < requests_.size() ? requests_[next_].edge : rtl::kNever;
    }
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override {
        joining_.clear();
        for (; next_edge() == edge; ++next_) {
            rtl::Message message;
            message.source = requests_[next_].source;
            message.destination = requests_[next_].destination;
            message.length = 99;
            joining_.push_back(message);
        }
        return joining_;
    }
    void describe(std::vector<TraceRow>& /*rows*/) override {}

private:
    std::vector<Request> requests_;
    std::size_t next_ = 0;
    std::vector<rtl::Message> joining_;
};

RequestReplySource source_of(std::vector<GivenRequests::Request> requests,
                             const RequestReplySource::Parameters& parameters) {
    return RequestReplySource(std::make_unique<GivenRequests>(std::move(requests)), 8, parameters);
}

rtl::Delivery delivery_of(const rtl::Message& message, rtl::Cycle edge) {
    rtl::Delivery delivery;
    delivery.message = message;
    delivery.delivered = edge;
    return delivery;
}

TEST(RequestReplySource, AnswersServiceCyclesAfterTheDelivery) {
    RequestReplySource::Parameters parameters;
    parameters.request_length = 2;
    parameters.reply_length = 9;
    parameters.service_cycles = 20;
    auto source = source_of({{3, 1, 6}}, parameters);
    ASSERT_EQ(source.next_edge(), 3);
    const rtl::Message request = source.messages_at(3).at(0);
    EXPECT_EQ(request.length, 2U);
    EXPECT_EQ(request.message_class, 0);
    EXPECT_EQ(source.next_edge(), rtl::kNever);
    source.delivered(delivery_of(request, 30));
    ASSERT_EQ(source.next_edge(), 50);
    const rtl::Message reply = source.messages_at(50).at(0);
    EXPECT_EQ(reply.id, 1U);
    EXPECT_EQ(reply.source, 6);
    EXPECT_EQ(reply.destination, 1);
    EXPECT_EQ(reply.length, 9U);
    EXPECT_EQ(reply.message_class, 1);
    EXPECT_EQ(reply.generated, 50);
    source.delivered(delivery_of(reply, 60));
    EXPECT_EQ(source.next_edge(), rtl::kNever) << "a reply causes nothing";
}

TEST(RequestReplySource, HoldsRequestsBackUntilAReplyIsDelivered) {
    RequestReplySource::Parameters parameters;
    parameters.outstanding = 1;
    auto source = source_of({{0, 1, 6}, {0, 1, 5}, {0, 2, 7}}, parameters);
    const std::vector<rtl::Message> first = source.messages_at(0);
    ASSERT_EQ(first.size(), 2U) << "one of each node";
    EXPECT_EQ(first[0].destination, 6);
    EXPECT_EQ(first[1].source, 2);
    source.delivered(delivery_of(first[0], 11));
    const rtl::Message reply = source.messages_at(11).at(0);
    EXPECT_EQ(source.next_edge(), rtl::kNever);
    source.delivered(delivery_of(reply, 17));
    ASSERT_EQ(source.next_edge(), 17);
    const rtl::Message second = source.messages_at(17).at(0);
    EXPECT_EQ(second.destination, 5);
    EXPECT_EQ(second.generated, 17) << "it joins now, its latency counts from here";
    EXPECT_EQ(second.sequence, 1U);
}

TEST(RequestReplySource, RepliesOfANodeComeBeforeItsRequests) {
    auto source = source_of({{0, 0, 3}, {10, 3, 1}, {10, 2, 1}}, {});
    const rtl::Message request = source.messages_at(0).at(0);
    source.delivered(delivery_of(request, 10));
    const std::vector<rtl::Message> all = source.messages_at(10);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].source, 2);
    EXPECT_EQ(all[1].source, 3);
    EXPECT_EQ(all[1].message_class, 1);
    EXPECT_EQ(all[2].source, 3);
    EXPECT_EQ(all[2].message_class, 0);
}

TEST(RequestReplySource, WhatIsLostIsNotWaitedFor) {
    RequestReplySource::Parameters parameters;
    parameters.outstanding = 1;
    auto source = source_of({{0, 1, 6}, {0, 1, 5}, {0, 1, 4}}, parameters);
    source.lost(source.messages_at(0).at(0), 1);
    ASSERT_EQ(source.next_edge(), 1);
    const rtl::Message second = source.messages_at(1).at(0);
    EXPECT_EQ(second.destination, 5);
    source.delivered(delivery_of(second, 9));
    source.lost(source.messages_at(9).at(0), 10);  // the reply
    EXPECT_EQ(source.next_edge(), 10);
    EXPECT_EQ(source.messages_at(10).at(0).destination, 4);
}

TEST(RequestReplySource, EverythingJoinsAfterAStartUp) {
    RequestReplySource::Parameters parameters;
    parameters.outstanding = 1;
    parameters.service_cycles = 20;
    parameters.startup = 7;
    auto source = source_of({{0, 1, 6}, {2, 1, 5}, {26, 1, 4}}, parameters);
    EXPECT_TRUE(source.messages_at(0).empty());
    EXPECT_TRUE(source.messages_at(2).empty()) << "held back";
    ASSERT_EQ(source.next_edge(), 7);
    const rtl::Message request = source.messages_at(7).at(0);
    EXPECT_EQ(request.generated, 7);
    source.delivered(delivery_of(request, 10));
    EXPECT_TRUE(source.messages_at(26).empty()) << "held back behind that of edge 2";
    ASSERT_EQ(source.next_edge(), 30);
    EXPECT_TRUE(source.messages_at(30).empty());
    ASSERT_EQ(source.next_edge(), 37);
    const rtl::Message reply = source.messages_at(37).at(0);
    source.delivered(delivery_of(reply, 40));
    EXPECT_TRUE(source.messages_at(40).empty());
    ASSERT_EQ(source.next_edge(), 47);
    EXPECT_EQ(source.messages_at(47).at(0).destination, 5);
}

/// Of the run above, and what follows from a request that is lost.
TEST(RequestReplySource, DescribesWhatItsMessagesReactTo) {
    RequestReplySource::Parameters parameters;
    parameters.outstanding = 1;
    parameters.service_cycles = 20;
    parameters.startup = 7;
    auto source = source_of({{0, 1, 6}, {2, 1, 5}, {26, 1, 4}}, parameters);
    source.record();
    std::vector<TraceRow> rows;
    const auto at = [&](rtl::Cycle edge) {
        const std::vector<rtl::Message> joined = source.messages_at(edge);
        source.describe(rows);
        return joined;
    };
    at(0);
    at(2);
    source.delivered(delivery_of(at(7).at(0), 10));
    at(26);
    at(30);
    source.delivered(delivery_of(at(37).at(0), 40));
    at(40);
    source.lost(at(47).at(0), 48);
    at(48);
    at(55);
    EXPECT_EQ(trace_text(rows), trace_header() +
                                    "0,0,1,6,1,0,,\n"     // at 0
                                    "1,,6,1,5,1,0,20\n"   // the reply
                                    "2,2,1,5,1,0,1,\n"    // wanted to go at 2
                                    "3,48,1,4,1,0,,\n");  // no reply let it go
}

}  // namespace
}  // namespace flitscope::tb
