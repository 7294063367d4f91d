// What the page shows: the points, by curve, and their figures.

const figureNames = {
    "latency.unicast.mean": "mean latency (cycles)",
    "latency.unicast.p50": "latency, median (cycles)",
    "latency.unicast.p95": "latency, 95 % (cycles)",
    "latency.unicast.p99": "latency, 99 % (cycles)",
    "latency.unicast.max": "latency, longest (cycles)",
    "latency.network.mean": "latency in the network (cycles)",
    "latency.source_queue.mean": "wait in the source queue (cycles)",
    "latency.channel.mean": "latency from the first channel (cycles)",
    "latency.multicast.mean": "mean latency of multicasts (cycles)",
    "latency.broadcast.mean": "mean latency of broadcasts (cycles)",
    "latency.collective.mean": "mean makespan of collectives (cycles)",
    "collective.lower_bound": "bound of the makespan of collectives (cycles)",
    "throughput.accepted": "accepted load (flits/node/cycle)",
    "throughput.offered": "offered load (flits/node/cycle)",
    "hops.mean": "channels per message",
    "performance.flit_hops_per_s": "flit-hops per CPU-second",
};
const modelNames = {"latency.unicast.mean": "model.unicast", "latency.broadcast.mean": "model.broadcast"};
const modelOf = (name) => modelNames[name] ?? (name.startsWith("blocking.") ? `model.${name}` : undefined);
/** The figure means little where the network saturates: it grows with the run. */
const growsWithRun = (figure) => figure.startsWith("latency.");

/** Names of curves for legends: "virtual_channels=2" of "router.virtual_channels=2", if they stay different. A sweep's
 *  `name` gives others. */
function shortNames(names) {
    const short = names.map((name) => name.replace(/(^|, )(?:\w+\.)+(\w+=)/g, "$1$2"));
    return new Set(short).size === names.length ? short : names;
}

class ReportData {
    constructor(json) {
        Object.assign(this, json);
        this.figureIndex = new Map(this.figures.map((name, index) => [name, index]));
        this.axisIndex = new Map(this.axes.map((name, index) => [name, index]));
        this.points.forEach((point, index) => { point.index = index; });
        this.legend = shortNames(this.series);
        /** Else a model was evaluated at every point. */
        this.simulated = this.points.some((point) => point.level !== null);
        this.groupsOf = new Map();
    }

    /** Of a figure ("latency.unicast.mean"), an axis ("traffic.load"), or two of them; also of a key in an axis. */
    value(point, name) {
        if (name.includes(", ")) return name.split(", ").map((each) => shown(this.value(point, each))).join(", ");
        const axis = this.axisIndex.get(name);
        if (axis !== undefined) return point.axes[axis];
        const figure = this.figureIndex.get(name);
        return figure !== undefined ? point.figures[figure] : point.config[name] ?? this.base[name] ?? null;
    }

    title(name) {
        if (name === "traffic.load") return "traffic.load (flits/node/cycle)";
        if (name === "traffic.rate") return "traffic.rate (messages/node/cycle)";
        return figureNames[name] ?? name;
    }

    /** What can be across: what the sweep says, axes with more than one value, then offered and accepted load. */
    xFigures() {
        const axes = this.axes.filter((name) => new Set(this.points.map((p) => this.value(p, name))).size > 1);
        const load = (name) => (name === "traffic.load" || name === "traffic.rate" ? 0 : 1);
        axes.sort((a, b) => load(a) - load(b));
        const loads = this.simulated ? ["throughput.offered", "throughput.accepted"] : [];
        const across = axes.length > 0 && load(axes[0]) === 0 ? [...axes, ...loads] : [...loads, ...axes];
        const own = this.x.length > 0 && this.points.some((p) => this.value(p, this.x.join(", ")) !== null);
        return own ? [...new Set([this.x.join(", "), ...across])] : across;
    }

    yFigures() {
        const measured = (name) => this.points.some((p) => typeof this.value(p, name) === "number");
        const known = Object.keys(figureNames).filter((name) => name !== "throughput.offered" && measured(name));
        return [...known, ...this.figures.filter((name) => name.startsWith("blocking.") ||
            (!this.simulated && name.startsWith("model.") && !/^model\.(rate|hours|ci\..*)$/.test(name)))];
    }

