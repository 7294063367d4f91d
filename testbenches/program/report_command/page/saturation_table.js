// Where each curve ends: between which loads, and what the network accepts beyond.

function saturationRows(data) {
    const load = data.axisIndex.has("traffic.load") ? "traffic.load" : "throughput.offered";
    return data.series.map((name, series) => {
        const points = data.points.filter((p) => p.series === series && data.value(p, load) !== null);
        const carried = points.filter((p) => !p.saturated).map((p) => data.value(p, load));
        const beyond = points.filter((p) => p.saturated);
        const accepted = beyond.map((p) => data.value(p, "throughput.accepted")).filter((v) => v !== null);
        const first = beyond.length === 0 ? null : Math.min(...beyond.map((p) => data.value(p, load)));
        const latencies = points.filter((p) => !p.saturated).map((p) => data.value(p, "latency.unicast.mean"))
            .filter((v) => v !== null);
        // Another routing or pattern within the series: below the first saturated load.
        const below = carried.filter((each) => first === null || each < first);
        return {name, series,
                cells: [name, shown(latencies.length === 0 ? null : Math.min(...latencies)),
                        shown(below.length === 0 ? null : Math.max(...below)), shown(first),
                        shown(accepted.length === 0 ? null : Math.max(...accepted))]};
    });
}

function showSaturation(data, onSeries) {
    const rows = saturationRows(data).slice(0, 500);
    fillTable(byId("saturation"),
              ["curve", "least latency (cycles)", "carries", "saturated at", "accepts when saturated (flits/node/cycle)"],
              rows.map((row) => row.cells), {onRow: (index) => onSeries(rows[index].series)});
}
