#include "rtl_models/fast/engine/islip_allocation.h"

#include <algorithm>
#include <array>

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/fast/engine/sight.h"

namespace flitscope::tl {

namespace {

/// The lowest set bit at or above `pointer`, else the lowest set bit; there is one.
std::uint32_t round_robin(std::uint64_t requests, std::uint32_t pointer) {
    const std::uint64_t above = requests >> pointer << pointer;
    return static_cast<std::uint32_t>(__builtin_ctzll(above != 0 ? above : requests));
}

std::uint8_t behind(std::uint32_t winner, std::uint32_t requesters) {
    return static_cast<std::uint8_t>(winner + 1 == requesters ? 0 : winner + 1);
}

/// What an arbiter sees of requests by bit of a field, with priorities (SeesAll).
template <bool kSpeedup>
struct SeesTheBestOfFields {
    const std::uint16_t* priorities;  ///< of the request word
    const IslipArbiters& arbiters;

    std::uint64_t of_one(std::uint64_t requests) const {
        return seen_of(requests, [this](int bit) {
            return priorities[kSpeedup ? arbiters.word_bit[static_cast<std::size_t>(bit)] : bit];
        });
    }
};

/// Accept: of the outputs that picked an input, those that its arbiter sees. `field`: of the input.
template <typename Wanted>
std::uint64_t accepted(const SeesAll& /*sees*/, std::uint64_t outputs, const Wanted& /*wanted*/,
                       std::uint64_t /*field*/) {
    return outputs;
}
template <typename Sees, typename Wanted>
std::uint64_t accepted(const Sees& sees, std::uint64_t outputs, const Wanted& wanted,
                       std::uint64_t field) {
    if ((outputs & (outputs - 1)) == 0) {
        return outputs;
    }
    std::uint64_t requests = 0;
    for (std::uint64_t left = outputs; left != 0; left &= left - 1) {
        requests |= wanted[static_cast<std::size_t>(__builtin_ctzll(left))] & field;
    }
    const std::uint64_t seen = sees.of_one(requests);
    std::uint64_t seen_outputs = 0;
    for (std::uint64_t left = outputs; left != 0; left &= left - 1) {
        const bool shown = (wanted[static_cast<std::size_t>(__builtin_ctzll(left))] & seen) != 0;
        seen_outputs |= shown ? left & -left : 0;
    }
    return seen_outputs;
}

template <bool kSpeedup, typename Sees>
void allocate(EngineState& state, std::uint32_t router, const Sees& sees) {
    const EngineLayout& layout = state.layout;
    IslipArbiters& arbiters = state.islip;
    const auto rows = static_cast<std::uint32_t>(kSpeedup ? arbiters.crossbar.speedup : 1);
    const std::uint32_t stride = kSpeedup ? arbiters.stride : layout.stride;
    const std::uint32_t vcs = stride - 1;
    const std::uint32_t inputs = layout.inputs(router) * rows;
    const std::uint32_t outputs = layout.outputs(router);
    const std::uint64_t field = (std::uint64_t{1} << vcs) - 1;
    std::array<std::uint64_t, 64> wanted;  // by output: the requests of unmatched inputs
    std::array<std::uint64_t, 64> picked;  // by input: the outputs that picked it
    std::uint64_t open = 0;                // unmatched outputs with requests
    for (std::uint32_t port = 0; port < outputs; ++port) {
        const std::uint32_t output = layout.output(router, port);
        wanted[port] = state.requests.of_output[output];
        if (!state.open.empty()) {
            wanted[port] &= state.open[output];
        }
        if (kSpeedup) {
            wanted[port] = arbiters.fields_of(wanted[port]);
        }
        open |= std::uint64_t{wanted[port] != 0} << port;
    }
    state.grants.make_room(std::min(inputs, outputs));
    for (int round = 0; round < arbiters.iterations && open != 0; ++round) {
        std::uint64_t asked = 0;  // inputs that an output picked
        for (std::uint64_t left = open; left != 0; left &= left - 1) {
            const auto port = static_cast<std::uint32_t>(__builtin_ctzll(left));
            // A guard bit for every input that requests the output.
            const std::uint64_t asking =
                ((sees.of_one(wanted[port]) | arbiters.guard_bits) - arbiters.low_bits) &
                arbiters.guard_bits;
            const std::uint32_t pointer = arbiters.output[layout.output(router, port)];
            const std::uint32_t p = round_robin(asking, pointer * stride) / stride;
            picked[p] = (asked >> p & 1) != 0 ? picked[p] : 0;
            picked[p] |= std::uint64_t{1} << port;
            asked |= std::uint64_t{1} << p;
        }
        std::uint64_t matched = 0;  // fields of inputs
        for (std::uint64_t left = asked; left != 0; left &= left - 1) {
            const auto p = static_cast<std::uint32_t>(__builtin_ctzll(left));
            std::uint8_t& accept = arbiters.input[layout.input_port(router, 0) * rows + p];
            const std::uint32_t shift = p * stride;
            const std::uint32_t port =
                round_robin(accepted(sees, picked[p], wanted, field << shift), accept);
            const std::uint32_t output = layout.output(router, port);
            std::uint8_t& vc = arbiters.vc[std::size_t{output} * layout.max_inputs * rows + p];
            const std::uint32_t v =
                round_robin(sees.of_one(wanted[port] & field << shift) >> shift, vc);
            const std::uint32_t local = kSpeedup ? arbiters.local_of[shift + v] : p * vcs + v;
            state.grants.push(layout.first_input_vc[router] + local);
            vc = behind(v, vcs);
            if (round == 0) {
                arbiters.output[output] = behind(p, inputs);
                accept = behind(port, outputs);
            }
            matched |= field << shift;
            open &= ~(std::uint64_t{1} << port);
        }
        for (std::uint64_t left = open; left != 0; left &= left - 1) {
            const auto port = static_cast<std::uint32_t>(__builtin_ctzll(left));
            wanted[port] &= ~matched;
            open &= ~(std::uint64_t{wanted[port] == 0} << port);
        }
    }
}

template <bool kSpeedup>
void allocate(EngineState& state, std::size_t first, std::size_t last) {
    for (std::size_t router = first; router < last; ++router) {
        const auto id = static_cast<std::uint32_t>(router);
        if (!state.requests.any(router, router + 1)) {
            continue;
        }
        if (state.priorities) {
            allocate<kSpeedup>(
                state, id,
                SeesTheBestOfFields<kSpeedup>{state.priorities->of_word(id), state.islip});
        } else {
            allocate<kSpeedup>(state, id, SeesAll());
        }
    }
}

}  // namespace

void IslipArbiters::build(const EngineLayout& layout, const rtl::CrossbarInputs& inputs,
                          int rounds) {
    iterations = rounds;
    crossbar = inputs;
    stride = static_cast<std::uint32_t>(crossbar.indices() + 1);
    for (std::uint32_t first = 0; first + stride <= 64; first += stride) {
        low_bits |= std::uint64_t{1} << first;
        guard_bits |= std::uint64_t{1} << (first + stride - 1);
    }
    for (std::uint32_t local = 0; local < layout.port_of_local.size(); ++local) {
        const int port = layout.port_of_local[local];
        const int v = layout.vc_of_local[local];
        const std::uint32_t bit = static_cast<std::uint32_t>(crossbar.input(port, v)) * stride +
                                  static_cast<std::uint32_t>(crossbar.index(v));
        const std::uint32_t of_word =
            layout.bit_of(static_cast<std::uint32_t>(port), static_cast<std::uint32_t>(v));
        field_bit[of_word] = static_cast<std::uint8_t>(bit);
        word_bit[bit] = static_cast<std::uint8_t>(of_word);
        local_of[bit] = static_cast<std::uint8_t>(local);
    }
    const auto rows = static_cast<std::size_t>(crossbar.speedup);
    output.resize(layout.all_outputs, 0);
    input.resize(layout.input_vcs / layout.vcs * rows, 0);
    vc.resize(std::size_t{layout.all_outputs} * layout.max_inputs * rows, 0);
}

void allocate_islip(EngineState& state, std::size_t first, std::size_t last) {
    state.islip.crossbar.speedup == 1 ? allocate<false>(state, first, last)
                                      : allocate<true>(state, first, last);
}

}  // namespace flitscope::tl
