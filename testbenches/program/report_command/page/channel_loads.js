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

/** {router, name} by node. A network with a list `nodes` has that many nodes at each router, others one. */
function nodesOf(network) {
    const node = (router, local, id) => {
        const at = network.names[router].match(/\((.*)\)/)?.[0] ?? router;
        return {router, name: `${id} ${at}.${local}`};
    };
    let id = 0;
    network.nodesOf ??= network.nodes.flatMap(
        (count, router) => Array.from({length: count}, (_, local) => node(router, local, id++)));
    return network.nodesOf;
}

/** Single ports of a class ("injection", "ejection"): {router, port, label, utilisation}. */
function portsOf(data, point, className) {
    const network = point.network === undefined ? null : data.networks[point.network];
    return (point.ports?.[className] ?? []).map(([node, port, utilisation]) => {
        const {router, name} = network?.nodes ? nodesOf(network)[node]
                                              : {router: node, name: network?.names[node] ?? node};
        return {router, port, utilisation, label: `${className} port of node ${name}`};
    });
}

const largest = (list, value) =>
    list.reduce((best, each) => (best === null || value(each) > value(best) ? each : best), null);
