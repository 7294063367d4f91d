// The network drawn: a line per channel, coloured by how busy it is, a dot per node for its ports.

/** Shares 0..1: grey is idle, red and violet are what holds others up. */
const loadColours = [[0, null], [0.25, [86, 160, 211]], [0.5, [240, 180, 40]], [0.75, [226, 90, 30]], [1, [160, 20, 90]]];
/** More are not drawn: neither the eye nor the browser makes something of them. */
const mostChannelsDrawn = 12000;

function loadColour(share) {
    if (share === null) return cssColour("--idle");
    const limited = Math.min(1, Math.max(0, share));
    const above = Math.max(1, loadColours.findIndex(([at]) => at >= limited));
    const [from, a] = loadColours[above - 1], [to, b] = loadColours[above];
    const part = (limited - from) / (to - from);
    const first = a ?? hexColour(cssColour("--idle"));
    return `rgb(${first.map((value, i) => Math.round(value + part * (b[i] - value))).join(" ")})`;
}

const hexColour = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

class NetworkView {
    constructor(data) {
        this.data = data;
        this.interval = null;
        byId("network-figure").addEventListener("change", () => this.paint());
        byId("time").addEventListener("input", () => this.setInterval());
        byId("save-network").addEventListener("click", () => saveFile(
            "network.svg", "image/svg+xml", new XMLSerializer().serializeToString(this.picture())));
    }

    show(point) {
        this.point = point;
        this.svg = null;
        const network = point.network === undefined ? null : this.data.networks[point.network];
        const drawn = network !== null && network.channels.length <= mostChannelsDrawn &&
            network.places.length > 0;
        byId("network").replaceChildren();
        byId("network-controls").hidden = !drawn;
        const times = (point.time ?? []).filter((each) => each.channels);
        byId("time-controls").hidden = times.length === 0;
        byId("time").max = times.length;
        byId("time").value = 0;
        if (drawn) {
            this.draw(network);
            this.setInterval();
        }
        byId("network-hint").textContent = this.hint(network, drawn);
    }

    hint(network, drawn) {
        if (!this.point.channels) {
            return this.data.config(this.point)["measure.per_channel"] === true
                ? "The run ended before anything was measured."
                : "Not recorded: measure: {per_channel: true} in the configuration draws the network here; series_every " +
                  "besides shows it over time.";
        }
        const dot = network?.nodes ? "a dot is a router, coloured by the busiest injection or ejection port of its nodes over the " +
                                     "whole window, a small dot one without nodes"
            : "a dot is a node, coloured by the busier of its injection and ejection ports over the whole window";
        return drawn ? `A line is a channel, on the right of its direction; ${dot}. Rings: the bottleneck, or what a row of the ` +
                       "list that was clicked names."
            : `Not drawn: ${network.channels.length} channels are too many to see. The busiest are in the list.`;
    }

    /** 0 of the slider is the whole window. */
    setInterval() {
        const at = Number(byId("time").value);
        this.interval = at === 0 ? null : at - 1;
        const time = this.point.time ?? [];
        byId("time-shown").textContent = at === 0 ? "whole window"
            : `${at > 1 ? time[at - 2].cycle : 0} to ${time[at - 1].cycle} of ${time[time.length - 1].cycle}`;
        this.paint();
    }

    draw(network) {
        const unit = 40, {places, channels} = network;
        const at = (node) => [places[node][0] * unit, (network.height - places[node][1]) * unit];
        const box = [-unit / 2, -unit / 2, network.width * unit + unit, network.height * unit + unit];
        this.box = box;
        this.svg = svgElement("svg", {xmlns: "http://www.w3.org/2000/svg", viewBox: box.join(" "), role: "img",
                                      "aria-label": `The network, ${places.length} nodes`});
        const corners = (plane) => plane.map(([x, y]) => `${x * unit},${(network.height - y) * unit}`).join(" ");
        this.svg.append(...network.planes.map((plane) => svgElement("polygon", {
            points: corners(plane), fill: cssColour("--panel"), stroke: cssColour("--line")})));
        this.lines = channels.map(([from, to, , arc]) => svgElement("path", {
            d: this.way(at(from), at(to), arc === 1), fill: "none", "stroke-linecap": "round"}));
        this.channelLayer = svgElement("g");
        this.svg.append(this.channelLayer);
        this.thickness = channels.length > 300 ? 0.7 : 1;
        const radius = places.length > 600 ? 3 : 6;
        this.dots = places.map((_, node) => {
            const [cx, cy] = at(node);
            const r = network.nodes?.[node] === 0 ? radius / 2 : radius;
            const dot = svgElement("circle", {cx, cy, r, stroke: cssColour("--text"), "stroke-width": 0.6});
            this.svg.append(dot);
            return dot;
        });
        const words = (x, y, size, text) => this.svg.append(svgElement("text", {
            x, y, "text-anchor": "middle", "font-size": size, fill: cssColour("--text"), stroke: cssColour("--page"),
            "stroke-width": 4, "paint-order": "stroke"}, text));
        for (const [x, y, text] of network.captions) words(x * unit, (network.height - y) * unit, 14, text);
        network.labels.forEach((name, node) => words(at(node)[0], at(node)[1] + radius + 11, 10, name));
        byId("network").append(this.svg);
        this.svg.addEventListener("mousemove", (event) => showTooltip(this.words(event.target), event));
        this.svg.addEventListener("mouseleave", (event) => showTooltip("", event));
    }

