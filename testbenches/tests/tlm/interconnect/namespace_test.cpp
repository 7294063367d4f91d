// A client's file: both TLM-2.0 and this project, and a using-directive for the latter.
#include <tlm>
#include <type_traits>

#include "tlm/interconnect/interconnect.h"

using namespace flitscope;  // NOLINT(google-build-using-namespace): what the test is about

static_assert(std::is_same_v<tl::Payload, tlm::tlm_generic_payload>,
              "tlm:: names the standard's namespace and nothing else");
