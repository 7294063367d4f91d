#pragma once

#include <array>

#include "rtl_models/router/pin_vectors.h"
#include "rtl_models/signal/bundles/pin_fields.h"

namespace flitscope::cosim {

/// The fields of a T that form one vector in Verilog, which has the port's name. The other fields
/// of PinFields have separate pins.
template <typename T>
constexpr std::array<rtl::VectorField, 0> kVectorOf = {};
template <>
inline constexpr auto kVectorOf<rtl::Flit> = rtl::kFlitVector;
template <>
inline constexpr auto kVectorOf<rtl::PerVc<rtl::Flit>> = rtl::kFlitVector;
template <>
inline constexpr auto kVectorOf<rtl::Heads> = rtl::kHeadVector;
template <>
inline constexpr auto kVectorOf<rtl::HeaderActions> = rtl::kActionVector;

}  // namespace flitscope::cosim
