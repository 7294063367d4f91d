// Where each curve ends: between which loads, and what the network sustains.

/** The points of a curve: `end`, the first that is too much, and those `below` and `carried` there. */
function saturationOf(data, series) {
    const load = data.axisIndex.has("traffic.load") ? "traffic.load" : "throughput.offered";
    const loadOf = (point) => (point === null ? null : data.value(point, load));
    const points = data.points.filter((p) => p.series === series && data.value(p, load) !== null);
    const beyond = points.filter((p) => p.state === "saturated" || p.state === "deadlock");
    const end = largest(beyond, (p) => -loadOf(p));
    // Another routing or pattern within the series: below the first load that is too much.
    const below = points.filter((p) => end === null || loadOf(p) < loadOf(end));
    const carried = below.filter(carries);
    const accepted = carried.map((p) => data.value(p, "throughput.accepted")).filter((v) => v !== null);
    return {loadOf, points, end, below, carried, sustained: accepted.length === 0 ? null : Math.max(...accepted)};
}

/** Loads to mark on the x axis: what each curve that saturates sustains, [{series, at, level}]; `level`: how many
 *  others lie below it, as they are nearer than a hundredth of `width`. */
function saturationMarks(data, curves, x, width) {
    const marks = [];
    if (!["traffic.load", "throughput.offered", "throughput.accepted"].includes(x)) return marks;
    for (const {series} of curves) {
        const {end, sustained} = saturationOf(data, series);
        if (end === null || sustained === null) continue;
        const level = marks.filter((mark) => Math.abs(mark.at - sustained) < width / 100).length;
        marks.push({series, at: sustained, level});
    }
    return marks;
}

function saturationRows(data) {
    return data.series.map((name, series) => {
        const {loadOf, points, end, below, carried, sustained} = saturationOf(data, series);
        const latencies = carried.map((p) => data.value(p, "latency.unicast.mean")).filter((v) => v !== null);
        const last = largest(carried, loadOf);
        const undecided = below.some((p) => !carries(p) && (last === null || loadOf(p) > loadOf(last)));
        const capacities = points.map((p) => data.value(p, "capacity.load")).filter((v) => v !== null);
        return {name, series,
                cells: [name, shown(latencies.length === 0 ? null : Math.min(...latencies)),
                        shown(loadOf(last)),
                        shown(loadOf(end)) + (end?.state === "deadlock" ? " (deadlock)" : ""),
                        shown(sustained),
                        shown(capacities.length === 0 ? null : Math.min(...capacities)),
                        undecided ? "runs too short between them" : ""]};
    });
}

function showSaturation(data, onSeries) {
    const rows = saturationRows(data).slice(0, 500);
    fillTable(byId("saturation"),
              ["curve", "least latency (cycles)", "carries", "too much at",
               "largest throughput sustained (flits/node/cycle)", "capacity of the channels", ""],
              rows.map((row) => row.cells), {text: [0, 6], onRow: (index) => onSeries(rows[index].series)});
}
