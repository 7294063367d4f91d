#pragma once

#include <string>
#include <vector>

namespace flitscope::tb {

/// The paths of all keys that take a value, options of parts included: "router.pipeline", ... Keys
/// that depend on the topology (link classes) or belong to models are not among them.
const std::vector<std::string>& known_keys();

/// The keys that a single word may mean, as `--load` of a command line: a whole path, the last word
/// of one or several, the name that another simulator has for one, a section (the key that names
/// what it describes), otherwise the nearest last word. Dashes stand for underscores. Empty: no
/// similar key.
std::vector<std::string> keys_meant_by(std::string word);

/// The correct spelling of a misplaced key for `did you mean`: the paths of keys whose last word it
/// is, or the section of one whose path it is; "": no similar key.
std::string key_in_its_place(const std::string& key, const std::string& value);

/// The meaning of a section whose value is a single word, as other simulators write it; "": none.
std::string section_from_word(const std::string& section, const std::string& word);

}  // namespace flitscope::tb
