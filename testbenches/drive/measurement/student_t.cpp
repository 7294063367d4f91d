#include "testbenches/drive/measurement/student_t.h"

#include <cmath>
#include <stdexcept>

namespace flitscope::tb {

namespace {

constexpr double kPi = 3.14159265358979323846;

/// For x >= 0: the argument is halved three times, then the series. std::sqrt is correctly rounded
/// by IEEE 754, unlike the rest of libm.
double arc_tangent(double x) {
    for (int i = 0; i < 3; ++i) {
        x = x / (1 + std::sqrt(1 + x * x));
    }
    double sum = 0;
    for (int power = 29; power >= 1; power -= 2) {
        sum = 1.0 / power - x * x * sum;
    }
    return 8 * x * sum;
}

/// A(t|v): probability of |T| <= t.
double within(double t, int dof) {
    const double squared_cosine = dof / (dof + t * t);
    const double sine = t / std::sqrt(dof + t * t);
    const bool even = dof % 2 == 0;
    double term = even ? 1 : std::sqrt(squared_cosine);
    double sum = dof == 1 ? 0 : term;
    for (int k = even ? 2 : 3; k <= dof - 2; k += 2) {
        term *= squared_cosine * (k - 1) / k;
        sum += term;
    }
    return even ? sine * sum : 2 / kPi * (arc_tangent(t / std::sqrt(1.0 * dof)) + sine * sum);
}

}  // namespace

double student_t_quantile(double confidence, int dof) {
    if (!(confidence > 0 && confidence < 1) || dof < 1) {
        throw std::invalid_argument("student_t_quantile: confidence must be in 0..1, dof >= 1");
    }
    double high = 1;
    while (within(high, dof) < confidence && high < 1e12) {
        high *= 2;
    }
    double low = 0;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (within(middle, dof) < confidence ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace flitscope::tb
