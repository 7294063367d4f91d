#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

/// On and off periods are geometric, so the rest of one is distributed like a whole one. Random
/// numbers are indexed by the edge they are drawn for: the first edge that a gap could end at, the
/// first edge of a period.
class OnOff : public ArrivalProcess {
public:
    OnOff(double rate, double on_mean, double off_mean, std::uint64_t seed)
        : gap_(rate * (on_mean + off_mean) / on_mean),
          on_(1 / on_mean),
          off_(1 / off_mean),
          on_first_(probability_threshold(on_mean / (on_mean + off_mean))),
          gaps_(seed, RandomPurpose::arrival),
          ons_(seed, RandomPurpose::on_period),
          offs_(seed, RandomPurpose::off_period),
          phases_(seed, RandomPurpose::phase) {}

    rtl::Cycle next(topo::NodeId node, std::uint64_t index, ArrivalState& state) const override {
        std::int64_t first = state.time + 1;  // edge at which the next message could come
        auto end = static_cast<std::int64_t>(state.aux & ~kSearching);  // of the on period
        if (index == 0 && found(state)) {
            end = phases_.at(node, 0) < on_first_ ? on_.sample(ons_.at(node, 0)) : 0;
        }
        for (int looks = 0; end < kLast; ++looks) {
            if (looks == kMostLooks) {
                state = {first - 1, static_cast<std::uint64_t>(end) | kSearching};
                return first;
            }
            const std::int64_t edge = first - 1 + gap_.sample(draw(gaps_, node, first));
            if (edge < end) {
                state = {edge, static_cast<std::uint64_t>(end)};
                return edge;
            }
            first = end + off_.sample(draw(offs_, node, end));
            end = first + on_.sample(draw(ons_, node, first));
        }
        return rtl::kNever;
    }

    bool found(const ArrivalState& state) const override { return (state.aux & kSearching) == 0; }

private:
    static constexpr std::int64_t kLast = std::int64_t{1} << 60;
    static constexpr std::uint64_t kSearching = std::uint64_t{1} << 63;
    static constexpr int kMostLooks = 64;  // into on periods; own choice: microseconds

    static std::uint64_t draw(const RandomNumbers& numbers, topo::NodeId node, std::int64_t edge) {
        return numbers.at(node, static_cast<std::uint64_t>(edge));
    }

    GeometricDistribution gap_, on_, off_;
    std::uint64_t on_first_;
    RandomNumbers gaps_, ons_, offs_, phases_;
};

}  // namespace

ArrivalEntry on_off_entry() {
    return {"on_off",
            {real_number("on_mean", 1, 1e9, "mean on period, cycles").required(),
             real_number("off_mean", 1, 1e9, "mean off period, cycles").required()},
            [](double rate, std::uint64_t seed,
               const Options& options) -> std::unique_ptr<ArrivalProcess> {
                const double on = options.real("on_mean");
                const double off = options.real("off_mean");
                if (!(rate > 0)) {
                    return bernoulli_entry().make(0, seed, {});
                }
                if (rate * (on + off) > on) {
                    throw OptionError(
                        "rate",
                        "on_off cannot reach this rate: more than one message a cycle in "
                        "the on periods; at most on_mean / (on_mean + off_mean)");
                }
                return std::make_unique<OnOff>(rate, on, off, seed);
            }};
}

}  // namespace flitscope::tb
