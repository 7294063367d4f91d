#pragma once

namespace flitscope::tb {

/// Natural logarithms from + - * / and a table only, so that every machine gets the same bits (libm
/// does not promise that; compile with -ffp-contract=off). They decide cycles and lengths.
///
/// Method: x = 2^e * m, 1 <= m < 2, c the middle of the 1/32 that holds m: ln x = e ln 2 + ln c +
/// 2 artanh((m - c) / (m + c)), the last by its series up to z^9. Source: own choice.

/// ln x for finite, normal x > 0. Absolute error below 2^-51 * (1 + |ln x|).
double natural_log(double x);

/// ln(1 - p) for 0 <= p < 1, relative error below 2^-49 also for tiny p.
double log_one_minus(double p);

}  // namespace flitscope::tb
