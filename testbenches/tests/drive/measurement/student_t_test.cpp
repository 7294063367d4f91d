#include "testbenches/drive/measurement/student_t.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace flitscope::tb {
namespace {

TEST(StudentT, AgreesWithPublishedTables) {
    // Abramowitz and Stegun 1964, table 26.10 (two-sided), and the normal limit.
    struct Row {
        int dof;
        double confidence, quantile, tolerance;
    };
    const Row rows[] = {
        {1, 0.90, 6.314, 5e-4},   {1, 0.95, 12.706, 5e-4},  {1, 0.99, 63.657, 5e-4},
        {2, 0.95, 4.303, 5e-4},   {3, 0.99, 5.841, 5e-4},   {5, 0.90, 2.015, 5e-4},
        {10, 0.95, 2.228, 5e-4},  {19, 0.95, 2.093, 5e-4},  {19, 0.99, 2.861, 5e-4},
        {24, 0.998, 3.467, 5e-4}, {30, 0.95, 2.042, 5e-4},  {39, 0.95, 2.0227, 5e-5},
        {60, 0.99, 2.660, 5e-4},  {120, 0.95, 1.980, 5e-4}, {20000, 0.95, 1.96, 5e-4},
    };
    for (const Row& row : rows) {
        EXPECT_NEAR(student_t_quantile(row.confidence, row.dof), row.quantile, row.tolerance)
            << row.dof << " " << row.confidence;
    }
}

TEST(StudentT, RisesWithConfidenceAndFallsWithDegreesOfFreedom) {
    for (int dof = 1; dof < 60; ++dof) {
        EXPECT_GT(student_t_quantile(0.95, dof), student_t_quantile(0.95, dof + 1));
        EXPECT_GT(student_t_quantile(0.951, dof), student_t_quantile(0.95, dof));
    }
}

TEST(StudentT, RefusesWhatHasNoQuantile) {
    EXPECT_THROW(student_t_quantile(1, 5), std::invalid_argument);
    EXPECT_THROW(student_t_quantile(0, 5), std::invalid_argument);
    EXPECT_THROW(student_t_quantile(0.9, 0), std::invalid_argument);
}

}  // namespace
}  // namespace flitscope::tb
