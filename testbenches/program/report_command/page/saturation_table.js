// Where each curve ends: between which loads, and what the network sustains.

function saturationRows(data) {
    const load = data.axisIndex.has("traffic.load") ? "traffic.load" : "throughput.offered";
    const loadOf = (point) => (point === null ? null : data.value(point, load));
    return data.series.map((name, series) => {
        const points = data.points.filter((p) => p.series === series && data.value(p, load) !== null);
        const beyond = points.filter((p) => p.state === "saturated" || p.state === "deadlock");
        const end = largest(beyond, (p) => -loadOf(p));
        // Another routing or pattern within the series: below the first load that is too much.
        const below = points.filter((p) => end === null || loadOf(p) < loadOf(end));
        const carried = below.filter(carries);
        const values = (name) => carried.map((p) => data.value(p, name)).filter((v) => v !== null);
        const latencies = values("latency.unicast.mean");
        const accepted = values("throughput.accepted");
        const last = largest(carried, loadOf);
        const undecided = below.some((p) => !carries(p) && (last === null || loadOf(p) > loadOf(last)));
        const capacities = points.map((p) => data.value(p, "capacity.load")).filter((v) => v !== null);
        return {name, series,
                cells: [name, shown(latencies.length === 0 ? null : Math.min(...latencies)),
                        shown(loadOf(last)),
                        shown(loadOf(end)) + (end?.state === "deadlock" ? " (deadlock)" : ""),
                        shown(accepted.length === 0 ? null : Math.max(...accepted)),
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
