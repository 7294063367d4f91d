#pragma once

#include <cstddef>
#include <string>

namespace flitscope::tb {

/// Colour of the curve or message of this number, as "#0072b2". No two of a picture are the same.
///
/// The first six are those of Okabe and Ito (2008), which colour-blind readers can tell apart;
/// their yellow and black are left out: one cannot be seen on white, the other not on a dark page.
/// After ten the hues are spread by the golden ratio (own choice).
std::string colour(std::size_t number);

}  // namespace flitscope::tb
