#pragma once

#include <vector>

namespace flitscope::analytic {

/// P_k = C(n,k) / (2^n - 1) for k = 1..n: every other node equally likely. Element 0 is k = 1.
std::vector<double> uniform_hops(int dimensions);

/// P_k = 1/n: every distance equally likely. One of two readings of a lost formula
/// (docs/models.md, "Differences from the printed paper").
std::vector<double> spherical_hops(int dimensions);

/// P_k = 2^(n-k) / (2^n - 1): each distance half as likely as the one before. The other reading.
std::vector<double> halving_hops(int dimensions);

/// How messages that correct their differing bits in increasing order spread over the channels
/// 0..n-1 of an n-cube, when P_k of them go k hops, to any node at that distance alike. All per
/// message generated at a node; equations (L.1) to (L.7) of docs/models.md.
struct LeftToRightTraffic {
    /// `hops`: P_1..P_n, not negative, sum 1 (checked by the caller).
    explicit LeftToRightTraffic(const std::vector<double>& hops);

    int dimensions = 0;
    double mean_hops = 0;            ///< h_a
    std::vector<double> transit;     ///< (L.1) messages that reach channel s from another channel
    std::vector<double> generated;   ///< (L.3) messages whose first channel is s; sum 1
    std::vector<double> ends_after;  ///< (L.5) P_{t,s}: part of the traffic on s that ends there
    std::vector<double> generated_ends_after;  ///< (L.7) P1_s: the same of messages starting on s
    /// (L.6) H{j|s} at [s][j]: remaining hops after s of a message that goes on, counted when j is
    /// its next channel; 0 for j <= s.
    std::vector<std::vector<double>> remaining;
    std::vector<std::vector<double>> generated_remaining;  ///< (L.7) H0{j|s}
};

}  // namespace flitscope::analytic
