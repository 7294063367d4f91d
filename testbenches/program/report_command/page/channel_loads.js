// Channels and ports of a point as lists of {name, share, ...}, whatever of them was recorded.

/** Single channels: {from, to, label, className, utilisation, blocking}; `interval`: of the time
 *  series, null: the whole window. */
function channelsOf(data, point, interval = null) {
    const loads = interval === null ? point.channels : point.time?.[interval]?.channels;
    if (!loads || point.network === undefined) return [];
    const {channels, names, classes} = data.networks[point.network];
    return loads.utilisation.map((utilisation, i) => {
        const [from, to, linkClass] = channels[i];
        return {from, to, label: `${names[from]} \u2192 ${names[to]}`, className: classes[linkClass],
                utilisation, blocking: loads.blocking[i]};
    });
}

/** Single ports of a class ("injection", "ejection"): {node, label, utilisation}. */
function portsOf(data, point, className) {
    const names = point.network === undefined ? null : data.networks[point.network].names;
    return (point.ports?.[className] ?? []).map(([node, port, utilisation]) => ({
        node, port, utilisation, label: `${className} port of node ${names?.[node] ?? node}`}));
}

const largest = (list, value) =>
    list.reduce((best, each) => (best === null || value(each) > value(best) ? each : best), null);
