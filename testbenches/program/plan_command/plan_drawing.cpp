#include "testbenches/program/plan_command/plan_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "common/counted.h"
#include "testbenches/program/network_layout/network_layout.h"
#include "testbenches/program/plot/colours.h"
#include "tlm/collectives/plan_walk.h"
#include "topologies/channels.h"

namespace flitscope::tb {

namespace {

constexpr topo::NodeId kMostDrawn = 1024;
constexpr double kRadius = 0.24;  ///< of a node, in units of the layout
constexpr double kMargin = 0.7;   ///< around a network
constexpr double kTitle = 26;     ///< height of a line of text in pixels
constexpr double kPage = 1200;    ///< width that pictures with several steps stay within
constexpr double kNumbered =
    26;  ///< pixels per unit from which on nodes have their numbers in them
struct Point {
    double x;
    double y;
};
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double scale, Point a) { return {scale * a.x, scale * a.y}; }
Point along(Point way) { return 1 / std::hypot(way.x, way.y) * way; }
/// To the right of this direction, on a screen where y grows downwards.
Point right_of(Point direction) { return {-direction.y, direction.x}; }

using Grey = std::array<int, 3>;
constexpr Grey kLink = {0xc4, 0xca, 0xd3};
constexpr Grey kNode = {0x51, 0x60, 0x6f};

/// A colour for what lies at this depth: half of the way to white at the back.
std::string shade(const Grey& front, double depth) {
    std::string text = "#";
    for (const int part : front) {
        text += fmt::format("{:02x}", part + static_cast<int>(0.5 * depth * (255 - part)));
    }
    return text;
}

class Drawing {
public:
    Drawing(const topo::Topology& topology, const tl::Plan& plan, const NodeNaming& naming)
        : topology_(topology),
          plan_(plan),
          naming_(naming),
          layout_(lay_out(topology)),
          walk_(topology, plan),
          colour_of_(static_cast<std::size_t>(topology.nodes())) {
        unit_ = std::min(46.0, std::max(14.0, 1000 / (layout_.width + 2 * kMargin)));
        width_ = unit_ * (layout_.width + 2 * kMargin);
        height_ = unit_ * (layout_.height + 2 * kMargin) + kTitle;
    }

    std::string text() {
        has_it(plan_.source(), "black");
        return page(plan_.steps(), title(),
                    "black: source; grey: has the data; coloured: gets a copy",
                    [this](int step) { draw_step(step); });
    }

    /// The channels to higher labels, and those to lower ones.
    std::string networks_text() {
        return page(2, "the networks that messages to higher and to lower labels use", "",
                    [this](int number) { draw_network(number == 0); });
    }

private:
    /// Several pictures of the network beside and below each other, each drawn by `draw`.
    template <typename Draw>
    std::string page(int pictures, const std::string& title, const std::string& legend,
                     const Draw& draw) {
        const int all = std::max(1, pictures);
        const int columns = std::max(1, std::min(all, static_cast<int>(kPage / width_)));
        const int rows = (all + columns - 1) / columns;
        const double wide = std::max(columns * width_, 440.0);
        svg_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            wide, rows * height_ + 2 * kTitle);
        write({kTitle / 2, 0.75 * kTitle}, 16, "start", title);
        write({kTitle / 2, rows * height_ + 1.7 * kTitle}, 12, "start", legend);
        for (int number = 0; number < pictures; ++number) {
            origin_ = {(number % columns) * width_, (number / columns) * height_ + kTitle};
            draw(number);
        }
        return svg_ + "</svg>\n";
    }

    std::string title() const {
        return fmt::format("{} from {}{}", plan_.algorithm(), naming_.written(plan_.source()),
                           naming_.labelled() ? " (Hamiltonian labels)" : "");
    }

    /// What lies below the messages of a picture.
    void draw_ground(const std::string& title) {
        write(origin_ + Point{width_ / 2, 0.8 * kTitle}, 14, "middle", title);
        draw_planes();
        for (const NetworkLayout::Caption& each : layout_.captions) {
            write(on_page(each.place), 12, "middle", each.text);
        }
        draw_links();
        on_channel_.clear();
    }

