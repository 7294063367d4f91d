#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// The paths of all keys that take a value, options of parts included: "router.pipeline", ... Keys
/// that depend on the topology (link classes) or belong to models are not among them.
const std::vector<std::string>& known_keys();

/// The keys that a single word may mean, as `--load` of a command line: a whole path, the last word
/// of one or several, the name another simulator has for one, else the nearest last word; dashes
/// stand for underscores. None: nothing like it.
std::vector<std::string> keys_meant_by(std::string word);

}  // namespace flitscope::tb
