#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// The paths of all keys that take a value, options of parts included: "router.pipeline", ... Keys
/// that depend on the topology (link classes) or belong to models are not among them.
const std::vector<std::string>& known_keys();

/// The keys that a single word may mean, as `--load` of a command line: a whole path, the last word
/// of one or several, the name another simulator has for one, a section (the key that names what it
/// describes), else the nearest last word; dashes stand for underscores. None: nothing like it.
std::vector<std::string> keys_meant_by(std::string word);

/// How a key is written that stands where it does not belong, as `did you mean` names it: the paths
/// of keys whose last word it is, or the section of one whose path it is; "": nothing like it.
std::string key_in_its_place(const std::string& key, const std::string& value);

/// A section that has one word as its value, as other simulators write it: what is meant; "": none.
std::string section_from_word(const std::string& section, const std::string& word);

}  // namespace flitscope::tb
