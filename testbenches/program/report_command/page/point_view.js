// One point: why it is slow, its distribution, and how to run it again.

class PointView {
    constructor(data) {
        this.data = data;
        this.network = new NetworkView(data);
        for (const button of document.querySelectorAll("[data-copies]")) {
            button.addEventListener("click", () => this.copy(button));
        }
    }

    show(point) {
        const {data} = this;
        byId("point-name").textContent = [data.name(point), stateOf(point),
            point.complete || point.deadlocked ? "" : "not complete"].filter((word) => word !== "").join(", ");
        const explanation = new Explanation(data, point);
        byId("verdict").textContent = explanation.verdict();
        byId("reasons").replaceChildren(...explanation.reasons().map((each) => element("li", {}, each)));
        this.network.show(point);
        this.network.mark(explanation.bottleneck?.nodes ?? []);
        this.showBusiest(explanation.busiest(8));
        this.showLatencies(point);
        this.showDistribution(point);
        byId("command").textContent = data.simulated ? `flitscope run ${point.file} --out again` : `flitscope model ${point.file}`;
        byId("origin").textContent = `Seed ${point.seed}, ${data.simulated ? `level ${point.level}, ` : ""}flitscope ${point.version}${point.commit ? `, commit ${point.commit}` : ""}.`;
        byId("configuration").textContent = yamlOf(data.config(point));
    }

    showBusiest(busiest) {
        const rows = busiest.map((each) =>
            [each.label, each.kind, percent(each.utilisation), percent(each.blocking)]);
        byId("busiest").hidden = rows.length === 0;
        fillTable(byId("busiest"), ["busiest", "class", "busy", "heads blocked"], rows, {
            text: [0, 1], onRow: (index) => {
                const {router, from, to} = busiest[index];
                this.network.mark(router === undefined ? [from, to] : [router]);
            }});
    }

    showLatencies(point) {
        const kinds = {unicast: "message", network: "in the network", source_queue: "in the source queue",
                       multicast: "multicast", broadcast: "broadcast", collective: "collective"};
        const columns = ["mean", "ci", "p50", "p95", "p99", "max"];
        const value = (kind, column) => this.data.value(point, `latency.${kind}.${column}`);
        const rows = Object.entries(kinds).filter(([kind]) => value(kind, "mean") !== null)
            .map(([kind, words]) => [words, ...columns.map((column) => shown(value(kind, column)))]);
        byId("latencies").hidden = rows.length === 0;
        fillTable(byId("latencies"), ["cycles", "mean", "\u00b1", "median", "95 %", "99 %", "longest"], rows);
    }

    showDistribution(point) {
        const holder = byId("distribution");
        holder.replaceChildren();
        if (!point.distribution) {
            const measured = this.data.value(point, "latency.unicast.mean") !== null;
            holder.append(element("p", {class: "hint"}, !measured ? "No message was measured."
                : "Only quantiles were recorded; measure: {distribution: true} draws how often each latency occurred."));
            return;
        }
        holder.append(distributionPicture(point.distribution));
    }

    async copy(button) {
        const text = byId(button.dataset.copies).textContent;
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            // Pages opened as files may not have a clipboard: the selection still has.
            getSelection().selectAllChildren(byId(button.dataset.copies));
            document.execCommand("copy");
        }
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
    }
}

/** Bars over latency on a logarithmic axis, as high as messages per factor of latency. */
function distributionPicture({upto, count}) {
    const width = 600, height = 190, foot = 160;
    const svg = svgElement("svg", {viewBox: `0 0 ${width} ${height}`, width: "100%", role: "img",
                                   "aria-label": "Distribution of the latency"});
    const total = count.reduce((sum, each) => sum + each, 0);
    // A bin begins behind the one before; after a gap it is as wide as its kind.
    const from = upto.map((end, i) => Math.max(i > 0 ? upto[i - 1] : 0, end < 32 ? end - 1 : end - end / 16));
    const [least, most] = [Math.log(from[0] + 0.5), Math.log(upto[upto.length - 1] + 0.5)];
    const at = (latency) => 10 + (Math.log(latency + 0.5) - least) / (most - least) * (width - 20);
    const density = count.map((each, i) => each / (at(upto[i]) - at(from[i])));
    const highest = density.reduce((a, b) => Math.max(a, b), 0);
    upto.forEach((end, i) => {
        const bar = svgElement("rect", {class: "bar", x: at(from[i]).toFixed(2), width: (at(end) - at(from[i])).toFixed(2),
                                        y: (foot - density[i] / highest * 145).toFixed(2),
                                        height: (density[i] / highest * 145).toFixed(2)});
        bar.append(svgElement("title", {}, `${Math.floor(from[i]) + 1} to ${end} cycles: ${count[i]} messages, ` +
                                           percent(count[i] / total)));
        svg.append(bar);
    });
    svg.append(svgElement("line", {x1: 0, x2: width, y1: foot, y2: foot, stroke: cssColour("--quiet")}));
    for (const tick of logTicks(from[0] + 0.5, upto[upto.length - 1] + 0.5)) {
        svg.append(svgElement("text", {x: Math.min(at(tick), width - 20), y: foot + 16, "text-anchor": "middle", "font-size": 12,
                                       fill: cssColour("--quiet")}, tick));
    }
    svg.append(svgElement("text", {x: width, y: foot + 29, "text-anchor": "end", "font-size": 12,
                                   fill: cssColour("--quiet")}, "cycles"));
    return svg;
}

/** Dotted keys as YAML: nested, values as JSON, which is YAML. */
function yamlOf(config) {
    const tree = {};
    for (const [path, value] of Object.entries(config)) {
        const keys = path.split(".");
        let place = tree;
        for (const key of keys.slice(0, -1)) place = place[key] ??= {};
        place[keys[keys.length - 1]] = new Leaf(value);
    }
    const lines = [];
    const write = (node, indent) => {
        for (const [key, value] of Object.entries(node)) {
            if (value instanceof Leaf) {
                lines.push(`${indent}${key}: ${value.text()}`);
            } else {
                lines.push(`${indent}${key}:`);
                write(value, indent + "  ");
            }
        }
    };
    write(tree, "");
    return lines.join("\n") + "\n";
}

class Leaf {
    constructor(value) { this.value = value; }
    text() {
        const plain = typeof this.value === "string" && /^[A-Za-z][A-Za-z0-9_]*$/.test(this.value) &&
            !/^(y|n|yes|no|on|off|true|false|null)$/i.test(this.value);
        // Integers that no number of this language holds come as their digits.
        const digits = typeof this.value === "string" && /^\d{16,20}$/.test(this.value);
        return plain || digits ? this.value : JSON.stringify(this.value);
    }
}
