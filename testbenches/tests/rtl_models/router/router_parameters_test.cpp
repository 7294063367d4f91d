#include "rtl_models/router/router_parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "topologies/registry.h"

namespace flitscope::rtl {
namespace {

TEST(LinkCheck, SaysHowManyEntriesAndWhichClasses) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3}}});
    NetworkDescription description;
    description.topology = mesh.get();
    description.links.resize(1);
    try {
        check_links(description, "fast network");
        FAIL() << "nothing thrown";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "fast network: links has 1 entries, must have one for each of the 2 link "
                     "classes (dimension 0, dimension 1)");
    }
    description.links.resize(2);
    EXPECT_NO_THROW(check_links(description, "fast network"));
}

}  // namespace
}  // namespace flitscope::rtl
