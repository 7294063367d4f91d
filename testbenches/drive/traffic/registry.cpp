#include "testbenches/drive/traffic/registry.h"

#include "testbenches/drive/traffic/arrivals/arrivals.h"
#include "testbenches/drive/traffic/lengths/lengths.h"
#include "testbenches/drive/traffic/patterns/patterns.h"

namespace flitscope::tb {

namespace {

template <typename Entry>
const Entry* find_entry(const std::vector<Entry>& list, const std::string& name) {
    for (const Entry& entry : list) {
        if (entry.name == name) {
            return &entry;
        }
    }
    return nullptr;
}

}  // namespace

const std::vector<PatternEntry>& patterns() {
    static const std::vector<PatternEntry> list = {
        uniform_entry(),   bit_complement_entry(), bit_reverse_entry(),
        transpose_entry(), shuffle_entry(),        tornado_entry(),
        neighbor_entry(),  hotspot_entry(),        none_entry(),
    };
    return list;
}

const std::vector<ArrivalEntry>& arrivals() {
    static const std::vector<ArrivalEntry> list = {
        bernoulli_entry(), poisson_entry(), periodic_entry(), on_off_entry(), once_entry(),
    };
    return list;
}

const std::vector<LengthEntry>& lengths() {
    static const std::vector<LengthEntry> list = {
        fixed_length_entry(),
        exponential_length_entry(),
        geometric_length_entry(),
        bimodal_length_entry(),
    };
    return list;
}

const PatternEntry* find_pattern(const std::string& name) { return find_entry(patterns(), name); }
const ArrivalEntry* find_arrival(const std::string& name) { return find_entry(arrivals(), name); }
const LengthEntry* find_length(const std::string& name) { return find_entry(lengths(), name); }

}  // namespace flitscope::tb
