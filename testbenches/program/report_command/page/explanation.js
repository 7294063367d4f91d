// "Why is it slow here?": what a run measured, as sentences, the bottleneck first.
//
// Limits are our own choice: a port or channel that is busy in 85 % of the cycles leaves its users
// waiting longer than they are served in any queueing model (M/D/1: 0.85 / (2 * 0.15) = 2.8
// services); a quarter above the emptiest network is what one sees in a curve.
const busyLimit = 0.85;
const slowFactor = 1.25;
const blockedLimit = 0.25;
// Below that nothing stands out: a channel that is busy half of the time (M/D/1: half a service) and half as much again
// as all are on average; a port that is, beside the busiest channel.
const unevenLimit = 0.5, unevenFactor = 1.5;
/** Of a circle, in its sentence; the drawing marks all of them. */
const routersNamed = 12;

class Explanation {
    constructor(data, point) {
        this.data = data;
        this.point = point;
        this.config = data.config(point);
        const empty = data.points.filter((each) => each.series === point.series && carries(each) &&
            data.value(each, "latency.unicast.mean") !== null && this.sameBut("traffic.load", each));
        this.emptiest = empty.reduce((best, each) =>
            (best === null || this.latency(each) < this.latency(best) ? each : best), null);
        this.channels = channelsOf(data, point);
        this.ports = ["ejection", "injection"].flatMap((name) =>
            portsOf(data, point, name).map((port) => ({...port, className: name})));
        this.busiestChannel = largest(this.channels, (each) => each.utilisation);
        // Where most is held up, not where one head of two was.
        this.mostBlocked = largest(this.channels, (each) => (each.blocking ?? 0) * each.utilisation);
        this.busiestPort = largest(this.ports, (each) => each.utilisation);
        this.meanUtilisation = this.channels.reduce((sum, each) => sum + each.utilisation, 0) / this.channels.length;
        this.bottleneck = this.findBottleneck();
    }

    /** What holds messages up most: its kind, the port or channel that it is, and the routers at it; null: nothing does. */
    findBottleneck() {
        if (this.point.deadlocked) return {kind: "circle", nodes: this.point.deadlock.routers};
        if (this.latency(this.point) === null || !this.slow()) return null;
        const port = this.busiestPort, channel = this.busiestChannel, blocked = this.mostBlocked;
        const at = (kind, {from, to}) => ({kind, nodes: [from, to]});
        if (port !== null && port.utilisation >= busyLimit) return {kind: "port", nodes: [port.router]};
        if (channel === null) return null;
        if (channel.utilisation >= busyLimit) return at("channel", channel);
        if ((blocked.blocking ?? 0) >= blockedLimit) return at("virtual channels", blocked);
        if (port !== null && port.utilisation >= unevenLimit && port.utilisation > unevenFactor * channel.utilisation) {
            return {kind: "port", nodes: [port.router]};
        }
        return channel.utilisation >= unevenLimit && channel.utilisation > unevenFactor * this.meanUtilisation
            ? at("uneven load", channel) : null;
    }

    /** The other point differs in loads (and seed) only, so that its latency is comparable. */
    sameBut(load, other) {
        return this.data.axes.every((name, i) => name === load || name === "traffic.rate" ||
            other.axes[i] === this.point.axes[i]);
    }

    latency(point) { return this.data.value(point, "latency.unicast.mean"); }
    value(name) { return this.data.value(this.point, name); }

    slow() {
        if (!carries(this.point)) return true;
        const base = this.emptiest === null ? null : this.latency(this.emptiest);
        return base !== null && this.latency(this.point) > slowFactor * base;
    }

    /** One sentence. */
    verdict() {
        if (this.point.deadlocked) return this.circle();
        if (!this.data.simulated) return "A model was evaluated here, and nothing simulated.";
        if (this.latency(this.point) === null) return "No message was measured here: nothing can be said.";
        if (!this.slow()) {
            return this.emptiest === this.point
                ? "Nothing is slow: this is the least loaded point of its curve."
                : "It is hardly slow: the latency is near that of the least loaded point of the curve.";
        }
        const port = this.busiestPort, channel = this.busiestChannel;
        switch (this.bottleneck?.kind) {
            case "port":
                return `The bottleneck is the ${port.label}: it passes a flit in ${percent(port.utilisation)} of the cycles` +
                       this.alike(this.ports, port, "ports");
            case "channel":
                return `The bottleneck is the channel ${channel.label} (${channel.className}): busy in ` +
                       `${percent(channel.utilisation)} of the cycles` + this.alike(this.channels, channel, "channels");
            case "virtual channels":
                return `Messages wait for virtual channels: of the heads that want ${this.mostBlocked.label}, ` +
                       `${percent(this.mostBlocked.blocking)} find none free, while no channel is busy in more than ` +
                       `${percent(channel.utilisation)} of the cycles.`;
            case "uneven load":
                return `Nothing is full, but the load is uneven: the channel ${channel.label} (${channel.className}) is busy in ` +
                       `${percent(channel.utilisation)} of the cycles, ` +
                       `${shown(channel.utilisation / this.meanUtilisation)} times the average of all channels` +
                       this.alike(this.channels, channel, "channels");
            default:
                return this.fromClasses();
        }
    }

    others(all, most) { return all.filter((each) => each.utilisation >= 0.9 * most.utilisation).length - 1; }

    /** The end of a sentence: how many others are nearly as busy as this one. */
    alike(all, most, word) {
        const others = this.others(all, most);
        return others === 0 ? "." : `; ${others} more ${word} reach nine tenths of that.`;
    }

