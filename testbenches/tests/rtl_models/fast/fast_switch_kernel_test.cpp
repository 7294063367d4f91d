// All forms of the packed switch allocator against the allocator written down sentence by sentence.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

#include "rtl_models/fast/engine/switch_kernel.h"
#include "testbenches/tests/rtl_models/router/allocators/allocation_reference.h"

namespace flitscope::tl {
namespace {

constexpr std::size_t kLanes = SwitchKernel::kLanes;
constexpr std::size_t kInputVcs = 64;  // numbers per router, the same for all shapes

struct Shape {
    unsigned inputs;
    unsigned outputs;
    unsigned vcs;
};

/// Arrays and kernel for a few routers of one shape, numbered as EngineLayout does.
class Routers {
public:
    Routers(Shape of, std::size_t blocks, bool with_links)
        : shape(of),
          stride(shape.vcs + 1),
          routers(blocks * kLanes),
          requests(routers * shape.outputs, 0),
          open(with_links ? requests.size() : 0, ~std::uint64_t{0}),
          of_router(routers, 0),
          input_vcs(routers * kInputVcs),
          input_priority_(routers, 0),
          output_priority_(requests.size(), 0) {
        for (unsigned bit = 0; bit < 64; ++bit) {
            local_of_bit_.push_back(
                static_cast<std::uint8_t>(bit / stride * shape.vcs + bit % stride));
        }
        for (std::size_t r = 0; r < routers; ++r) {
            first_input_vc.push_back(static_cast<std::uint32_t>(kInputVcs * r));
        }
        kernel_.requests = requests.data();
        kernel_.of_router = of_router.data();
        kernel_.input_vcs = input_vcs.data();
        kernel_.open = with_links ? open.data() : nullptr;
        kernel_.input_priority = input_priority_.data();
        kernel_.output_priority = output_priority_.data();
        kernel_.first_input_vc = first_input_vc.data();
        kernel_.local_of_bit = local_of_bit_.data();
        for (unsigned port = 0; port < 64 / stride; ++port) {
            kernel_.low_bits |= std::uint64_t{1} << (port * stride);
            kernel_.guard_bits |= std::uint64_t{1} << (port * stride + shape.vcs);
        }
        kernel_.port_factor = port_factor(shape.vcs);
        kernel_.vcs = shape.vcs;
        kernel_.outputs = shape.outputs;
    }

    std::size_t output(std::size_t router, unsigned port) const {
        return (router / kLanes * shape.outputs + port) * kLanes + router % kLanes;
    }
    /// Input VC (port, vc) of a router requests an output port.
    void request(std::size_t router, unsigned port, unsigned vc, unsigned output_port) {
        const std::uint64_t bit = std::uint64_t{1} << (port * stride + vc);
        requests[output(router, output_port)] |= bit;
        of_router[router] |= bit;
        input_vcs[first_input_vc[router] + port * shape.vcs + vc].output =
            static_cast<std::uint32_t>(output(router, output_port));
    }
    std::set<std::uint32_t> allocate(const SwitchKernelForm& form) {
        std::vector<std::uint32_t> grants(requests.size() + kLanes);
        const std::size_t count = form.allocate(kernel_, 0, routers / kLanes, grants.data());
        std::set<std::uint32_t> winners(grants.begin(),
                                        grants.begin() + static_cast<std::ptrdiff_t>(count));
        EXPECT_EQ(winners.size(), count) << "an input VC was granted twice";
        return winners;
    }

