#include "rtl_models/foreign/checked_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace flitscope::cosim {

namespace {

std::string hexadecimal(const PinStorage& storage, std::ptrdiff_t element) {
    std::string digits;
    for (int i = storage.stride - 1; i >= 0; --i) {
        digits += fmt::format("{:02x}", storage.bytes[element * storage.stride + i]);
    }
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return "0x" + digits;
}

bool is_fatal(const DeviceRemark& remark) { return remark.kind == DeviceRemark::Kind::fatal; }

bool fatal(const std::vector<DeviceRemark>& remarks) {
    return std::any_of(remarks.begin(), remarks.end(), is_fatal);
}

}  // namespace

CheckedDevice::CheckedDevice(const std::vector<DevicePin>& pins, std::unique_ptr<Device> first,
                             std::unique_ptr<Device> second)
    : first_(std::move(first)), second_(std::move(second)) {
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const int index = static_cast<int>(i);
        (pins[i].input ? inputs_ : outputs_)
            .push_back({&pins[i], first_->pin(index), second_->pin(index)});
    }
}

void CheckedDevice::eval() {
    for (const Pair& input : inputs_) {
        std::memcpy(input.second.bytes, input.first.bytes, input.bytes());
    }
    // The remarks of both models come from one box.
    first_->eval();
    std::vector<DeviceRemark> said = first_->take_remarks();
    second_->eval();
    const bool first_ends = fatal(said);
    const bool second_ends = fatal(second_->take_remarks());
    if (!ended_ && (first_ends || second_ends)) {
        ended_ = true;
        end_ = first_ends && second_ends ? ""
               : first_ends              ? "it settles without optimisations only"
                                         : "it settles with optimisations only";
    }
    const std::string problem = ended_ ? end_ : difference();
    if (!problem.empty()) {
        said.erase(std::remove_if(said.begin(), said.end(), is_fatal), said.end());
        said.push_back({DeviceRemark::Kind::differs, problem});
    }
    std::copy(said.begin(), said.end(), std::back_inserter(remarks_));
}

/// The first output that differs; empty: there is none.
std::string CheckedDevice::difference() const {
    for (const Pair& output : outputs_) {
        const unsigned char* const begin = output.first.bytes;
        const unsigned char* const end = begin + output.bytes();
        const unsigned char* const differs = std::mismatch(begin, end, output.second.bytes).first;
        if (differs != end) {
            const auto element = (differs - begin) / output.first.stride;
            return fmt::format("pin {}{} is {}, and {} without optimisations", output.pin->name,
                               output.pin->array ? fmt::format("[{}]", element) : "",
                               hexadecimal(output.first, element),
                               hexadecimal(output.second, element));
        }
    }
    return "";
}

std::vector<DeviceRemark> CheckedDevice::take_remarks() { return std::exchange(remarks_, {}); }

std::unique_ptr<Device> make_checked_device(const DeviceModel& model, const std::string& instance,
                                            std::uint32_t seed) {
    std::unique_ptr<Device> first = model.make_device(instance, seed);
    std::unique_ptr<Device> second = model.make_second(instance, seed);
    if (second == nullptr) {
        return first;
    }
    return std::make_unique<CheckedDevice>(model.pins(), std::move(first), std::move(second));
}

}  // namespace flitscope::cosim