    void draw_network(bool high) {
        draw_ground(high ? "high channels: to higher labels" : "low channels: to lower labels");
        topo::for_each_channel(topology_, [&](auto from, auto /*port*/, const auto& to) {
            const topo::NodeId label = naming_.written(from);
            if ((naming_.written(to.node) > label) == high) {
                draw_way({from, to.node}, flitscope::tb::colour(high ? 0 : 1));
            }
        });
        draw_nodes();
    }

    void draw_step(int step) {
        draw_ground(
            fmt::format("step {}: {}", step + 1, counted(plan_.step(step).size(), "message")));
        std::vector<std::pair<topo::NodeId, std::string>> reached;
        std::size_t number = 0;
        for (const tl::PlanMessage& message : plan_.step(step)) {
            const std::string colour = flitscope::tb::colour(number++);
            const tl::HeaderWay& way = walk_.follow(message);
            draw_way(way.path, colour);
            for (const topo::NodeId node : way.receivers()) {
                reached.emplace_back(node, colour);
            }
        }
        for (const auto& [node, colour] : reached) {
            has_it(node, colour);
        }
        draw_nodes();
        for (const auto& [node, colour] : reached) {
            has_it(node, "#8a8f98");
        }
    }

    void has_it(topo::NodeId node, const std::string& colour) {
        colour_of_[static_cast<std::size_t>(node)] = colour;
    }

    Point place(topo::NodeId node) const {
        return on_page(layout_.places[static_cast<std::size_t>(node)]);
    }
    Point on_page(const NetworkLayout::Place& at) const {
        return origin_ +
               Point{unit_ * (at.x + kMargin), kTitle + unit_ * (layout_.height - at.y + kMargin)};
    }

    /// 0: in front, 1: furthest back.
    double depth(topo::NodeId node) const {
        return layout_.depth.empty() ? 0 : layout_.depth[static_cast<std::size_t>(node)];
    }

    void draw_planes() {
        for (const std::vector<NetworkLayout::Place>& plane : layout_.planes) {
            std::string corners;
            for (const NetworkLayout::Place& corner : plane) {
                const Point at = on_page(corner);
                corners += fmt::format("{:.1f},{:.1f} ", at.x, at.y);
            }
            svg_ += fmt::format("<polygon points=\"{}\" fill=\"#f4f6f9\" stroke=\"#dde2e9\"/>\n",
                                corners);
        }
    }

    /// Links that no message takes are not drawn where they would be arcs, but in networks from a
    /// file.
    void draw_links() {
        const bool all = topology_.kind() == "custom";
        topo::for_each_channel(topology_, [&](auto from, auto /*port*/, const auto& to) {
            const bool arc = layout_.is_arc(from, to.node);
            if (from < to.node && (all || !arc)) {
                draw_link(place(from), place(to.node), arc,
                          shade(kLink, (depth(from) + depth(to.node)) / 2));
            }
        });
    }

