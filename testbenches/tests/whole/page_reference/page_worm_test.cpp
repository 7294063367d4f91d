// What a router does with a message, by its header: the product's rule against the page's table.
#include "testbenches/tests/whole/page_reference/page_worm.h"

#include <gtest/gtest.h>

#include <tuple>

#include "testbenches/tests/support/draw.h"

namespace flitscope::tb {
namespace {

constexpr topo::NodeId kNodes = 3;

rtl::Header draw_header(Draw& draw) {
    rtl::Header header;
    for (int left = draw.number(1, 5); left > 0; --left) {
        // No node now and then.
        const topo::NodeId address = draw.number(0, draw.chance(8) ? kNodes : kNodes - 1);
        header.entries.push_back({address, static_cast<rtl::Control>(draw.number(0, 3))});
    }
    return header;
}

std::string text_of(const rtl::Header& header, std::uint32_t served, std::uint32_t leading, int h) {
    std::string text = "entries";
    for (const rtl::HeaderEntry& entry : header.entries) {
        text += " " + std::to_string(entry.address) + "/" +
                std::to_string(static_cast<int>(entry.control));
    }
    return text + ", " + std::to_string(served) + " served, flit " + std::to_string(leading) +
           " of " + std::to_string(h) + " leads";
}

TEST(PageWorm, HeadersAreServedAsThePageSays) {
    Draw draw(1);
    for (int i = 0; i < 20000; ++i) {
        const rtl::Header header = draw_header(draw);
        rtl::HeaderParameters parameters;
        parameters.addresses_per_flit = draw.number(0, 3);
        PageWorm worm;
        worm.message.header = &header;
        worm.message.length = 9;
        const auto leading = static_cast<std::uint32_t>(
            draw.number(0, static_cast<int>(parameters.flits_of(header.entries.size())) - 1));
        PageFlit flit = page_flit(worm, leading, parameters.addresses_per_flit);
        // Served in order; all of them only in the last header flit.
        auto served = leading * static_cast<std::uint32_t>(parameters.addresses_per_flit);
        for (std::size_t e = 0; e < flit.valid.size() && !draw.chance(2); ++e, ++served) {
            flit.valid[e] = false;
        }
        const bool injected = served == 0 && draw.chance(3);
        const topo::NodeId here = draw.number(0, kNodes - 1);
        if (injected && header.entries.front().address == here) {
            continue;  // refused when it is offered
        }
        const PageAction page =
            page_action(flit, parameters.addresses_per_flit, here, injected, kNodes);
        const rtl::HeaderAction found =
            rtl::header_action(header, parameters, served, leading, here, kNodes, injected);
        ASSERT_EQ(std::tuple(found.receive, found.forward, found.drop, found.error),
                  std::tuple(page.receive, page.forward, page.drop, page.error))
            << text_of(header, served, leading, parameters.addresses_per_flit) << " at " << here;
        if (page.forward) {
            ASSERT_EQ(std::tuple(found.towards, found.served),
                      std::tuple(page.towards, served + (page.served ? 1 : 0)))
                << text_of(header, served, leading, parameters.addresses_per_flit);
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
