// All points, a page at a time.

const rowsOfPage = 50;

class PointTable {
    constructor(data, onPick) {
        this.data = data;
        this.onPick = onPick;
        this.page = 0;
        this.found = data.points;
        byId("find").addEventListener("input", () => this.find());
        byId("page-before").addEventListener("click", () => this.turn(-1));
        byId("page-after").addEventListener("click", () => this.turn(1));
    }

    find() {
        const words = byId("find").value.toLowerCase().split(/\s+/).filter((word) => word !== "");
        this.found = this.data.points.filter((point) => {
            const text = `${this.data.name(point)} ${stateOf(point)} ${point.file}`.toLowerCase();
            return words.every((word) => text.includes(word));
        });
        this.page = 0;
        this.show(this.picked);
    }

    turn(pages) {
        this.page = Math.max(0, Math.min(this.page + pages, Math.ceil(this.found.length / rowsOfPage) - 1));
        this.show(this.picked);
    }

    /** Turns to the page with the point. */
    follow(point) {
        const index = this.found.indexOf(point);
        if (index >= 0) this.page = Math.floor(index / rowsOfPage);
        this.show(point);
    }

    show(picked) {
        this.picked = picked;
        const {data} = this;
        const shownPoints = this.found.slice(this.page * rowsOfPage, (this.page + 1) * rowsOfPage);
        const figures = data.simulated
            ? ["throughput.accepted", "latency.unicast.mean", "latency.unicast.ci", "latency.unicast.p99"]
            : data.yFigures().slice(0, 4);
        const titles = data.simulated ? ["accepted", "latency", "\u00b1", "99 %"] : figures;
        const rows = shownPoints.map((point) => [
            data.series[point.series], ...point.axes.map(shown), point.seed,
            ...figures.map((name) => shown(data.value(point, name))), stateOf(point)]);
        fillTable(byId("points"), ["curve", ...data.axes, "seed", ...titles, ""], rows, {
            onRow: (index) => this.onPick(shownPoints[index]), selected: shownPoints.indexOf(picked)});
        const first = this.page * rowsOfPage;
        byId("page-shown").textContent = this.found.length === 0 ? "none"
            : `${first + 1} to ${first + shownPoints.length} of ${this.found.length}`;
    }
}
