#include <charconv>
#include <map>
#include <sstream>

#include "topologies/custom_graph.h"

namespace flitscope::topo {

namespace {

class AnynetFile {
public:
    AnynetFile(std::string path, const std::string& text) : path_(std::move(path)) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            ++line_;
            read(line);
        }
    }

    CustomGraph graph() const {
        CustomGraph graph;
        graph.name = path_;
        graph.routers = static_cast<RouterId>(routers_.size());
        std::map<int, RouterId> numbers;
        std::vector<RouterRemarks> remarks;
        for (const auto& [id, line] : routers_) {
            numbers[id] = static_cast<RouterId>(remarks.size());
            remarks.emplace_back();
            remarks.back().name = "router" + std::to_string(id);
            remarks.back().place = place(line);
            remarks.back().nodes = 0;
        }
        for (const auto& [id, where] : nodes_) {
            RouterRemarks& router = remarks[static_cast<std::size_t>(numbers.at(where.router))];
            router.node_names.push_back("node" + std::to_string(id));
            ++router.nodes;
        }
        set_remarks(graph, remarks);
        for (const auto& [ends, channel] : channels_) {
            const auto back = channels_.find({ends.second, ends.first});
            const bool both = back != channels_.end();
            if (!both || ends.first <= ends.second) {
                const std::string where = place(channel.line);
                const int there = class_number(graph, class_name(channel.latency), where);
                graph.links.push_back(
                    {numbers.at(ends.first), numbers.at(ends.second), there, where,
                     class_number(graph, class_name(both ? back->second.latency : 1), where)});
            }
        }
        if (graph.link_classes.empty()) {
            class_number(graph, class_name(1), path_);
        }
        return graph;
    }

private:
    struct Channel {
        int latency;
        int line;
    };
    struct Place {
        int router;
        int line;
    };

    static std::string class_name(int latency) { return "latency_" + std::to_string(latency); }
    std::string place(int line) const { return path_ + ":" + std::to_string(line); }
    [[noreturn]] void fail(const std::string& what) const { refuse(place(line_), what); }

    void read(const std::string& line) {
        std::istringstream words(line);
        std::string kind;
        if (!(words >> kind)) {
            return;
        }
        const int head = id_of(kind, words);
        const bool router = kind == "router";
        int others = 0;
        for (std::string other; words >> other; ++others) {
            const int id = id_of(other, words);
            const int latency = latency_in(words);
            if (router && other == "router") {
                join(head, id, latency);
            } else if (router || other == "router") {
                attach(router ? id : head, router ? head : id);
            } else {
                fail("node " + std::to_string(head) + " node " + std::to_string(id) +
                     ": a link between nodes; a node is at a router");
            }
        }
        if (!router && others == 0) {
            fail("node " + std::to_string(head) + ": must be followed by router and its id");
        }
    }

    /// Reads the id of a router or a node.
    int id_of(const std::string& kind, std::istringstream& words) {
        if (kind != "router" && kind != "node") {
            fail(kind +
                 ": must be router or node, as in \"router 0 node 0 router 1 LATENCY\" of "
                 "BookSim2's anynet; other files are .yaml, .yml or .graphml");
        }
        std::string text;
        words >> text;
        const int id = number(text);
        if (id < 0) {
            fail(kind + " " + text + ": must be " + kind + " and a whole number from 0 on");
        }
        if (kind == "router") {
            routers_.emplace(id, line_);
        }
        return id;
    }

    /// The latency, if the next word is one; otherwise 1.
    int latency_in(std::istringstream& words) const {
        const int next = (words >> std::ws).peek();
        if (next == std::istringstream::traits_type::eof() || next == 'r' || next == 'n') {
            return 1;
        }
        std::string text;
        words >> text;
        const int latency = number(text);
        if (latency < 1) {
            fail("latency " + text +
                 ": must be a whole number of cycles from 1 on, or router or node");
        }
        return latency;
    }

    static int number(const std::string& text) {
        int value = -1;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, value);
        return read.ec == std::errc() && read.ptr == end ? value : -1;
    }

    void join(int from, int to, int latency) {
        const auto [known, is_new] =
            channels_.emplace(std::pair{from, to}, Channel{latency, line_});
        if (!is_new && known->second.latency != latency) {
            fail("router " + std::to_string(from) + " router " + std::to_string(to) + " " +
                 std::to_string(latency) + ": the channel has " +
                 std::to_string(known->second.latency) + " in line " +
                 std::to_string(known->second.line));
        }
    }

    void attach(int node, int router) {
        const auto [known, is_new] = nodes_.emplace(node, Place{router, line_});
        if (!is_new && known->second.router != router) {
            fail("node " + std::to_string(node) + ": is at router " +
                 std::to_string(known->second.router) + " in line " +
                 std::to_string(known->second.line) + "; a node is at one router");
        }
    }

    std::string path_;
    int line_ = 0;
    std::map<int, int> routers_;                       ///< line of the first mention, by id
    std::map<int, Place> nodes_;                       ///< by id
    std::map<std::pair<int, int>, Channel> channels_;  ///< those of the file, by routers
};

}  // namespace

CustomGraph read_anynet(const std::string& path, const std::string& text) {
    return AnynetFile(path, text).graph();
}

}  // namespace flitscope::topo
