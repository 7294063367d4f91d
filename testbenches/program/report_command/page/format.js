// Numbers, elements and files, as the whole page writes them.

const byId = (id) => document.getElementById(id);

/** At most four significant digits; "-" for what was not measured. */
function shown(value) {
    if (value === null || value === undefined) return "-";
    if (typeof value !== "number") return String(value);
    if (Number.isInteger(value)) return String(value);
    return String(Number(value.toPrecision(4)));
}

const percent = (share) => (share === null ? "-" : `${Number((100 * share).toPrecision(3))}\u00a0%`);

/** Text of CSV and of tables: what `shown` rounds is exact here. */
const exact = (value) => (value === null || value === undefined ? "" : String(value));

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
}

function svgElement(name, attributes = {}, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text;
    return made;
}

const escapeMarkup = (text) =>
    String(text).replace(/[&<>"]/g, (c) => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);

/** Lines of at most `length` letters, if no word is longer. */
function wrapped(text, length) {
    const lines = [];
    for (const word of text.split(" ")) {
        const last = lines[lines.length - 1];
        if (last !== undefined && last.length + 1 + word.length <= length) lines[lines.length - 1] += ` ${word}`;
        else lines.push(word);
    }
    return lines;
}

/** `rows` of cells under `headings`; `onRow(index)`: a row was chosen, by mouse or Enter. */
function fillTable(table, headings, rows, {text = [0], onRow = null, selected = -1} = {}) {
    const cell = (name) => (content, column) =>
        element(name, text.includes(column) ? {class: "text"} : {}, content);
    const body = rows.map((row, index) => {
        const choose = () => onRow(index);
        const attributes = onRow === null ? {} : {
            tabindex: "0", "aria-selected": index === selected, onclick: choose,
            onkeydown: (event) => { if (event.key === "Enter") choose(); }};
        return element("tr", attributes, ...row.map(cell("td")));
    });
    table.replaceChildren(element("thead", {}, element("tr", {}, ...headings.map(cell("th")))),
                          element("tbody", {}, ...body));
}

const cssColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Looks of a curve: colour, dashes, and a hollow marker. Of curves that coincide all are seen: each is thinner and
 *  has smaller markers than the one before. The same in charts by gnuplot (plot/gnuplot_plot.cpp). */
const curveColour = (series) => data.colours[series % data.colours.length];
const curveDashes = [[], [10, 4], [4, 3], [10, 3, 3, 3], [10, 3, 3, 3, 3, 3], [16, 5], [6, 6]];
const curveDash = (series) => curveDashes[series % curveDashes.length];
const modelDash = [1.5, 3];
/** Circle, square, triangle, diamond, triangle upside down, pentagon: [corners, first one in turns from the top]. */
const markerShapes = [[24, 0], [4, 1 / 8], [3, 0], [4, 0], [3, 1 / 2], [5, 0]];
const curveThickness = (series) => 2.6 - 0.26 * (series % markerShapes.length);
const markerSize = (series) => 2 * curveThickness(series);

/** A path of SVG, which a canvas draws, too. */
function markerPath(series, x, y, size) {
    const [corners, first] = markerShapes[series % markerShapes.length];
    const at = (corner) => {
        const angle = 2 * Math.PI * (first + corner / corners);
        return `${(x + size * Math.sin(angle)).toFixed(1)} ${(y - size * Math.cos(angle)).toFixed(1)}`;
    };
    return `M${Array.from({length: corners}, (_, corner) => at(corner)).join("L")}Z`;
}

function saveFile(name, type, content) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type}));
    element("a", {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function csvText(rows) {
    const cell = (value) => (/[",\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value);
    return rows.map((row) => row.map((value) => cell(exact(value))).join(",")).join("\n") + "\n";
}

/** The picture as PNG at twice its size, for papers and slides. */
function savePng(name, svg, width, height) {
    const picture = new Image();
    picture.onload = () => {
        const canvas = element("canvas", {width: 2 * width, height: 2 * height});
        canvas.getContext("2d").drawImage(picture, 0, 0, 2 * width, 2 * height);
        canvas.toBlob((blob) => saveFile(name, "image/png", blob));
    };
    picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
}

function showTooltip(text, event) {
    const tooltip = byId("tooltip");
    tooltip.hidden = text === "";
    tooltip.textContent = text;
    const left = Math.min(event.clientX + 14, window.innerWidth - tooltip.offsetWidth - 8);
    const top = Math.min(event.clientY + 14, window.innerHeight - tooltip.offsetHeight - 8);
    tooltip.style.left = `${Math.max(0, left)}px`;
    tooltip.style.top = `${Math.max(0, top)}px`;
}

/** Why the latencies of a point depend on when its run ended; "": they do not. */
function stateOf(point) {
    return {stable: "", deadlock: "deadlocked"}[point.state] ?? point.state;
}

/** The network takes what is offered, for as long as one likes. */
const carries = (point) => stateOf(point) === "";
