#include "testbenches/drive/traffic/registry.h"

#include "common/named_entries.h"

namespace flitscope::tb {

const std::vector<PatternEntry>& patterns() {
    static const std::vector<PatternEntry> list = {
        uniform_entry(),          bit_complement_entry(), bit_reverse_entry(),
        transpose_entry(),        shuffle_entry(),        tornado_entry(),
        neighbor_entry(),         hotspot_entry(),        spherical_entry(),
        hop_distribution_entry(), cluster_local_entry(),  next_group_entry(),
        request_reply_entry(),    none_entry(),
    };
    return list;
}

const std::vector<ArrivalEntry>& arrivals() {
    static const std::vector<ArrivalEntry> list = {
        bernoulli_entry(), poisson_entry(), periodic_entry(),
        on_off_entry(),    once_entry(),    trace_entry(),
    };
    return list;
}

const PatternEntry& find_pattern(const std::string& name) {
    return find_entry(patterns(), &PatternEntry::name, name, "pattern");
}
const ArrivalEntry& find_arrival(const std::string& name) {
    return find_entry(arrivals(), &ArrivalEntry::name, name, "arrivals");
}
const LengthEntry& find_length(const std::string& name) {
    return find_entry(lengths(), &LengthEntry::name, name, "length");
}

}  // namespace flitscope::tb
