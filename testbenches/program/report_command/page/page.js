// Puts the parts of the page together.

const data = new ReportData(JSON.parse(byId("data").textContent));
/** So many curves are shown at first: more cannot be told apart. */
const curvesShownFirst = 12;

const curves = new Curves(data, pick);
const pointView = new PointView(data);
const pointTable = new PointTable(data, pick);
let picked = null;

function pick(point) {
    picked = point;
    pointView.show(point);
    pointTable.follow(point);
    curves.follow(point);
}

function showCurves() {
    curves.show({x: byId("x-figure").value, y: byId("y-figure").value, logX: byId("log-x").checked,
                 logY: byId("log-y").checked, intervals: byId("intervals").checked, model: byId("model").checked});
}

/** Other axes: what was zoomed into is not there any more. */
function showOtherCurves() {
    curves.zoomed = null;
    showCurves();
}

/** Across another axis there are other curves. */
function showAcross() {
    const count = data.groups(byId("x-figure").value).names.length;
    curves.hidden = new Set([...Array(count).keys()].slice(curvesShownFirst));
    showLegend();
}

/** Latencies span decades where a network fills up, loads do not. */
function showOtherFigure() {
    byId("log-y").checked = growsWithRun(byId("y-figure").value);
    showOtherCurves();
}

function showLegend() {
    const {legend} = data.groups(byId("x-figure").value);
    const sample = (series) => {
        const svg = svgElement("svg", {width: 40, height: 14});
        svg.append(svgElement("line", {x1: 1, x2: 39, y1: 7, y2: 7, "stroke-width": curveThickness(series),
                                       stroke: curveColour(series), "stroke-dasharray": curveDash(series)}),
                   svgElement("path", {d: markerPath(series, 20, 7, markerSize(series)), "stroke-width": 1.5,
                                       stroke: curveColour(series), fill: "none"}));
        return svg;
    };
    const all = (hidden) => () => {
        curves.hidden = new Set(hidden ? legend.keys() : []);
        for (const box of boxes) box.checked = !hidden;
        showCurves();
    };
    const boxes = legend.map((_, series) => element("input", {type: "checkbox", onchange: (event) => {
        event.target.checked ? curves.hidden.delete(series) : curves.hidden.add(series);
        showCurves();
    }}));
    boxes.forEach((box, series) => { box.checked = !curves.hidden.has(series); });
    byId("legend").replaceChildren(
        element("span", {class: "buttons"}, element("button", {type: "button", onclick: all(false)}, "all"),
                element("button", {type: "button", onclick: all(true)}, "none")),
        ...legend.map((name, series) => element("label", {}, boxes[series], sample(series), name)));
}

function fillSelect(select, names) {
    select.replaceChildren(...names.map((name) => element("option", {value: name}, data.title(name))));
}

function applyTheme(theme) {
    document.documentElement.dataset.theme = theme;
    showCurves();
    if (picked !== null) pointView.show(picked);
}

function chartKey(event) {
    const actions = {ArrowLeft: () => curves.step(-1, 0), ArrowRight: () => curves.step(1, 0),
                     ArrowUp: () => curves.step(0, -1), ArrowDown: () => curves.step(0, 1),
                     "+": () => curves.zoomBy(1.5), "-": () => curves.zoomBy(1 / 1.5), 0: () => curves.zoomTo(null)};
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
}

function start() {
    document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.title = `${data.reportName} - Flitscope report`;
    byId("title").textContent = data.reportName;
    const count = (state) => data.points.filter((point) => stateOf(point) === state).length;
    const others = ["undecided", "deadlocked"].filter((state) => count(state) > 0);
    const several = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
    byId("summary").textContent = `${several(data.points.length, "point")}, ` +
        `${several(data.series.length, "curve")}, ${count("saturated")} saturated` +
        `${others.map((state) => `, ${count(state)} ${state}`).join("")}. Flitscope ${data.version}.`;
    fillSelect(byId("x-figure"), data.xFigures());
    fillSelect(byId("y-figure"), data.yFigures());
    byId("log-y").checked = growsWithRun(byId("y-figure").value);
    byId("model-label").hidden = !data.hasModel();
    byId("network-figure").replaceChildren(element("option", {value: "utilisation"}, "busy (utilisation)"),
                                           element("option", {value: "blocking"}, "heads blocked"));
    showAcross();
    byId("x-figure").addEventListener("change", showAcross);
    for (const id of ["x-figure", "log-x", "log-y"]) byId(id).addEventListener("change", showOtherCurves);
    for (const id of ["intervals", "model"]) byId(id).addEventListener("change", showCurves);
    byId("y-figure").addEventListener("change", showOtherFigure);
    byId("zoom-in").addEventListener("click", () => curves.zoomBy(1.5));
    byId("zoom-out").addEventListener("click", () => curves.zoomBy(1 / 1.5));
    byId("zoom-reset").addEventListener("click", () => curves.zoomTo(null));
    byId("save-svg").addEventListener("click", () => saveFile("curves.svg", "image/svg+xml", curves.picture().svg));
    byId("save-png").addEventListener("click", () => {
        const {svg, width, height} = curves.picture();
        savePng("curves.png", svg, width, height);
    });
    byId("save-csv").addEventListener("click", () => saveFile("curves.csv", "text/csv", curves.csv()));
    byId("chart").addEventListener("keydown", chartKey);
    byId("theme").addEventListener("click", otherTheme);
    document.addEventListener("keydown", (event) => {
        if (event.key === "t" && !/INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) otherTheme();
    });
    let resized = 0;
    addEventListener("resize", () => {
        clearTimeout(resized);
        resized = setTimeout(showCurves, 100);
    });
    showCurves();
    showSaturation(data, (series) => pick(slowest((point) => point.series === series)));
    pick(slowest((point) => !curves.hidden.has(data.groups(byId("x-figure").value).of(point))));
    byId("saturation-section").hidden = !data.simulated;
}

/** What one wants to look into first: the slowest point that the network carries. */
function slowest(among) {
    const points = data.points.filter(among);
    const carried = points.filter(carries);
    const latency = (point) => data.value(point, "latency.unicast.mean") ?? -1;
    return largest(carried.length > 0 ? carried : points, latency);
}

function otherTheme() {
    applyTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
}

start();
