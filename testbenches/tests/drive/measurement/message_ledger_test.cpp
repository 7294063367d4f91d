#include "testbenches/drive/measurement/message_ledger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "topologies/concentrated_mesh.h"
#include "topologies/ring.h"

namespace flitscope::tb {
namespace {

const topo::Ring kRing(6);

rtl::Message message(rtl::MessageId id) {
    rtl::Message message;
    message.id = id;
    message.source = static_cast<topo::NodeId>(id % 5);
    message.destination = static_cast<topo::NodeId>(id % 5 + 1);
    message.length = 3;
    message.generated = static_cast<rtl::Cycle>(id);
    return message;
}

rtl::Delivery delivery(const rtl::Message& message) {
    rtl::Delivery delivery;
    delivery.message = message;
    delivery.injected = message.generated + 2;
    delivery.departed = delivery.injected + 3;
    delivery.arrived = delivery.departed + 3;
    delivery.delivered = delivery.arrived + 3;
    delivery.hops = 1;
    return delivery;
}

TEST(MessageLedger, BooksEveryMessageInAnyOrder) {
    MessageLedger ledger(kRing);
    std::mt19937 random(1);
    std::vector<rtl::MessageId> under_way;
    rtl::MessageId next = 0;
    for (int step = 0; step < 30000; ++step) {
        if (under_way.empty() || random() % 100 < 51) {
            ledger.generated(message(next));
            under_way.push_back(next++);
        } else {
            // Mostly recent ones, so that old ones keep the window wide.
            const std::size_t i =
                under_way.size() - 1 - random() % std::min<std::size_t>(under_way.size(), 8);
            if (random() % 10 == 0) {
                ledger.lost(message(under_way[i]));
            } else {
                ledger.delivered(delivery(message(under_way[i])));
            }
            under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(i));
        }
        ASSERT_EQ(ledger.under_way(), static_cast<std::int64_t>(under_way.size()));
        ASSERT_EQ(ledger.oldest(), under_way.empty() ? next : under_way.front());
    }
    EXPECT_EQ(ledger.next_id(), next);
}

TEST(MessageLedger, RefusesWhatIsNotUnderWay) {
    MessageLedger ledger(kRing);
    EXPECT_THROW(ledger.generated(message(1)), std::logic_error);
    ledger.generated(message(0));
    ledger.generated(message(1));
    ledger.delivered(delivery(message(0)));
    EXPECT_THROW(ledger.delivered(delivery(message(0))), std::logic_error) << "twice";
    EXPECT_THROW(ledger.lost(message(0)), std::logic_error);
    EXPECT_THROW(ledger.delivered(delivery(message(2))), std::logic_error) << "never generated";
}

TEST(MessageLedger, RefusesAChangedMessage) {
    MessageLedger ledger(kRing);
    ledger.generated(message(0));
    for (int field = 0; field < 4; ++field) {
        rtl::Delivery changed = delivery(message(0));
        (field == 0   ? changed.message.destination
         : field == 1 ? changed.message.source
                      : changed.hops) += 1;
        changed.message.length += field == 2 ? 1 : 0;
        changed.message.generated += field == 3 ? 1 : 0;
        EXPECT_THROW(ledger.delivered(changed), std::logic_error) << field;
    }
    EXPECT_NO_THROW(ledger.delivered(delivery(message(0))));
}

TEST(MessageLedger, RefusesImpossibleTimes) {
    for (int field = 0; field < 4; ++field) {
        MessageLedger ledger(kRing);
        ledger.generated(message(0));
        rtl::Delivery wrong = delivery(message(0));
        wrong.injected = field == 0 ? -1 : wrong.injected;
        wrong.departed = field == 1 ? wrong.injected : wrong.departed;
        wrong.arrived = field == 2 ? wrong.delivered + 1 : wrong.arrived;
        wrong.hops = field == 3 ? 0 : wrong.hops;
        EXPECT_THROW(ledger.delivered(wrong), std::logic_error) << field;
    }
}

TEST(MessageLedger, KnowsThatNodesOfOneRouterNeedNoChannel) {
    const topo::ConcentratedMesh mesh({2}, 3);  // nodes 0..2 and 3..5
    MessageLedger ledger(mesh);
    for (rtl::MessageId id = 0; id < 3; ++id) {
        ledger.generated(message(id));
        rtl::Delivery without_hops = delivery(message(id));
        without_hops.hops = 0;
        if (id < 2) {
            EXPECT_NO_THROW(ledger.delivered(without_hops));
        } else {
            EXPECT_THROW(ledger.delivered(without_hops), std::logic_error) << "2 to 3";
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
