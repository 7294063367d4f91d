// The curves as an SVG of their own: white, with axes and legend, for a paper.

const pictureSize = {width: 900, height: 520, left: 70, right: 20, top: 20, bottom: 60};

/** view: {curves, xTitle, yTitle, logX, logY, intervals, model, x: [least, most], y: [least, most]} */
function curvesPicture(view) {
    const {width, left, right, top} = pictureSize;
    const foot = pictureSize.height - pictureSize.bottom;
    const height = pictureSize.height + 18 * Math.ceil(view.curves.length / 3);
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

    for (const tick of view.logX ? logTicks(...view.x) : linearTicks(...view.x, 8)) {
        line(x(tick), top, x(tick), foot, "#ddd");
        text(x(tick), foot + 18, tick, "middle");
    }
    for (const tick of view.logY ? logTicks(...view.y) : linearTicks(...view.y, 6)) {
        line(left, y(tick), width - right, y(tick), "#ddd");
        text(left - 6, y(tick) + 4, tick, "end");
    }
    parts.push(`<rect x="${left}" y="${top}" width="${width - left - right}" height="${foot - top}" ` +
               `fill="none" stroke="#444"/>`);
    text((left + width - right) / 2, foot + 40, view.xTitle, "middle");
    text(0, 0, view.yTitle, "middle", `transform="translate(18 ${(top + foot) / 2}) rotate(-90)"`);
    parts.push(`<clipPath id="inside"><rect x="${left}" y="${top}" width="${width - left - right}" ` +
               `height="${foot - top}"/></clipPath><g clip-path="url(#inside)">`);
    for (const curve of view.curves) {
        drawCurve(curve);
    }
    parts.push("</g>");
    view.curves.forEach((curve, i) => {
        const atX = left + (i % 3) * (width - left - right) / 3, atY = pictureSize.height + 18 * Math.floor(i / 3);
        parts.push(`<line x1="${n(atX)}" y1="${atY}" x2="${n(atX + 24)}" y2="${atY}" stroke-width="2" ` +
                   `stroke="${curveColour(curve.series)}" stroke-dasharray="${curveDash(curve.series)}"/>`);
        text(atX + 30, atY + 4, curve.name, "start");
    });
    parts.push("</svg>");
    return {svg: parts.join("\n"), width, height};

    function drawCurve(curve) {
        const colour = curveColour(curve.series);
        const path = (points, value, dash) => points.length > 1 && parts.push(
            `<polyline fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" points="` +
            points.map((p) => `${n(x(p.x))},${n(y(value(p)))}`).join(" ") + `"/>`);
        path(curve.points.filter((p) => p.joined), (p) => p.y, curveDash(curve.series));
        if (view.model) path(curve.points.filter((p) => p.model !== null), (p) => p.model, [5, 4]);
        for (const p of curve.points) {
            if (view.intervals && p.ci !== null) {
                line(x(p.x), y(Math.max(p.y - p.ci, view.y[0])), x(p.x), y(p.y + p.ci), colour);
            }
            parts.push(`<circle cx="${n(x(p.x))}" cy="${n(y(p.y))}" r="3.5" stroke="${colour}" ` +
                       `fill="${p.joined ? colour : "white"}"/>`);
        }
    }
}
