// Pin descriptions, changed at random: read and fitted to pins and network, or refused with a
// place.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_setup.h"
#include "rtl_models/cosim/plugin_loader.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/tests/support/text_mutator.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

const std::vector<std::string>& description_pieces() {
    static const std::vector<std::string> list = {
        "pin: ",     "pins: [",      "width: ",      "order: msb_first",
        "stride: ",  "offset: ",     "array: true",  "local: false",
        "at: ",      "holds: ",      "coordinate:",  "vcs: ",
        "in_valid",  "busy",         "my_x",         "+0",
        "-1",        "local",        "kind: credit", "kind: on_off",
        "initial: ", "kind: length", "watchdog: ",   "history: ",
        "reset: ",   "tie: ",        "0xffffffffff", "codec",
        "constant",  "output_port",  "one_hot",      "quiet_after: ",
        "cycles: "};
    return list;
}

/// Whether it was accepted. A refusal names the file and is one line; everything else is thrown on.
bool takes(const rtl::NetworkDescription& network,
           const std::shared_ptr<const cosim::DeviceModel>& model, const std::string& text) {
    std::string message;
    try {
        const cosim::DeviceSetup setup(network, model, read_device_description("pins.yaml", text));
        return true;
    } catch (const ConfigError& error) {
        message = error.what();
    } catch (const cosim::DescriptionError& error) {
        message = error.what();
    }
    EXPECT_EQ(message.rfind("pins.yaml:", 0), 0U) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return false;
}

TEST(DescriptionFuzz, MutatedDescriptionsAreTakenOrRefusedWithAPlace) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}});
    const auto routing = topo::make_routing("dimension_order", *mesh, {});
    rtl::NetworkDescription network;
    network.topology = mesh.get();
    network.routing = routing.get();
    network.router.virtual_channels = 1;
    const auto toy = cosim::load_plugin(TOY_ROUTER).devices.front();
    const std::vector<std::string> texts = {
        toy->description_text(), cosim::load_plugin(OUR_ROUTER).devices.front()->description_text()};
    ASSERT_TRUE(takes(network, toy, texts[0]));
    ASSERT_FALSE(takes(network, toy, texts[1]));
    std::uint32_t taken = 0;
    constexpr std::uint32_t kInputs = 4000;
    for (std::uint32_t seed = 0; seed < kInputs; ++seed) {
        TextMutator mutator(seed, description_pieces());
        const std::string text = mutator.mutate(texts[0], texts);
        ASSERT_NO_THROW(taken += takes(network, toy, text) ? 1 : 0) << "seed " << seed << "\n---\n"
                                                                    << text;
        ASSERT_FALSE(HasFailure()) << "seed " << seed << "\n---\n" << text;
    }
    EXPECT_GT(taken, kInputs / 100) << "the mutations leave nothing to take";
}

}  // namespace
}  // namespace flitscope::tb
