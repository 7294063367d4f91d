#pragma once

namespace flitscope::tb {

/// Two-sided quantile of Student's t: |T| <= t with probability `confidence` (0 < confidence < 1),
/// `dof` >= 1 degrees of freedom. Relative error below 1e-9.
///
/// Uses only + - * / and square roots, so that every machine computes the same bits: the result
/// decides when a run ends. Source: distribution A(t|v) for integer v, Abramowitz and Stegun 1964,
/// 26.7.3 and 26.7.4, inverted by bisection. Throws std::invalid_argument.
double student_t_quantile(double confidence, int dof);

}  // namespace flitscope::tb
