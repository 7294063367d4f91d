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
const modelOf = {"latency.unicast.mean": "model.unicast", "latency.broadcast.mean": "model.broadcast"};
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
    }

    /** Of a figure ("latency.unicast.mean") or an axis ("traffic.load"). */
    value(point, name) {
        const axis = this.axisIndex.get(name);
        if (axis !== undefined) return point.axes[axis];
        const figure = this.figureIndex.get(name);
        return figure === undefined ? null : point.figures[figure];
    }

    title(name) {
        if (name === "traffic.load") return "traffic.load (flits/node/cycle)";
        if (name === "traffic.rate") return "traffic.rate (messages/node/cycle)";
        return figureNames[name] ?? name;
    }

    /** What can be across: numeric axes with more than one value, then offered and accepted load. */
    xFigures() {
        const varies = (name) => new Set(this.points.map((p) => this.value(p, name))).size > 1;
        const axes = this.axes.filter((name) =>
            this.points.every((p) => typeof this.value(p, name) === "number") && varies(name));
        const load = (name) => (name === "traffic.load" || name === "traffic.rate" ? 0 : 1);
        axes.sort((a, b) => load(a) - load(b));
        const loads = ["throughput.offered", "throughput.accepted"];
        return axes.length > 0 && load(axes[0]) === 0 ? [...axes, ...loads] : [...loads, ...axes];
    }

    yFigures() {
        return Object.keys(figureNames).filter((name) => name !== "throughput.offered" &&
            this.points.some((p) => typeof this.value(p, name) === "number"));
    }

    hasModel() {
        return Object.values(modelOf).some((name) =>
            this.points.some((p) => typeof this.value(p, name) === "number"));
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
        const curves = this.series.map((name, series) => ({name, legend: this.legend[series], series, points: []}));
        const groups = new Map();
        for (const point of this.points) {
            const key = JSON.stringify([point.series, point.axes]);
            if (!groups.has(key)) groups.set(key, []);
            groups.get(key).push(point);
        }
        for (const replicas of groups.values()) {
            const made = this.replicated(replicas, x, y);
            if (made !== null) curves[replicas[0].series].points.push(made);
        }
        for (const curve of curves) curve.points.sort((a, b) => a.x - b.x);
        return curves.filter((curve) => curve.points.length > 0);
    }

    /** Their mean, and the half width of its interval: that of the mean of independent means. */
    replicated(replicas, x, y) {
        const used = replicas.filter((p) => typeof this.value(p, y) === "number" &&
                                            typeof this.value(p, x) === "number");
        if (used.length === 0) return null;
        const mean = (name) => used.reduce((sum, p) => sum + this.value(p, name), 0) / used.length;
        const widths = used.map((p) => this.value(p, y.replace(/mean$/, "ci")));
        const ci = y.endsWith(".mean") && widths.every((width) => typeof width === "number")
            ? Math.sqrt(widths.reduce((sum, width) => sum + width * width, 0)) / used.length : null;
        const model = modelOf[y] === undefined ? null : this.value(used[0], modelOf[y]);
        return {x: mean(x), y: mean(y), ci, model, point: used[0], replicas: used.length,
                state: ["deadlock", "saturated", "undecided", "stable"].find((state) => used.some((p) => p.state === state))};
    }
}
