#include "testbenches/program/plan_command/plan_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "testbenches/program/network_layout/network_layout.h"
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
/// Colours that people who cannot tell red from green can tell apart (Okabe and Ito, 2008), and two
/// more.
constexpr std::array<const char*, 8> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00", "#56b4e9", "#8c564b", "#5d3a9b"};

struct Point {
    double x;
    double y;
};
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double scale, Point a) { return {scale * a.x, scale * a.y}; }
Point along(Point way) { return 1 / std::hypot(way.x, way.y) * way; }
/// To the right of someone who goes that way, on a screen where y grows downwards.
Point right_of(Point direction) { return {-direction.y, direction.x}; }

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
        const int steps = std::max(1, plan_.steps());
        const int columns = std::max(1, std::min(steps, static_cast<int>(kPage / width_)));
        const int rows = (steps + columns - 1) / columns;
        const double wide = std::max(columns * width_, 440.0);
        svg_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            wide, rows * height_ + 2 * kTitle);
        write({kTitle / 2, 0.75 * kTitle}, 16, "start", title());
        write({kTitle / 2, rows * height_ + 1.7 * kTitle}, 12, "start",
              "black: source; grey: has the data; coloured: gets a copy");
        has_it(plan_.source(), "black");
        for (int step = 0; step < plan_.steps(); ++step) {
            origin_ = {(step % columns) * width_, (step / columns) * height_ + kTitle};
            draw_step(step);
        }
        return svg_ + "</svg>\n";
    }

private:
    std::string title() const {
        return fmt::format("{} from {}{}", plan_.algorithm(), naming_.written(plan_.source()),
                           naming_.labelled() ? " (Hamiltonian labels)" : "");
    }

    void draw_step(int step) {
        const std::size_t messages = plan_.step(step).size();
        write(origin_ + Point{width_ / 2, 0.8 * kTitle}, 14, "middle",
              fmt::format("step {}: {} message{}", step + 1, messages, messages == 1 ? "" : "s"));
        for (const NetworkLayout::Caption& each : layout_.captions) {
            write(on_page(each.place), 12, "middle", each.text);
        }
        draw_links();
        on_channel_.clear();
        std::vector<std::pair<topo::NodeId, const char*>> reached;
        std::size_t number = 0;
        for (const tl::PlanMessage& message : plan_.step(step)) {
            const char* const colour = kColours[number++ % kColours.size()];
            const tl::HeaderWay& way = walk_.follow(message);
            draw_way(way, colour);
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

    void has_it(topo::NodeId node, const char* colour) {
        colour_of_[static_cast<std::size_t>(node)] = colour;
    }

    Point place(topo::NodeId node) const {
        return on_page(layout_.places[static_cast<std::size_t>(node)]);
    }
    Point on_page(const NetworkLayout::Place& at) const {
        return origin_ +
               Point{unit_ * (at.x + kMargin), kTitle + unit_ * (layout_.height - at.y + kMargin)};
    }

    bool is_arc(topo::NodeId from, topo::NodeId to) const {
        const Point way = place(to) - place(from);
        return std::hypot(way.x, way.y) > unit_ * (layout_.longest_line + 0.01);
    }

    void draw_links() {
        topo::for_each_channel(topology_, [&](auto from, auto /*port*/, const auto& to) {
            if (from < to.node && !is_arc(from, to.node)) {
                const Point a = place(from);
                const Point b = place(to.node);
                svg_ += fmt::format(
                    "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
                    "stroke=\"#d5d9df\" stroke-width=\"{:.1f}\"/>\n",
                    a.x, a.y, b.x, b.y, unit_ / 30);
            }
        });
    }

    /// A line that keeps to the right, further out where others use the same channel.
    void draw_way(const tl::HeaderWay& way, const char* colour) {
        std::string path;
        Point end{};
        Point direction{};
        for (std::size_t i = 0; i + 1 < way.path.size(); ++i) {
            const Point from = place(way.path[i]);
            const Point to = place(way.path[i + 1]);
            const int lane = on_channel_[{way.path[i], way.path[i + 1]}]++ % 4;
            const Point ahead = along(to - from);
            const Point aside = unit_ * (0.08 + 0.09 * lane) * right_of(ahead);
            const double free = unit_ * kRadius;
            const Point begin = from + aside + (i == 0 ? free : 0) * ahead;
            end = to + aside - (i + 2 == way.path.size() ? free : 0) * ahead;
            direction = ahead;
            path += fmt::format("{}{:.1f} {:.1f} ", i == 0 ? "M" : "L", begin.x, begin.y);
            if (is_arc(way.path[i], way.path[i + 1])) {
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
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"#51606f\" "
                "stroke-width=\"{:.1f}\"/>\n",
                at.x, at.y, unit_ * kRadius, colour.empty() ? "white" : colour, unit_ / 40);
            if (unit_ >= kNumbered) {
                write(at + Point{0, 0.09 * unit_}, 0.26 * unit_, "middle",
                      std::to_string(naming_.written(node)), colour.empty() ? "#51606f" : "white");
            }
        }
    }

    void write(Point at, double size, const char* anchor, const std::string& words,
               const char* colour = "#202428") {
        svg_ += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"{}\" "
            "fill=\"{}\">{}</text>\n",
            at.x, at.y, size, anchor, colour, words);
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
                      const NodeNaming& naming) {
    if (topology.nodes() > kMostDrawn) {
        throw OptionError("--svg", fmt::format("{} nodes, drawn are networks of at most {}",
                                               topology.nodes(), kMostDrawn));
    }
    return Drawing(topology, plan, naming).text();
}

}  // namespace flitscope::tb
