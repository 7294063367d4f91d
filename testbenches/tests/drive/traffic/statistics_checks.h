#pragma once

#include <cmath>
#include <vector>

namespace flitscope::tb {

/// (chi-square - dof) / sqrt(2 dof): about standard normal when the counts follow the expectation;
/// |z| < 5 fails by accident once in a million. Cells must expect at least about 10.
inline double chi_square_z(const std::vector<double>& counts, const std::vector<double>& expected) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
    }
    const double dof = static_cast<double>(counts.size()) - 1;
    return (sum - dof) / std::sqrt(2 * dof);
}

}  // namespace flitscope::tb