    /** A line beside the middle, so that the channel back has its own; an arc where a straight line
     *  would run over nodes. */
    way([x1, y1], [x2, y2], arc) {
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
        const [sx, sy] = [-uy * 3.2, ux * 3.2];
        const ends = [x1 + sx + 7 * ux, y1 + sy + 7 * uy, x2 + sx - 7 * ux, y2 + sy - 7 * uy].map((v) => v.toFixed(1));
        if (!arc) return `M${ends[0]} ${ends[1]}L${ends[2]} ${ends[3]}`;
        const bow = Math.min(26, length / 6);
        const middle = [(x1 + x2) / 2 - uy * bow, (y1 + y2) / 2 + ux * bow].map((v) => v.toFixed(1));
        return `M${ends[0]} ${ends[1]}Q${middle[0]} ${middle[1]} ${ends[2]} ${ends[3]}`;
    }

    paint() {
        if (this.svg === null) return;
        byId("scale").style.background =
            `linear-gradient(to right, ${loadColours.map(([share]) => loadColour(share)).join(", ")})`;
        const figure = byId("network-figure").value;
        this.channels = channelsOf(this.data, this.point, this.interval);
        const shares = this.lines.map((line, i) => this.channels[i]?.[figure] ?? null);
        this.lines.forEach((line, i) => {
            line.setAttribute("stroke", loadColour(shares[i]));
            line.setAttribute("stroke-width", (this.thickness * (1.2 + 3.3 * (shares[i] ?? 0))).toFixed(2));
        });
        // The busiest on top of what they cross.
        const ascending = [...this.lines.keys()].sort((a, b) => (shares[a] ?? 0) - (shares[b] ?? 0));
        this.channelLayer.append(...ascending.map((i) => this.lines[i]));
        const busiest = new Map();
        const known = figure === "utilisation" && this.interval === null;  // of ports
        if (known) for (const port of [...portsOf(this.data, this.point, "injection"), ...portsOf(this.data, this.point, "ejection")]) {
            if (port.utilisation >= (busiest.get(port.router)?.utilisation ?? -1)) busiest.set(port.router, port);
        }
        this.dots.forEach((dot, node) => dot.setAttribute("fill", loadColour(busiest.get(node)?.utilisation ?? null)));
    }

    words(target) {
        const line = this.lines.indexOf(target);
        if (line >= 0) {
            if (this.channels[line] === undefined) return "";
            const {label, className, utilisation, blocking} = this.channels[line];
            return `${label}, ${className}\nbusy ${percent(utilisation)} of the cycles\nheads blocked: ${percent(blocking)}`;
        }
        const node = this.dots.indexOf(target);
        if (node < 0) return "";
        const network = this.data.networks[this.point.network];
        const ports = ["injection", "ejection"].flatMap((name) =>
            portsOf(this.data, this.point, name).filter((port) => port.router === node)
                .map((port) => `${network.nodes ? port.label.replace("port", `port ${port.port}`) : `${name} port ${port.port}`}: ` +
                               `busy ${percent(port.utilisation)}`));
        return [`${network.nodes ? "router" : "node"} ${network.names[node]}`, ...ports].join("\n");
    }

    /** For a paper: with the name of the point above, and below what the colours mean. */
    picture() {
        const svg = this.svg.cloneNode(true), [left, top, width, height] = this.box;
        const size = Math.max(6, width / 45);
        const text = (x, y, content, anchor = "start") => svg.append(
            svgElement("text", {x, y, "font-size": size, fill: cssColour("--text"), "text-anchor": anchor}, content));
        const title = wrapped(this.data.name(this.point), width / (0.7 * size));
        const above = (title.length + 1) * 1.3 * size, below = 3 * size;
        const page = {x: left, y: top - above, width, height: height + above + below};
        svg.setAttribute("viewBox", Object.values(page).join(" "));
        svg.setAttribute("font-family", "DejaVu Sans, sans-serif");
        svg.prepend(svgElement("rect", {...page, fill: cssColour("--page")}));
        title.forEach((line, i) => text(left + size, top - above + 1.3 * size * (i + 1), line));
        const foot = top + height + 1.5 * size, bar = width / 4;
        const colours = svgElement("linearGradient", {id: "scale"});
        colours.append(...loadColours.map(([share]) => svgElement("stop", {offset: share, "stop-color": loadColour(share)})));
        svg.append(colours, svgElement("rect", {x: left + 3 * size, y: foot - size, width: bar, height: size,
                                                fill: "url(#scale)"}));
        text(left + 2.5 * size, foot, "0", "end");
        text(left + 3.5 * size + bar, foot, `100 % ${byId("network-figure").selectedOptions[0].textContent}`);
        return svg;
    }

    /** Shows where nodes are. */
    mark(nodes) {
        if (this.svg === null) return;
        this.svg.querySelectorAll(".mark").forEach((each) => each.remove());
        for (const node of nodes) {
            const dot = this.dots[node];
            this.svg.append(svgElement("circle", {class: "mark", cx: dot.getAttribute("cx"), cy: dot.getAttribute("cy"),
                                                  r: 12, fill: "none", stroke: cssColour("--accent"), "stroke-width": 3}));
        }
    }
}