    hasModel() {
        return this.simulated && this.figures.some((name) => name.startsWith("model."));
    }

    /** The values across where they are not all numbers, in the order of the points; null: they are. */
    categories(x) {
        const values = this.points.map((point) => this.value(point, x));
        return values.every((value) => typeof value === "number" || value === null) ? null
            : [...new Set(values.map(String))];
    }

    /** Which points form a curve across `x`: those of a series, where they may differ in it; else those whose other
     *  axes agree. {names, legend, of(point)} */
    groups(x) {
        const usual = this.x.length > 0 ? [this.x.join(", ")] : ["traffic.load", "traffic.rate"];
        const along = x.split(", ");
        if (usual.includes(x) || !this.axisIndex.has(along[0])) {
            return {names: this.series, legend: this.legend, of: (point) => point.series};
        }
        if (!this.groupsOf.has(x)) {
            // An axis that follows from what is across changes along the curve.
            const distinct = (names) => new Set(this.points.map((p) => JSON.stringify(names.map((n) => this.value(p, n))))).size;
            const others = this.axes.filter((name) => !along.includes(name) && distinct([...along, name]) > distinct(along));
            const name = (point) => others.map((each) => `${each}=${shown(this.value(point, each))}`).join(", ") || this.reportName;
            const names = [...new Set(this.points.map(name))];
            const place = new Map(names.map((each, index) => [each, index]));
            this.groupsOf.set(x, {names, legend: shortNames(names), of: (point) => place.get(name(point))});
        }
        return this.groupsOf.get(x);
    }

    name(point) {
        const axes = this.axes.map((name, i) => `${name} = ${shown(point.axes[i])}`);
        return [this.series[point.series], ...axes, `seed ${point.seed}`].join(", ");
    }

    config(point) {
        const config = {...this.base, ...point.config};
        for (const [key, value] of Object.entries(config)) if (value === undefined) delete config[key];
        for (const key of point.without ?? []) delete config[key];
        return config;
    }

    /** Curves of `y` across `x`: per series its points in ascending order, replicas (the same
     *  but for the seed) as one with their mean. */
    curves(x, y) {
        const {names, legend, of} = this.groups(x);
        const categories = this.categories(x);
        const place = (point) => (categories === null ? this.value(point, x) : categories.indexOf(String(this.value(point, x))));
        const curves = names.map((name, series) => ({name, legend: legend[series], series, points: []}));
        const groups = new Map();
        for (const point of this.points) {
            const key = JSON.stringify([point.series, point.axes]);
            if (!groups.has(key)) groups.set(key, []);
            groups.get(key).push(point);
        }
        for (const replicas of groups.values()) {
            const made = this.replicated(replicas, place, y);
            if (made !== null) curves[of(replicas[0])].points.push(made);
        }
        for (const curve of curves) curve.points.sort((a, b) => a.x - b.x);
        return curves.filter((curve) => curve.points.length > 0);
    }

    /** Their mean, and the half width of its interval: that of the mean of independent means. `x`: where a point is across. */
    replicated(replicas, x, y) {
        const used = replicas.filter((p) => typeof this.value(p, y) === "number" && typeof x(p) === "number");
        if (used.length === 0) return null;
        const mean = (at) => used.reduce((sum, p) => sum + at(p), 0) / used.length;
        const widths = used.map((p) => this.halfWidth(p, y));
        const ci = widths.every((width) => typeof width === "number")
            ? Math.sqrt(widths.reduce((sum, width) => sum + width * width, 0)) / used.length : null;
        const model = modelOf(y) === undefined ? null : this.value(used[0], modelOf(y));
        return {x: mean(x), y: mean((p) => this.value(p, y)), ci, model, point: used[0], replicas: used.length,
                state: ["deadlock", "saturated", "undecided", "stable"].find((state) => used.some((p) => p.state === state))};
    }

    /** Of a figure's confidence interval; null: it has none. */
    halfWidth(point, y) {
        if (y === "model.reliability") return (this.value(point, "model.ci.1") - this.value(point, "model.ci.0")) / 2;
        return y.endsWith(".mean") ? this.value(point, y.replace(/mean$/, "ci")) : null;
    }
}
