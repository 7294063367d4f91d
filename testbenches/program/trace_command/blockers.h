#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/program/trace_command/message_report.h"

namespace flitscope::tb {

/// Who kept a message waiting, and how.
struct Blocker {
    enum class By {
        source_queue,  ///< it was in front of it in the source queue
        front,         ///< ... in the input buffer
        vc,            ///< it held the output VC
        vc_turn,       ///< the VC allocator served it first
        output,        ///< it crossed to the same output most of the time
        input,         ///< ... from the same input
        next_buffer    ///< it filled the buffer behind the output VC
    };
    rtl::MessageId message = 0;
    By by = By::front;
};
const char* name_of(Blocker::By by);  ///< in JSON
std::string text_of(const Blocker& blocker);

/// The ways of all messages of a recorded run, and which message blocked which on them.
class Blockers {
public:
    /// The run outlives it.
    explicit Blockers(const RecordedRun& run);

    const std::map<rtl::MessageId, MessageReport>& reports() const { return reports_; }
    /// None: the step waited for no message, or for none that was recorded.
    std::optional<Blocker> of(rtl::MessageId message, const MessageStep& step) const;

private:
    using Port = std::pair<topo::NodeId, int>;
    /// A message used a place in these cycles, `to` included.
    struct Use {
        rtl::Cycle from = 0;
        rtl::Cycle to = rtl::kNever;
        rtl::MessageId message = 0;
        int vc = 0;
    };
    using Uses = std::map<Port, std::vector<Use>>;

    void add(rtl::MessageId id, const MessageWay& way);
    void add_grants(const RecordedMessage& message);
    /// Cycles in which one message waited.
    struct Wait {
        rtl::MessageId message;
        rtl::Cycle from, to;  ///< `to` excluded
    };
    /// How the other messages crossed in these cycles.
    struct Crossings {
        rtl::MessageId most = 0;  ///< the one that did so most often
        rtl::Cycle cycles = 0;    ///< of all of them
    };
    /// The last other one at this place that came before the wait ended; `vc`: -1 for any.
    static std::optional<Use> last(const Uses& uses, Port at, const Wait& wait, int vc);
    static Crossings crossings(const Uses& grants, Port at, const Wait& wait);
    std::optional<Blocker> of_vc(const Wait& wait, Port output, int vc) const;
    std::optional<Blocker> of_switch(const Wait& wait, Port input, Port output, int vc) const;
    std::optional<Blocker> of_next_buffer(const Wait& wait, Port output, int vc) const;

    const topo::Topology* topology_;
    std::map<rtl::MessageId, MessageReport> reports_;
    Uses buffers_;   ///< [input port] from the head's coming to the tail's leaving
    Uses channels_;  ///< [output port] from the grant of the VC to that of the tail
    Uses outputs_;   ///< [output port] flits
    Uses inputs_;    ///< [input port] flits
};

}  // namespace flitscope::tb
