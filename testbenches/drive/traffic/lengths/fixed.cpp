#include "testbenches/drive/traffic/lengths/lengths.h"

namespace flitscope::tb {

namespace {

class Fixed : public LengthDistribution {
public:
    explicit Fixed(std::uint32_t flits) : flits_(flits) {}
    std::uint32_t length(std::uint64_t /*random_bits*/) const override { return flits_; }
    double mean() const override { return flits_; }
    std::uint32_t longest() const override { return flits_; }
    std::uint32_t shortest() const override { return flits_; }

private:
    std::uint32_t flits_;
};

}  // namespace

LengthEntry fixed_length_entry() {
    return {"fixed",
            {whole_number("mean", 1, INT32_MAX, "flits of every message").required()},
            [](const Options& options) {
                return std::make_unique<Fixed>(static_cast<std::uint32_t>(options.integer("mean")));
            }};
}

}  // namespace flitscope::tb
