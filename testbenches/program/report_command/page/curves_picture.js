// The curves as an SVG of their own: white, with title, axes and legend, for a paper.

const pictureSize = {width: 900, height: 540, left: 70, right: 20, top: 40, bottom: 60};
const letterWidth = 7.2;  // about, of 13 pixels

/** What the legend says of signs that are no curve. */
function signsOf(view) {
    const points = view.curves.flatMap((curve) => curve.points);
    return [...(view.marks.length > 0 ? ["Bar on the axis: largest throughput sustained."] : []),
            ...(points.some((p) => !p.joined) ? ["Filled marker: saturated, deadlocked or undecided."] : []),
            ...(view.model && points.some((p) => p.model !== null) ? ["Dotted: model."] : []),
            ...(view.intervals && points.some((p) => p.ci !== null) ? ["Bars: confidence intervals."] : [])].join(" ");
}

/** view: {title, curves, categories, marks, xTitle, yTitle, logX, logY, intervals, model, x: [least, most], y: [least, most]} */
function curvesPicture(view) {
    const {width, left, right, top} = pictureSize;
    const foot = pictureSize.height - pictureSize.bottom;
    const longest = Math.max(0, ...view.curves.map((curve) => 50 + letterWidth * curve.legend.length));
    const columns = Math.max(1, Math.min(view.curves.length, Math.floor((width - left - right) / longest)));
    const rows = Math.ceil(view.curves.length / columns);
    const signs = signsOf(view);
    const height = pictureSize.height + 20 * (rows + (signs === "" ? 0 : 1));
    const along = ([least, most], log, from, to) => {
        const at = log ? Math.log10 : (value) => value;
        return (value) => from + (at(value) - at(least)) / (at(most) - at(least)) * (to - from);
    };
    const x = along(view.x, view.logX, left, width - right);
    const y = along(view.y, view.logY, foot, top);
    const parts = [`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
                   `viewBox="0 0 ${width} ${height}" font-family="DejaVu Sans, sans-serif" font-size="13">`,
                   `<rect width="100%" height="100%" fill="white"/>`];
    const n = (value) => Number(value.toFixed(2));
    const line = (x1, y1, x2, y2, colour) => parts.push(
        `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${colour}"/>`);
    const text = (atX, atY, content, anchor, more = "") => parts.push(
        `<text x="${n(atX)}" y="${n(atY)}" text-anchor="${anchor}" ${more}>${escapeMarkup(content)}</text>`);

    text((left + width - right) / 2, 26, view.title, "middle", `font-size="16"`);
    const categories = [...view.categories?.keys() ?? []].filter((tick) => tick >= view.x[0] && tick <= view.x[1]);
    for (const tick of view.categories !== null ? categories : view.logX ? logTicks(...view.x) : linearTicks(...view.x, 8)) {
        line(x(tick), top, x(tick), foot, "#ddd");
        text(x(tick), foot + 18, view.categories?.[tick] ?? tick, "middle");
    }
    for (const tick of view.logY ? logTicks(...view.y) : linearTicks(...view.y, 6)) {
        line(left, y(tick), width - right, y(tick), "#ddd");
        text(left - 6, y(tick) + 4, tick, "end");
    }
    parts.push(`<rect x="${left}" y="${top}" width="${width - left - right}" height="${foot - top}" ` +
               `fill="none" stroke="#444"/>`);
    text((left + width - right) / 2, foot + 40, view.xTitle, "middle");
    text(0, 0, view.yTitle, "middle", `transform="translate(18 ${(top + foot) / 2}) rotate(-90)"`);
    parts.push(`<clipPath id="inside"><rect x="${left}" y="${top - 6}" width="${width - left - right}" ` +
               `height="${foot - top + 6}"/></clipPath><g clip-path="url(#inside)">`);
    for (const curve of view.curves) {
        drawCurve(curve);
    }
    for (const {series, at, level} of view.marks) {
        const step = (foot - top) / 20;
        parts.push(`<rect class="saturation" x="${n(x(at) - 2.5)}" y="${n(foot - step * (level + 1))}" width="5" ` +
                   `height="${n(step)}" fill="${curveColour(series)}"/>`);
    }
    parts.push("</g>");
    view.curves.forEach(({series, legend}, i) => {
        const atX = left + (i % columns) * (width - left - right) / columns;
        const atY = pictureSize.height + 20 * Math.floor(i / columns);
        parts.push(`<line x1="${n(atX)}" y1="${atY}" x2="${n(atX + 36)}" y2="${atY}" ${lineLook(series)}/>`,
                   marker(series, atX + 18, atY, "none", "sample"));
        text(atX + 42, atY + 4, legend, "start");
    });
    text(left, pictureSize.height + 20 * rows + 4, signs, "start");
    parts.push("</svg>");
    return {svg: parts.join("\n"), width, height};

    function lineLook(series) {
        return `stroke="${curveColour(series)}" stroke-width="${n(curveThickness(series))}" ` +
            `stroke-dasharray="${curveDash(series)}"`;
    }

    function marker(series, atX, atY, fill, name) {
        return `<path class="${name}" d="${markerPath(series, atX, atY, markerSize(series))}" stroke-width="1.5" ` +
            `stroke="${curveColour(series)}" fill="${fill}"/>`;
    }

    function drawCurve({series, points}) {
        const colour = curveColour(series);
        const path = (some, value, look) => some.length > 1 && parts.push(`<polyline fill="none" ${look} points="` +
            some.map((p) => `${n(x(p.x))},${n(y(value(p)))}`).join(" ") + `"/>`);
        path(points.filter((p) => p.joined), (p) => p.y, lineLook(series));
        if (view.model) {
            path(points.filter((p) => p.model !== null), (p) => p.model,
                 `stroke="${colour}" stroke-width="1.5" stroke-dasharray="${modelDash}"`);
        }
        for (const p of points) {
            if (view.intervals && p.ci !== null) {
                line(x(p.x), y(Math.max(p.y - p.ci, view.y[0])), x(p.x), y(p.y + p.ci), colour);
            }
            parts.push(marker(series, x(p.x), Math.max(top, y(p.y)), p.joined ? "none" : colour, "point"));
        }
    }
}
