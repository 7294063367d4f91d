#include "rtl_models/router/header_pins.h"

#include <algorithm>

namespace flitscope::rtl {

bool same(const HeaderPins& a, const HeaderPins& b) {
    if (a.error != b.error || a.header != b.header || !a.header) {
        return a.error == b.error && a.header == b.header;
    }
    // What is in an entry that is not valid was served, or was never there.
    const auto equal = [](const HeaderPins::Entry& x, const HeaderPins::Entry& y) {
        return x.valid == y.valid &&
               (!x.valid || (x.address == y.address && x.control == y.control));
    };
    return a.more == b.more && a.routing == b.routing && a.first_port == b.first_port &&
           std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      equal);
}

HeaderPins header_pins(const Flit& flit, const HeaderParameters& headers) {
    HeaderPins pins;
    pins.error = flit.error;
    if (flit.header == nullptr) {
        return pins;
    }
    const std::vector<HeaderEntry>& all = flit.header->entries;
    const auto per_flit = static_cast<std::size_t>(headers.entries());
    const std::size_t first = flit.index * per_flit;
    if (first >= all.size()) {
        return pins;
    }
    const std::size_t behind = std::min(all.size(), first + per_flit);
    pins.header = true;
    pins.more = behind < all.size();
    pins.routing = flit.header->routing;
    pins.first_port = flit.header->first_port;
    for (std::size_t i = first; i < behind; ++i) {
        pins.entries.push_back(
            {i >= flit.served, all[i].address, static_cast<int>(all[i].control)});
    }
    pins.entries.resize(per_flit);
    return pins;
}

}  // namespace flitscope::rtl
