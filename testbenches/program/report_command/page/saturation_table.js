// Where each curve ends: between which loads, and what the network accepts beyond.

function saturationRows(data) {
    const load = data.axisIndex.has("traffic.load") ? "traffic.load" : "throughput.offered";
    return data.series.map((name, series) => {
        const points = data.points.filter((p) => p.series === series && data.value(p, load) !== null);
        const carried = points.filter(carries).map((p) => data.value(p, load));
        const beyond = points.filter((p) => !carries(p));
        const accepted = beyond.filter((p) => !p.deadlocked).map((p) => data.value(p, "throughput.accepted"))
            .filter((v) => v !== null);
        const end = largest(beyond, (p) => -data.value(p, load));
        const first = end === null ? null : data.value(end, load);
        const latencies = points.filter(carries).map((p) => data.value(p, "latency.unicast.mean"))
            .filter((v) => v !== null);
        // Another routing or pattern within the series: below the first saturated load.
        const below = carried.filter((each) => first === null || each < first);
        return {name, series,
                cells: [name, shown(latencies.length === 0 ? null : Math.min(...latencies)),
                        shown(below.length === 0 ? null : Math.max(...below)),
                        shown(first) + (end?.deadlocked ? " (deadlock)" : ""),
                        shown(accepted.length === 0 ? null : Math.max(...accepted))]};
    });
}

function showSaturation(data, onSeries) {
    const rows = saturationRows(data).slice(0, 500);
    fillTable(byId("saturation"),
              ["curve", "least latency (cycles)", "carries up to", "saturated at", "accepts when saturated (flits/node/cycle)"],
              rows.map((row) => row.cells), {onRow: (index) => onSeries(rows[index].series)});
}