    /** Of a deadlock: who waits for whom. */
    circle() {
        const {edge, routers} = this.point.deadlock;
        const network = this.point.network === undefined ? null : this.data.networks[this.point.network];
        const names = routers.map((node) => network?.names[node] ?? node);
        const shownNames = names.length > routersNamed ? [...names.slice(0, routersNamed), "..."] : names;
        return `The network deadlocked: found at cycle ${edge}, messages wait for each other in a circle, for ever. ` +
               `They hold virtual channels in the routers ${[...shownNames, names[0]].join(" \u2192 ")}.`;
    }

    /** Without single channels, or none of them stands out. */
    fromClasses() {
        const most = largest(this.point.classes, (each) => each.utilisation);
        const blocked = largest(this.point.classes, (each) => each.blocking ?? -1);
        if (most === null) return "No channel was used.";
        const words = `The busiest class of channels is ${most.name}: busy in ${percent(most.utilisation)} of the ` +
                      `cycles on average` +
                      ((blocked.blocking ?? 0) > 0 ? `; heads are blocked most in ${blocked.name}, ` +
                                                     `${percent(blocked.blocking)} of them.` : ".");
        return this.channels.length > 0 ? `Messages wait for each other all over the network; no single channel or port stands out. ${words}`
            : `${words} Which channels: run it again with measure.per_channel=true.`;
    }

    reasons() {
        if (this.latency(this.point) === null) return this.point.deadlocked ? [this.remedy()] : [];
        return [this.howSlow(), this.where(), this.spread(), this.blocking(), this.remedy()]
            .filter((each) => each !== null);
    }

    howSlow() {
        const latency = this.latency(this.point);
        if (this.point.deadlocked) {
            return `The messages that were delivered before took ${shown(latency)} cycles on average; nothing moves any more.`;
        }
        if (this.point.state === "undecided") {
            return `The run was too short to say whether the network carries this load: a queue was hardly ever empty. ` +
                   `The latency of ${shown(latency)} cycles may still grow; a longer run (measure.max_cycles) tells.`;
        }
        if (this.point.state === "saturated") {
            return `Saturated: of the ${shown(this.value("throughput.offered"))} flits/node/cycle offered it takes ` +
                   `${shown(this.value("throughput.accepted"))}. Messages pile up, so the latency of ` +
                   `${shown(latency)} cycles is only that of the ones delivered before the run stopped.`;
        }
        const base = this.emptiest === null ? null : this.latency(this.emptiest);
        return base === null || this.emptiest === this.point ? `A message takes ${shown(latency)} cycles on average.`
            : `A message takes ${shown(latency)} cycles on average, ${shown(latency / base)} times the ` +
              `${shown(base)} of the least loaded point of this curve.`;
    }

    /** Queue or network. */
    where() {
        const queue = this.value("latency.source_queue.mean"), whole = this.latency(this.point);
        if (queue === null || !this.slow() || this.point.deadlocked) return null;
        const share = queue / whole;
        return share > 0.5
            ? `${percent(share)} of that is waiting in the source queue: the network does not take messages in as fast ` +
              "as they come."
            : `${percent(1 - share)} of that is spent in the network, ${percent(share)} in the source queue.`;
    }

    spread() {
        if (this.busiestChannel === null) return null;
        const mean = this.meanUtilisation, most = this.busiestChannel.utilisation;
        if (most === 0) return null;
        const hot = this.channels.filter((each) => each.utilisation >= 0.9 * most);
        return `The busiest channel carries ${percent(most)}, all together ${percent(mean)} on average: ` +
            (most > unevenFactor * mean ? `uneven; ${hot.length} of ${this.channels.length} channels carry nine tenths of the most or more.`
                               : "evenly spread.");
    }

    blocking() {
        const most = this.mostBlocked;
        if (most === null || (most.blocking ?? 0) < 0.01) return null;
        return `Most is held up at ${most.label}, where ${percent(most.blocking)} of the heads find no free virtual channel ` +
               "in their first cycle of asking.";
    }

    remedy() {
        if (!this.slow()) return null;
        if (this.point.deadlocked) {
            const algorithm = this.config["routing.algorithm"];
            return `What would help: a routing that cannot deadlock with these virtual channels (here ${algorithm}, ` +
                   `router.virtual_channels ${this.config["router.virtual_channels"]}; flitscope verify tells beforehand), ` +
                   "or deadlock: recover_regressive.";
        }
        const kind = this.bottleneck?.kind;
        if (kind === "port") {
            const key = `router.${this.busiestPort.className}_ports`;
            const alone = this.others(this.ports, this.busiestPort) === 0;
            return `What would help: more ${key} (here ${this.config[key]})` +
                   (alone && this.busiestPort.className === "ejection" ? ", or fewer messages for that node." : ".");
        }
        if (kind === "channel" || kind === "uneven load") {
            const algorithm = this.config["routing.algorithm"];
            return `What would help: wider or more links there, or a routing that spreads the load (here ${algorithm}).`;
        }
        const blocked = Math.max(...this.point.classes.map((each) => each.blocking ?? 0), this.mostBlocked?.blocking ?? 0);
        return blocked < blockedLimit ? null
            : `What would help: more router.virtual_channels (here ${this.config["router.virtual_channels"]}), deeper ` +
              `router.buffer_flits (here ${this.config["router.buffer_flits"]}), or another ` +
              `router.allocators.switch (here ${this.config["router.allocators.switch"]}).`;
    }

    /** Channels and ports, the busiest first: {label, kind, utilisation, blocking, from, to, router}. */
    busiest(count) {
        return [...this.channels.map((each) => ({...each, kind: each.className})),
                ...this.ports.map((each) => ({...each, kind: each.className, blocking: null}))]
            .sort((a, b) => b.utilisation - a.utilisation).slice(0, count);
    }
}
