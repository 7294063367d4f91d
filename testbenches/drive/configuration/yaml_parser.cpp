// parse_yaml: the events of yaml-cpp become a ConfigNode. Events rather than YAML::Node, because
// they show duplicate keys, quoting and aliases, and can be stopped at a limit.
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cwchar>
#include <locale>
#include <map>
#include <set>
#include <sstream>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

namespace {

/// Number of bytes of the UTF-8 character at `at`, or 0 when there is none.
std::size_t utf8_length(const std::string& text, std::size_t at) {
    using Utf8 = std::codecvt<char32_t, char, std::mbstate_t>;
    std::mbstate_t state{};
    const int length = std::use_facet<Utf8>(std::locale::classic())
                           .length(state, text.data() + at, text.data() + text.size(), 1);
    // The library accepts halves of UTF-16 pairs as characters.
    const bool half = length == 3 && text[at] == '\xED' && (text[at + 1] & 0x20) != 0;
    return half ? 0 : static_cast<std::size_t>(length);
}

/// What the parser says, for people who know no parsers.
std::string in_plain_words(const std::string& message) {
    static const std::map<std::string, std::string> words = {
        {YAML::ErrorMsg::END_OF_MAP_FLOW, "this { has no }"},
        {YAML::ErrorMsg::END_OF_SEQ_FLOW, "this [ has no ]"},
        {YAML::ErrorMsg::FLOW_END, "this bracket closes none that is open"},
        {YAML::ErrorMsg::END_OF_MAP, "this line is not indented like those above it"},
        {YAML::ErrorMsg::END_OF_SEQ, "this line is not indented like those above it"},
        {YAML::ErrorMsg::EOF_IN_SCALAR,
         "here or behind it begins text in quotes that does not end"}};
    const auto found = words.find(message);
    return found == words.end() ? shortened(message) : found->second;
}

class TreeBuilder : public YAML::EventHandler {
public:
    TreeBuilder(const std::string& source, bool from_override, int first_column)
        : source_(std::make_shared<const std::string>(source)),
          from_override_(from_override),
          first_column_(first_column) {}

    void check_text(const std::string& text) const {
        if (text.size() > kMaxConfigBytes) {
            fail(0, 0, "larger than a configuration may be",
                 std::to_string(kMaxConfigBytes) + " bytes at most");
        }
        int line = 0;
        int column = 0;
        for (std::size_t at = 0; at < text.size(); ++column) {
            const std::size_t length = utf8_length(text, at);
            if (length == 0 || text[at] == '\0') {
                fail(line, column, "not text", "UTF-8 without NUL characters");
            }
            if (text[at] == '\n') {
                ++line;
                column = -1;
            }
            at += length;
        }
    }

    ConfigNode finish() && { return std::move(root_); }

    [[noreturn]] void fail(int line, int column, const std::string& problem,
                           const std::string& accepted = {}) const {
        throw ConfigError({position(line, column), problem, accepted});
    }

    /// Something that the end of the text cuts off is reported where it began: a list or section
    /// where it was opened, a text in quotes after the last complete value.
    [[noreturn]] void fail_broken(const YAML::Exception& error, const std::string& text) const {
        const std::size_t text_size = text.size();
        refuse_tab(text, error.mark.line);
        const std::string problem = "broken YAML: " + in_plain_words(error.msg);
        const bool at_end = error.mark.pos < 0 || error.mark.pos >= static_cast<int>(text_size);
        const bool unclosed = error.msg == YAML::ErrorMsg::END_OF_MAP_FLOW ||
                              error.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW;
        if (at_end && error.msg == YAML::ErrorMsg::EOF_IN_SCALAR) {
            fail(last_.line, last_.column, problem);
        }
        if ((at_end || unclosed) && !open_.empty()) {
            throw ConfigError({open_.back().node.position(), problem});
        }
        fail(error.mark.line, error.mark.column, problem);
    }

