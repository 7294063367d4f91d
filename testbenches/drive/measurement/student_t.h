#pragma once

namespace flitscope::tb {

/// Two-sided quantile of Student's t: |T| <= t with probability `confidence` (0 < confidence < 1),
/// `dof` >= 1 degrees of freedom. Relative error below 1e-9.
///
/// Uses only + - * / and square roots, so that every machine computes the same bits: the result
/// decides when a run ends. Source: distribution A(t|v) for integer v, Abramowitz and Stegun 1964,
/// 26.7.3 and 26.7.4, inverted by bisection. Throws std::invalid_argument.
double student_t_quantile(double confidence, int dof);

/// The accuracy of a mean of n independent values that are not normally distributed: the half width
/// of its confidence interval in standard errors, never below Student's t with n-1 degrees of
/// freedom.
///
/// skewness, kurtosis (3: normal): of the values, as estimated from them.
/// - What the standard error is worth: the variance estimated from n values has 2n / (kurtosis - 1)
///   degrees of freedom instead of n-1, at least 3 (Satterthwaite's argument).
/// - Where the mean lies: the longer arm of Willink's interval, the inverse of Johnson's cubic
///   expansion of t (R. Willink, A confidence interval and test for the mean of an asymmetric
///   distribution, Communications in Statistics - Theory and Methods 34, 2005; Skart uses this
///   transformation, too). A skewness that normal values often show (its square at most 12/n)
///   counts as 0.
double skewed_mean_factor(double confidence, int n, double skewness, double kurtosis);

}  // namespace flitscope::tb
