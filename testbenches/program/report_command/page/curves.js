// The curves on the screen: drawn by uPlot, with intervals and markers of ours.

class Curves {
    /** `onPick(point)`: a point of the report was chosen. */
    constructor(data, onPick) {
        this.data = data;
        this.onPick = onPick;
        this.hidden = new Set();  // series
        this.picked = null;  // of this.curves[].points
        this.plot = null;
    }

    /** options: {x, y, logX, logY, intervals, model} */
    show(options) {
        this.categories = this.data.categories(options.x);
        this.options = options = {...options, logX: options.logX && this.categories === null};
        const onLog = (value, log) => !log || value > 0;
        this.curves = this.data.curves(options.x, options.y)
            .filter((curve) => !this.hidden.has(curve.series))
            .map((curve) => ({...curve, points: curve.points.filter(
                (p) => onLog(p.x, options.logX) && onLog(p.y, options.logY))}))
            .filter((curve) => curve.points.length > 0);
        for (const curve of this.curves) {
            for (const p of curve.points) p.joined = !(stateOf(p) !== "" && growsWithRun(options.y));
        }
        if (this.picked !== null) this.follow(this.picked.point);
        this.draw();
    }

    /** Marks the place of a point of the report, where it is shown. */
    follow(point) {
        this.picked = null;
        for (const curve of this.curves ?? []) {
            if (curve.series !== this.data.groups(this.options.x).of(point)) continue;
            this.picked = curve.points.find((p) => p.point === point) ??
                curve.points.find((p) => this.across(p) === this.data.value(point, this.options.x)) ?? this.picked;
        }
        this.plot?.redraw(false);
    }

    /** What a place is across: a number or a category. */
    across(p) { return this.categories === null ? p.x : this.categories[p.x]; }

    draw() {
        const holder = byId("chart");
        this.plot?.destroy();
        holder.replaceChildren();
        const tables = this.curves.flatMap((curve) => [
            [curve.points.map((p) => p.x), curve.points.map((p) => (p.joined ? p.y : null))],
            ...this.modelTable(curve)]);
        const series = this.curves.flatMap((curve) => [
            {label: curve.name, stroke: curveColour(curve.series), width: curveThickness(curve.series),
             dash: curveDash(curve.series), spanGaps: true, points: {show: false}},
            ...this.modelTable(curve).map(() => ({
                label: `${curve.name}, model`, stroke: curveColour(curve.series), width: 1.5, dash: modelDash,
                spanGaps: true, points: {show: false}}))]);
        const joined = tables.length > 0 ? uPlot.join(tables) : [[], []];
        const axis = (label, size, log) => ({
            // The same ticks as in the picture that is saved.
            ...(log ? {splits: (plot, i, least, most) => logTicks(least, most), filter: (plot, ticks) => ticks} : {}),
            values: (plot, ticks) => ticks.map((tick) => String(Number(tick.toPrecision(6)))),
            label, size, stroke: cssColour("--text"), grid: {stroke: cssColour("--line"), width: 1},
            ticks: {stroke: cssColour("--line")}});
        const {x, y, logX, logY} = this.options;
        this.whole = this.extent();
        const range = (key) => () => this.zoomed?.[key] ?? this.whole[key];
        this.plot = new uPlot({
            width: holder.clientWidth, height: 420,
            scales: {x: {time: false, distr: logX ? 3 : 1, range: range("x")},
                     y: {distr: logY ? 3 : 1, range: range("y")}},
            axes: [{...axis(this.data.title(x), 40, logX), ...(this.categories === null ? {} : {
                splits: () => [...this.categories.keys()], values: (plot, ticks) => ticks.map((tick) => this.categories[tick])})},
                   axis(this.data.title(y), 65, logY)],
            series: [{}, ...series],
            legend: {show: false},
            cursor: {drag: {x: true, y: true, uni: 20, setScale: false}, points: {show: false}},
            hooks: {drawAxes: [() => this.intervals()], draw: [() => this.markers(), () => this.saturation()],
                    setSelect: [() => this.zoomToSelection()]},
        }, joined, holder);
        this.listen();
    }

    modelTable(curve) {
        const points = curve.points.filter((p) => p.model !== null);
        return this.options.model && points.length > 0
            ? [[points.map((p) => p.x), points.map((p) => p.model)]] : [];
    }