    /// The parser reports a tab in the indentation of a line as another problem, in that line or in
    /// the next one.
    void refuse_tab(const std::string& text, int last_line) const {
        std::istringstream lines(text);
        std::string line;
        for (int number = 0; number <= last_line && std::getline(lines, line); ++number) {
            const std::size_t tab = std::min(line.find('\t'), line.size());
            if (number + 1 >= last_line && tab < line.size() &&
                line.find_first_not_of(' ') == tab &&
                line.find_first_not_of(" \t\r") != std::string::npos) {
                fail(number, static_cast<int>(tab), "a tab", "spaces: tabs do not indent in YAML");
            }
        }
    }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) {
            fail(mark.line, mark.column, "a second YAML document", "one document per file");
        }
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        add(node(mark, ConfigNode::Kind::null), anchor);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        refuse_tag(mark, tag);
        ConfigNode scalar = node(mark, ConfigNode::Kind::scalar);
        scalar.scalar = value;
        scalar.quoted = tag == "!";
        add(std::move(scalar), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end()) {
            fail(mark.line, mark.column, "an alias inside the value it stands for");
        }
        ConfigNode copy = found->second;
        count_ += weight(copy);
        check_count(node(mark, ConfigNode::Kind::null));
        add(std::move(copy), YAML::NullAnchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value /*style*/) override {
        refuse_tag(mark, tag);
        open(mark, ConfigNode::Kind::sequence, anchor);
    }
    void OnSequenceEnd() override { close(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value /*style*/) override {
        refuse_tag(mark, tag);
        open(mark, ConfigNode::Kind::mapping, anchor);
    }
    void OnMapEnd() override { close(); }

private:
    struct Open {
        ConfigNode node;
        YAML::anchor_t anchor;
        std::set<std::string> seen;  // keys, so that many of them stay cheap
    };

    ConfigPosition position(int line, int column) const {
        const int shift = line <= 0 ? first_column_ : 1;
        return {*source_, (line < 0 ? 0 : line) + 1, (column < 0 ? 0 : column) + shift,
                from_override_};
    }

    ConfigNode node(const YAML::Mark& mark, ConfigNode::Kind kind) {
        ++count_;
        last_ = mark;
        const ConfigPosition at = position(mark.line, mark.column);
        ConfigNode made;
        made.kind = kind;
        made.source = source_;
        made.line = at.line;
        made.column = at.column;
        made.from_override = from_override_;
        check_count(made);
        return made;
    }

    static std::size_t weight(const ConfigNode& node) {
        std::size_t sum = 1 + node.keys.size();
        for (const ConfigNode& item : node.items) {
            sum += weight(item);
        }
        return sum;
    }

    void check_count(const ConfigNode& here) const {
        if (count_ > kMaxConfigNodes) {
            throw ConfigError(
                {here.position(), "more values than a configuration may have",
                 std::to_string(kMaxConfigNodes) + " at most, copies for aliases counted"});
        }
    }

    void refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
        if (!tag.empty() && tag != "?" && tag != "!") {
            fail(mark.line, mark.column, "YAML tag " + shortened(tag), "plain values without tags");
        }
    }

    void open(const YAML::Mark& mark, ConfigNode::Kind kind, YAML::anchor_t anchor) {
        if (static_cast<int>(open_.size()) >= kMaxConfigDepth) {
            fail(mark.line, mark.column, "nested too deeply",
                 std::to_string(kMaxConfigDepth) + " levels at most");
        }
        open_.push_back({node(mark, kind), anchor, {}});
    }

    void close() {
        Open done = std::move(open_.back());
        open_.pop_back();
        add(std::move(done.node), done.anchor);
    }

    void add(ConfigNode value, YAML::anchor_t anchor) {
        if (anchor != YAML::NullAnchor) {  // the copy counts like a value
            count_ += weight(value);
            check_count(value);
            anchors_[anchor] = value;
        }
        if (open_.empty()) {
            root_ = std::move(value);
            return;
        }
        Open& parent = open_.back();
        if (parent.node.kind == ConfigNode::Kind::sequence) {
            parent.node.items.push_back(std::move(value));
            return;
        }
        if (parent.node.keys.size() == parent.node.items.size()) {
            add_key(parent, std::move(value));
            return;
        }
        if (value.kind == ConfigNode::Kind::null) {  // its mark is that of whatever comes next
            value.line = parent.node.keys.back().line;
            value.column = parent.node.keys.back().column;
        }
        parent.node.items.push_back(std::move(value));
    }

    void add_key(Open& parent, ConfigNode key) const {
        if (key.kind != ConfigNode::Kind::scalar) {
            throw ConfigError({key.position(), "a key that is not a name: " + shortened(key.text()),
                               "key: value"});
        }
        if (!parent.seen.insert(key.scalar).second) {
            const auto first =
                std::find_if(parent.node.keys.begin(), parent.node.keys.end(),
                             [&key](const ConfigNode& each) { return each.scalar == key.scalar; });
            throw ConfigError({key.position(),
                               "given twice; first in line " + std::to_string(first->line),
                               {},
                               open_path() + key.scalar});
        }
        parent.node.keys.push_back(std::move(key));
    }

    /// The path of the keys that are being read: "faults[2].".
    std::string open_path() const {
        std::string path;
        for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
            const ConfigNode& node = open_[i].node;
            if (node.kind == ConfigNode::Kind::sequence) {
                path += "[" + std::to_string(node.items.size()) + "]";
            } else if (node.keys.size() > node.items.size()) {  // else it is a key that is read
                path += (path.empty() ? "" : ".") + node.keys.back().scalar;
            }
        }
        return path.empty() ? path : path + ".";
    }

    std::shared_ptr<const std::string> source_;
    bool from_override_;
    int first_column_;
    int documents_ = 0;
    std::size_t count_ = 0;
    YAML::Mark last_;
    std::vector<Open> open_;
    std::map<YAML::anchor_t, ConfigNode> anchors_;
    ConfigNode root_;
};

}  // namespace

ConfigNode parse_yaml(const std::string& source, const std::string& text, bool from_override,
                      int first_column) {
    TreeBuilder builder(source, from_override, first_column);
    builder.check_text(text);
    try {
        std::istringstream stream(text);
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& error) {
        builder.fail_broken(error, text);
    }
    ConfigNode root = std::move(builder).finish();
    if (root.source == nullptr) {  // nothing but white space and comments
        root.source = std::make_shared<const std::string>(source);
        root.from_override = from_override;
    }
    return root;
}

}  // namespace flitscope::tb
