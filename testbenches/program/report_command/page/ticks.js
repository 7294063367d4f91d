// Places of ticks for pictures that are written, not drawn by the library.

function linearTicks(least, most, wanted) {
    const raw = (most - least) / wanted;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= raw);
    const ticks = [];
    for (let i = Math.ceil(least / step - 1e-9); i * step <= most + step * 1e-9; ++i) {
        ticks.push(Number((i * step).toPrecision(12)));
    }
    return ticks;
}

/** Powers of ten with 2 and 5 between them, in less than a decade with all digits; where that gives
 *  less than two, as on a linear axis. */
function logTicks(least, most) {
    const ticks = [];
    const factors = most < 10 * least ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 5];
    for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power) {
        for (const factor of factors) {
            const tick = Number((factor * 10 ** power).toPrecision(6));
            if (tick >= least && tick <= most) ticks.push(tick);
        }
    }
    return ticks.length > 1 ? ticks : linearTicks(least, most, 5).filter((tick) => tick > 0);
}
