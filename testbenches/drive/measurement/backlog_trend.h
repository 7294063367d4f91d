#pragma once

#include "testbenches/drive/measurement/batch_means.h"

namespace flitscope::tb {

/// Messages generated but not delivered, wherever they wait: their time average per batch, and
/// whether it keeps growing.
///
/// Stored as message-cycles: every change adds or subtracts the rest of the batch. These are
/// integers, so the order of changes within a cycle does not matter.
class BacklogTrend {
public:
    BacklogTrend() = default;
    /// backlog: at the start of the first batch.
    BacklogTrend(const BatchGrid& grid, std::int64_t backlog);

    /// One message more (+1) or less (-1) from `edge` on; edge <= grid boundary.
    void change(rtl::Cycle edge, int by) {
        backlog_ += by;
        area_[static_cast<std::size_t>(grid_.completed())] += by * (grid_.boundary() - edge);
    }
    void complete_batch();
    /// The average grew over the last three batches, each time beyond the confidence interval of
    /// the difference, and by at least `nodes` in all. False with fewer than 20 batches.
    ///
    /// The standard deviation of a difference is that of all successive differences about their
    /// mean: steady growth stays visible, and slow fluctuations count as noise.
    bool grows(std::int64_t nodes, double confidence) const;
    /// Whether a straight line through the averages of all batches rises, with this confidence
    /// (two-sided: at 0.99, one in 200 steady ones does): the network may still be filling.
    /// Deviations are modelled as a first-order autoregressive process. False with fewer than 20.
    bool rises(double confidence) const;

private:
    double average(int batch) const {
        return static_cast<double>(area_[static_cast<std::size_t>(batch)]) /
               static_cast<double>(grid_.length());
    }

    BatchGrid grid_;
    std::int64_t backlog_ = 0;
    BatchGrid::Batches<std::int64_t> area_{};  ///< message-cycles
};

}  // namespace flitscope::tb
