// CHECK: a second model of the same Verilog, and what reports say of loops.
#include "rtl_models/foreign/checked_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "testbenches/tests/rtl_models/foreign/device_run.h"
#include "testbenches/tests/rtl_models/foreign/fake_device.h"

namespace flitscope::tb {
namespace {

using cosim::CheckedDevice;
using cosim::DevicePin;
using cosim::DeviceRemark;
using cosim::FakeDevice;
using cosim::ViolationKind;
using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

const std::vector<DevicePin>& pins() {
    static const std::vector<DevicePin> two = {{"in", true, 8, 1, false},
                                               {"out", false, 40, 2, true}};
    return two;
}

/// Without waves.
class QuietDevice : public cosim::Device {
public:
    cosim::PinStorage pin(int index) override { return pins_.pin(index); }
    std::vector<DeviceRemark> take_remarks() override { return std::exchange(said_, {}); }
    void open_trace(const std::string& /*file*/) override {}
    void write_trace(std::uint64_t /*picoseconds*/) override {}
    void close_trace() override {}

protected:
    FakeDevice pins_{pins()};
    std::vector<DeviceRemark> said_;
};

/// Shows in[0] in element 1 of `out`, and `extra` added.
class AddingDevice final : public QuietDevice {
public:
    explicit AddingDevice(std::function<int(int in)> extra) : extra_(std::move(extra)) {}
    void eval() override {
        const int in = pins_.pin(0).bytes[0];
        const int sum = in + extra_(in);
        const cosim::PinStorage out = pins_.pin(1);
        out.bytes[out.stride] = static_cast<unsigned char>(sum);
        said_.push_back({DeviceRemark::Kind::text, std::to_string(in)});
    }

private:
    std::function<int(int in)> extra_;
};

TEST(CheckedDevice, SaysWhichPinDiffersFirst) {
    const auto nothing = [](int) { return 0; };
    const auto wrong_at_3 = [](int in) { return in == 3 ? 1 : 0; };
    CheckedDevice device(pins(), std::make_unique<AddingDevice>(nothing),
                         std::make_unique<AddingDevice>(wrong_at_3));
    const auto show = [&device](unsigned char in) {
        device.pin(0).bytes[0] = in;
        device.eval();
        return device.take_remarks();
    };
    const auto says = [](const char* text) { return Field(&DeviceRemark::text, text); };
    EXPECT_THAT(show(2), ElementsAre(says("2")));
    EXPECT_EQ(device.pin(1).bytes[device.pin(1).stride], 2);
    EXPECT_THAT(show(3), ElementsAre(says("3"),
                                     AllOf(Field(&DeviceRemark::kind, DeviceRemark::Kind::differs),
                                           says("pin out[1] is 0x3, and 0x4 without "
                                                "optimisations"))));
    EXPECT_EQ(device.pin(1).bytes[device.pin(1).stride], 3);
    EXPECT_THAT(show(4), ElementsAre(says("4")));
}

/// Cannot go on from in[0] == 5.
class EndingDevice final : public QuietDevice {
public:
    void eval() override {
        if (pins_.pin(0).bytes[0] == 5) {
            said_.push_back({DeviceRemark::Kind::fatal, "does not converge"});
        }
    }
};

/// In the last evaluation.
std::vector<DeviceRemark> said_at_5(std::unique_ptr<cosim::Device> first,
                                    std::unique_ptr<cosim::Device> second, int evaluations) {
    CheckedDevice device(pins(), std::move(first), std::move(second));
    device.pin(0).bytes[0] = 5;
    std::vector<DeviceRemark> said;
    for (int i = 0; i < evaluations; ++i) {
        device.eval();
        said = device.take_remarks();
    }
    return said;
}

TEST(CheckedDevice, SaysWhichModelDoesNotSettle) {
    const auto ends = [] { return std::make_unique<EndingDevice>(); };
    const auto goes_on = [] { return std::make_unique<FakeDevice>(pins()); };
    const auto says = [](DeviceRemark::Kind kind, const char* text) {
        return ElementsAre(
            AllOf(Field(&DeviceRemark::kind, kind), Field(&DeviceRemark::text, text)));
    };
    // Nobody may have listened to the first one, in reset.
    for (const int evaluations : {1, 2}) {
        EXPECT_THAT(said_at_5(ends(), goes_on(), evaluations),
                    says(DeviceRemark::Kind::differs, "it settles without optimisations only"));
        EXPECT_THAT(said_at_5(goes_on(), ends(), evaluations),
                    says(DeviceRemark::Kind::differs, "it settles with optimisations only"));
    }
    EXPECT_THAT(said_at_5(ends(), ends(), 1), says(DeviceRemark::Kind::fatal, "does not converge"));
}

constexpr const char* kLoad =
    "router: {virtual_channels: 1, buffer_flits: 4, pipeline: 2}\n"
    "link: {latency: 0}\n"
    "traffic: {load: 0.2, length: 4}\n";

DeviceOutcome run(const char* plugin, int fault) {
    return run_device({plugin, {{"fault_i: 0", "fault_i: " + std::to_string(fault)}}, kLoad, {5}});
}

TEST(CheckedRouter, IsTheRouterWhereBothModelsAgree) {
    const DeviceOutcome checked = run(CHECKED_ROUTER, 0);
    ASSERT_FALSE(checked.violation) << checked.violation->whole_report();
    EXPECT_GT(checked.delivered, 100);
}

// What a loop did in one model looks like a fault of the router.
TEST(RouterWithALoop, IsAccusedOfItWithAWordAboutTheLoop) {
    const DeviceOutcome plain = run(RACING_ROUTER, 23);
    ASSERT_TRUE(plain.violation);
    EXPECT_EQ(plain.violation->kind(), ViolationKind::unknown_flit);
    EXPECT_THAT(
        plain.violation->whole_report(),
        AllOf(
            HasSubstr("\n  its model may be wrong: it was built with WAIVE UNOPTFLAT, with "
                      "combinational loops: "),
            HasSubstr(
                "racing_router.up -> racing_router.down -> racing_router.up (racing_router.sv:21)"),
            HasSubstr("; CHECK in its CMake call compares two models")));
}

class CheckedLoop : public testing::TestWithParam<int> {};

TEST_P(CheckedLoop, IsNotHeldAgainstTheRouter) {
    const DeviceOutcome checked = run(CHECKED_ROUTER, GetParam());
    ASSERT_TRUE(checked.violation);
    EXPECT_EQ(checked.violation->kind(), ViolationKind::models_differ);
    EXPECT_THAT(checked.violation->whole_report(),
                AllOf(HasSubstr(": models differ: pin out_flit["), HasSubstr("racing_router.up")));
}
INSTANTIATE_TEST_SUITE_P(BothWays, CheckedLoop, testing::Values(22, 23));

TEST(CheckedRouter, IsAccusedOfItsOwnFaults) {
    const DeviceOutcome checked = run(CHECKED_ROUTER, 1);
    ASSERT_TRUE(checked.violation);
    EXPECT_EQ(checked.violation->kind(), ViolationKind::wrong_turn);
    EXPECT_THAT(checked.violation->whole_report(),
                HasSubstr("; CHECK has found no difference before"));
}

}  // namespace
}  // namespace flitscope::tb