    void draw_link(Point a, Point b, bool arc, const std::string& colour) {
        const std::string stroke =
            fmt::format("stroke=\"{}\" stroke-width=\"{:.1f}\"", colour, unit_ / 30);
        if (arc) {
            const Point bend = 0.5 * (a + b) + 0.8 * unit_ * right_of(along(b - a));
            svg_ += fmt::format(
                "<path d=\"M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}\" fill=\"none\" {}/>\n", a.x,
                a.y, bend.x, bend.y, b.x, b.y, stroke);
        } else {
            svg_ +=
                fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n",
                            a.x, a.y, b.x, b.y, stroke);
        }
    }

    /// A line that keeps to the right, further out where others use the same channel.
    void draw_way(const std::vector<topo::NodeId>& way, const std::string& colour) {
        std::string path;
        Point end{};
        Point direction{};
        for (std::size_t i = 0; i + 1 < way.size(); ++i) {
            const Point from = place(way[i]);
            const Point to = place(way[i + 1]);
            const int lane = on_channel_[{way[i], way[i + 1]}]++ % 4;
            const Point ahead = along(to - from);
            const Point aside = unit_ * (0.08 + 0.09 * lane) * right_of(ahead);
            const double free = unit_ * kRadius;
            const Point begin = from + aside + (i == 0 ? free : 0) * ahead;
            end = to + aside - (i + 2 == way.size() ? free : 0) * ahead;
            direction = ahead;
            path += fmt::format("{}{:.1f} {:.1f} ", i == 0 ? "M" : "L", begin.x, begin.y);
            if (layout_.is_arc(way[i], way[i + 1])) {
                const Point bend =
                    0.5 * (begin + end) + unit_ * (0.8 + 0.05 * lane) * right_of(ahead);
                path += fmt::format("Q{:.1f} {:.1f} ", bend.x, bend.y);
                direction = along(end - bend);
            } else {
                path += 'L';
            }
            path += fmt::format("{:.1f} {:.1f} ", end.x, end.y);
        }
        svg_ += fmt::format(
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\" "
            "stroke-linejoin=\"round\"/>\n",
            path, colour, unit_ / 18);
        const Point back = end - 0.16 * unit_ * direction;
        const Point half = 0.08 * unit_ * right_of(direction);
        const Point left = back - half;
        const Point right = back + half;
        svg_ += fmt::format(
            "<path d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f} Z\" fill=\"{}\"/>\n", end.x,
            end.y, left.x, left.y, right.x, right.y, colour);
    }

    void draw_nodes() {
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            const std::string& colour = colour_of_[static_cast<std::size_t>(node)];
            const Point at = place(node);
            svg_ += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\" "
                "stroke-width=\"{:.1f}\"/>\n",
                at.x, at.y, unit_ * kRadius, colour.empty() ? "white" : colour,
                shade(kNode, depth(node)), unit_ / 40);
            if (unit_ >= kNumbered) {
                write(at + Point{0, 0.09 * unit_}, 0.26 * unit_, "middle",
                      std::to_string(naming_.written(node)),
                      colour.empty() ? shade(kNode, depth(node)) : "white");
            }
            if (!layout_.names.empty()) {
                write_name(at, layout_.names[static_cast<std::size_t>(node)]);
            }
        }
    }

    void write(Point at, double size, const char* anchor, const std::string& words,
               const std::string& colour = "#202428") {
        svg_ += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"{}\" "
            "fill=\"{}\">{}</text>\n",
            at.x, at.y, size, anchor, colour, words);
    }

    /// Below the node, white around the letters where lines run there.
    void write_name(Point node, const std::string& name) {
        std::string words;
        for (const char c : name) {
            words += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
        }
        svg_ += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"middle\" "
            "stroke=\"white\" stroke-width=\"{:.1f}\" paint-order=\"stroke\">{}</text>\n",
            node.x, node.y + unit_ * (kRadius + 0.26), 0.24 * unit_, unit_ / 12, words);
    }

    const topo::Topology& topology_;
    const tl::Plan& plan_;
    const NodeNaming& naming_;
    const NetworkLayout layout_;
    tl::PlanWalk walk_;
    double unit_;    ///< pixels per unit of the layout
    double width_;   ///< of a step in pixels
    double height_;  ///< likewise
    Point origin_{};
    std::vector<std::string> colour_of_;  ///< by node; "": has not got it
    std::map<std::pair<topo::NodeId, topo::NodeId>, int> on_channel_;  ///< messages drawn so far
    std::string svg_;
};

}  // namespace

std::string draw_plan(const topo::Topology& topology, const tl::Plan& plan,
                      const NodeNaming& naming, bool networks) {
    if (topology.nodes() > kMostDrawn) {
        throw OptionError("--svg", fmt::format("{} nodes, drawn are networks of at most {}",
                                               topology.nodes(), kMostDrawn));
    }
    Drawing drawing(topology, plan, naming);
    return networks ? drawing.networks_text() : drawing.text();
}

}  // namespace flitscope::tb