    /** Least and most of what is drawn, with room around; latencies of saturated runs do not
     *  stretch it far beyond the joined points. */
    extent() {
        const all = this.curves.flatMap((curve) => curve.points);
        const {logX, logY} = this.options;
        const joined = all.filter((p) => p.joined);
        const ys = (joined.length > 0 ? joined : all).flatMap((p) => [p.y - (p.ci ?? 0), p.y + (p.ci ?? 0)]);
        const xs = all.map((p) => p.x);
        const marks = this.marks(Math.max(...xs) - Math.min(...xs)).map((mark) => mark.at);
        const x = this.categories === null ? roomAround([...xs, ...marks], logX) : [-0.5, this.categories.length - 0.5];
        return {x, y: roomAround(ys.filter((v) => !logY || v > 0), logY)};
    }

    /** Canvas place of a point; outside above: at the upper border. */
    place(p) {
        const top = this.plot.bbox.top;
        return [this.plot.valToPos(p.x, "x", true), Math.max(top, this.plot.valToPos(p.y, "y", true))];
    }

    clipped(drawing) {
        const {ctx, bbox} = this.plot;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left - 8, bbox.top - 8, bbox.width + 16, bbox.height + 16);
        ctx.clip();
        ctx.setLineDash([]);  // of the curve before
        drawing(ctx);
        ctx.restore();
    }

    intervals() {
        if (!this.options.intervals) return;
        this.clipped((ctx) => {
            ctx.globalAlpha = 0.55;
            ctx.lineWidth = 2 * devicePixelRatio;
            for (const curve of this.curves) {
                ctx.strokeStyle = curveColour(curve.series);
                ctx.beginPath();
                for (const p of curve.points) {
                    if (p.ci === null) continue;
                    const x = this.plot.valToPos(p.x, "x", true);
                    const least = this.options.logY ? Math.max(p.y - p.ci, this.plot.scales.y.min) : p.y - p.ci;
                    ctx.moveTo(x, this.plot.valToPos(least, "y", true));
                    ctx.lineTo(x, this.plot.valToPos(p.y + p.ci, "y", true));
                }
                ctx.stroke();
            }
        });
    }

    markers() {
        const scale = (this.curves.reduce((sum, curve) => sum + curve.points.length, 0) > 2000 ? 0.5 : 1) *
            devicePixelRatio;
        this.clipped((ctx) => {
            ctx.lineWidth = 1.5 * devicePixelRatio;
            for (const {series, points} of this.curves) {
                ctx.strokeStyle = ctx.fillStyle = curveColour(series);
                for (const p of points) {
                    const marker = new Path2D(markerPath(series, ...this.place(p), scale * markerSize(series)));
                    if (!p.joined) ctx.fill(marker);
                    ctx.stroke(marker);
                }
            }
            if (this.picked !== null) {
                ctx.strokeStyle = cssColour("--text");
                ctx.beginPath();
                ctx.arc(...this.place(this.picked), 9 * scale, 0, 2 * Math.PI);
                ctx.stroke();
            }
        });
    }

    marks(width) {
        return saturationMarks(this.data, this.curves, this.options.x, width);
    }

    /** A bar on the axis at what each curve sustains. */
    saturation() {
        const {left, top, width, height} = this.plot.bbox;
        const {min, max} = this.plot.scales.x;
        this.clipped((ctx) => {
            for (const {series, at, level} of this.marks(max - min)) {
                const x = this.plot.valToPos(at, "x", true), thick = 5 * devicePixelRatio;
                ctx.fillStyle = curveColour(series);
                if (x >= left && x <= left + width) {
                    ctx.fillRect(x - thick / 2, top + height * (1 - 0.05 * (level + 1)), thick, 0.05 * height);
                }
            }
        });
    }

    listen() {
        const over = this.plot.over;
        over.addEventListener("mousemove", (event) => {
            const near = this.nearest(event);
            over.style.cursor = near === null ? "crosshair" : "pointer";
            showTooltip(near === null ? "" : this.words(near), event);
        });
        over.addEventListener("mouseleave", (event) => showTooltip("", event));
        over.addEventListener("click", (event) => {
            const near = this.nearest(event);
            if (near !== null) this.pick(near);
        });
        over.addEventListener("dblclick", () => this.zoomTo(null));
    }

    /** The place within 30 pixels of the mouse. */
    nearest(event) {
        const box = this.plot.over.getBoundingClientRect();
        const ratio = devicePixelRatio;
        const x = (event.clientX - box.left) * ratio + this.plot.bbox.left;
        const y = (event.clientY - box.top) * ratio + this.plot.bbox.top;
        let best = null, distance = 30 * ratio;
        for (const curve of this.curves) {
            for (const p of curve.points) {
                const [px, py] = this.place(p);
                const away = Math.hypot(px - x, py - y);
                if (away < distance) [best, distance] = [p, away];
            }
        }
        return best;
    }

    words(p) {
        const {x, y} = this.options;
        const {names, of} = this.data.groups(x);
        const lines = [names[of(p.point)], `${this.data.title(x)}: ${shown(this.across(p))}`,
                       `${this.data.title(y)}: ${shown(p.y)}${p.ci === null ? "" : ` \u00b1 ${shown(p.ci)}`}`];
        if (p.model !== null) lines.push(`model: ${shown(p.model)}`);
        if (p.replicas > 1) lines.push(`mean of ${p.replicas} seeds`);
        if (stateOf(p) !== "") lines.push(stateOf(p));
        return lines.join("\n");
    }

    pick(p) {
        this.picked = p;
        this.plot.redraw(false);
        this.onPick(p.point);
    }

    /** By keys: `along` the curve, or `across` to the next one. */
    step(along, across) {
        if (this.curves.length === 0) return;
        const current = this.curves.findIndex((curve) => curve.points.includes(this.picked));
        if (current < 0) {
            this.pick(this.curves[0].points[0]);
            return;
        }
        const wanted = (current + across + this.curves.length) % this.curves.length;
        const points = this.curves[wanted].points;
        const near = points.reduce((best, p) =>
            (Math.abs(p.x - this.picked.x) < Math.abs(best.x - this.picked.x) ? p : best));
        const index = across === 0 ? points.indexOf(this.picked) + along : points.indexOf(near);
        this.pick(points[Math.min(points.length - 1, Math.max(0, index))]);
    }

    zoomToSelection() {
        const {left, top, width, height} = this.plot.select;
        if (width < 4 && height < 4) return;
        const at = (pixel, scale) => this.plot.posToVal(pixel, scale);
        const whole = this.current();
        this.zoomTo({x: width < 4 ? whole.x : [at(left, "x"), at(left + width, "x")],
                     y: height < 4 ? whole.y : [at(top + height, "y"), at(top, "y")]});
    }

    current() {
        const {x, y} = this.plot.scales;
        return {x: [x.min, x.max], y: [y.min, y.max]};
    }

    /** By `factor` about the picked point, or the middle. */
    zoomBy(factor) {
        const now = this.current();
        const about = (scale, picked, log) => {
            const [to, from] = log ? [Math.log, Math.exp] : [(v) => v, (v) => v];
            const [least, most] = now[scale].map(to);
            const middle = picked === undefined ? (least + most) / 2 : Math.min(most, Math.max(least, to(picked)));
            return [from(middle + (least - middle) / factor), from(middle + (most - middle) / factor)];
        };
        this.zoomTo({x: about("x", this.picked?.x, this.options.logX),
                     y: about("y", this.picked?.y, this.options.logY)});
    }

    /** null: all. */
    zoomTo(box) {
        this.zoomed = box;
        this.plot.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
        this.plot.setData(this.plot.data, true);
    }

    picture() {
        const now = this.current();
        return curvesPicture({...this.options, ...now, curves: this.curves, title: this.data.reportName,
                              categories: this.categories, marks: this.marks(now.x[1] - now.x[0]), xTitle: this.data.title(this.options.x), yTitle: this.data.title(this.options.y)});
    }

    csv() {
        const {x, y} = this.options;
        return csvText([["series", x, y, "half_width", "model", "state", "seeds"],
                        ...this.curves.flatMap((curve) => curve.points.map((p) =>
                            [curve.name, this.across(p), p.y, p.ci, p.model, p.state, p.replicas]))]);
    }
}

/** Least and most of `values` with a twentieth around. */
function roomAround(values, log) {
    if (values.length === 0) return log ? [1, 10] : [0, 1];
    const [to, from] = log ? [Math.log, Math.exp] : [(v) => v, (v) => v];
    let least = Infinity, most = -Infinity;
    for (const value of values) {
        least = Math.min(least, to(value));
        most = Math.max(most, to(value));
    }
    const room = (most - least) / 20 || (log ? 0.5 : Math.abs(least) / 10 || 0.5);
    return [from(!log && least >= 0 && least < 3 * room ? 0 : least - room), from(most + room)];
}