    const Shape shape;
    const unsigned stride;
    const std::size_t routers;
    std::vector<std::uint64_t> requests;
    std::vector<std::uint64_t> open;
    std::vector<std::uint64_t> of_router;
    std::vector<InputVc> input_vcs;
    std::vector<std::uint32_t> first_input_vc;

private:
    std::vector<std::uint64_t> input_priority_;
    std::vector<std::uint64_t> output_priority_;
    std::vector<std::uint8_t> local_of_bit_;
    SwitchKernel kernel_{};
};

/// Random requests of one cycle: every input VC asks for one output or none.
std::vector<rtl::reference::SwitchRequests> draw_requests(Routers& r, std::mt19937& random,
                                                          unsigned one_in) {
    std::vector<rtl::reference::SwitchRequests> open_requests(r.routers);
    std::fill(r.requests.begin(), r.requests.end(), 0);
    std::fill(r.of_router.begin(), r.of_router.end(), 0);
    for (std::uint64_t& open : r.open) {
        open = random() % 3 == 0 ? 0 : ~std::uint64_t{0};
    }
    for (std::size_t router = 0; router < r.routers; ++router) {
        for (unsigned p = 0; p < r.shape.inputs; ++p) {
            for (unsigned v = 0; v < r.shape.vcs; ++v) {
                if (random() % one_in != 0) {
                    continue;
                }
                const auto o = static_cast<unsigned>(random()) % r.shape.outputs;
                r.request(router, p, v, o);
                if (r.open.empty() || r.open[r.output(router, o)] != 0) {
                    open_requests[router][{static_cast<int>(p), static_cast<int>(v)}].insert(
                        static_cast<int>(o));
                }
            }
        }
    }
    return open_requests;
}

void compare_with_reference(const SwitchKernelForm& form, Shape shape, bool with_links,
                            unsigned seed) {
    SCOPED_TRACE(std::string(form.name) + ", inputs " + std::to_string(shape.inputs) +
                 ", outputs " + std::to_string(shape.outputs) + ", VCs " +
                 std::to_string(shape.vcs) + (with_links ? ", links" : "") + ", seed " +
                 std::to_string(seed));
    std::mt19937 random(seed);
    Routers r(shape, 2, with_links);
    std::vector<rtl::reference::SwitchAllocator> references(
        r.routers, rtl::reference::SwitchAllocator(
                       rtl::SwitchAllocatorKind::separable_input, rtl::ArbiterKind::round_robin,
                       static_cast<int>(shape.inputs), static_cast<int>(shape.outputs),
                       static_cast<int>(shape.vcs)));
    for (int cycle = 0; cycle < 60; ++cycle) {
        const unsigned one_in = cycle % 3 == 0 ? 1 : cycle % 3 == 1 ? 4 : 40;
        const auto open_requests = draw_requests(r, random, one_in);
        const std::set<std::uint32_t> winners = r.allocate(form);
        std::set<std::uint32_t> expected;
        for (std::size_t router = 0; router < r.routers; ++router) {
            for (const auto& [input, vc, output] :
                 references[router].allocate(open_requests[router])) {
                expected.insert(r.first_input_vc[router] +
                                static_cast<std::uint32_t>(input) * shape.vcs +
                                static_cast<std::uint32_t>(vc));
            }
        }
        ASSERT_EQ(winners, expected) << "cycle " << cycle;
    }
}

TEST(FastSwitchKernel, EveryFormGrantsWhatTheSpecificationSays) {
    ASSERT_STREQ(switch_kernel_forms().front().name, "portable");
    const Shape shapes[] = {{5, 5, 4},   {7, 7, 3},   {9, 9, 4},  {11, 11, 1}, {12, 12, 4},
                            {21, 21, 2}, {32, 20, 1}, {1, 3, 62}, {2, 2, 31},  {5, 8, 4}};
    for (const SwitchKernelForm& form : switch_kernel_forms()) {
        unsigned seed = 1;
        for (const Shape& shape : shapes) {
            compare_with_reference(form, shape, false, seed);
            compare_with_reference(form, shape, true, seed + 1);
            seed += 2;
        }
    }
}

TEST(FastSwitchKernel, PortFactorFindsThePortOfEveryBit) {
    for (std::uint32_t vcs = 1; vcs < 64; ++vcs) {
        for (std::uint64_t bit = 0; bit <= 64; ++bit) {
            ASSERT_EQ(bit * port_factor(vcs) >> 16, bit / (vcs + 1)) << vcs << " VCs, bit " << bit;
        }
    }
}

TEST(FastSwitchKernel, IsChosenByTheEnvironment) {
    const char* const variable = "FLITSCOPE_SWITCH_KERNEL";
    for (const SwitchKernelForm& form : switch_kernel_forms()) {
        setenv(variable, form.name, 1);
        EXPECT_STREQ(chosen_switch_kernel().name, form.name);
    }
    setenv(variable, "fastest", 1);
    EXPECT_THROW(chosen_switch_kernel(), std::invalid_argument);
    unsetenv(variable);
    EXPECT_STREQ(chosen_switch_kernel().name, switch_kernel_forms().back().name);
}

TEST(FastSwitchKernel, LooksAtNoRouterWithoutRequests) {
    for (const SwitchKernelForm& form : switch_kernel_forms()) {
        Routers r({2, 2, 1}, 3, false);
        r.request(3, 0, 0, 1);
        r.request(20, 1, 0, 1);
        // Not known as a request of its router: who looked nevertheless would grant it.
        r.requests[r.output(12, 1)] = 1;
        EXPECT_EQ(r.allocate(form), (std::set<std::uint32_t>{3 * 64, 20 * 64 + 1})) << form.name;
    }
}

}  // namespace
}  // namespace flitscope::tl
