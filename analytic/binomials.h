#pragma once

#include <vector>

namespace flitscope::analytic {

/// Pascal's triangle up to row n, with C(a, b) = 0 outside 0 <= b <= a as the sums of the models
/// assume. Exact up to 2^53.
class Binomials {
public:
    explicit Binomials(int n) : rows_(n + 1) {
        for (int a = 0; a <= n; ++a) {
            rows_[a].assign(a + 1, 1.0);
            for (int b = 1; b < a; ++b) {
                rows_[a][b] = rows_[a - 1][b - 1] + rows_[a - 1][b];
            }
        }
    }

    /// a <= n
    double operator()(int a, int b) const { return b < 0 || b > a ? 0.0 : rows_[a][b]; }

private:
    std::vector<std::vector<double>> rows_;
};

}  // namespace flitscope::analytic
