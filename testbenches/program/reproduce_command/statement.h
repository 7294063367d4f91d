#pragma once

#include <string>
#include <vector>

#include "testbenches/program/reproduce_command/expression.h"

namespace flitscope::tb {

/// One condition on curves (docs/reproduce.md).
struct StatementTest {
    enum class Kind { order, value, rises, falls };

    Kind kind = Kind::value;
    std::vector<std::string> expressions;  ///< of `order` two or more, else one
    double by = 1;                         ///< but for `value`: least factor between two values
    double low = 0;                        ///< of `value`
    double high = 0;                       ///< of `value`
    XRange range;
};

/// What a paper says about a figure.
struct Statement {
    std::string text;
    std::string page;
    std::vector<StatementTest> tests;  ///< all must be met
    std::string correction;            ///< of the paper, by name; "": none
    std::vector<StatementTest> with_correction;
    std::string because;  ///< why it does not hold, or is undecided
};

/// The outcome of one test, at the x that decides.
struct Finding {
    bool met = false;
    bool undecided = false;  ///< a longer run may meet it: it is off by less than the interval of
                             ///< the figures, or a run is undecided
    std::string measured;    ///< "rs / si = 1.76 at x = 0.6"; "": a value is missing
    std::string wanted;      ///< "1.98 to 2.02"
    double off = 0;          ///< by how much the value is out of the range, as a share of its limit
};

Finding judge(const StatementTest& test, const Curves& curves);

enum class VerdictKind { holds, with_correction, does_not_hold, undecided, not_judged };

struct Verdict {
    VerdictKind kind = VerdictKind::not_judged;
    std::vector<Finding> findings;  ///< of `tests`; of `with_correction` if that was tried
    std::string missing;            ///< not judged: why
};

/// "holds", "holds with correction", ...
std::string name_of(VerdictKind kind);
/// "holds", "holds_corrected", "fails", "undecided", "not_judged".
std::string key_of(VerdictKind kind);

Verdict judge(const Statement& statement, const Curves& curves);

/// Whether the file of the figure says why it does not hold or is undecided.
bool is_explained(const Statement& statement, const Verdict& verdict);

/// What was measured, and what is wanted where that is not met: "a = 3 at x = 1, wanted 1 to 2: 50
/// % off".
std::string summary(const Verdict& verdict);

}  // namespace flitscope::tb
