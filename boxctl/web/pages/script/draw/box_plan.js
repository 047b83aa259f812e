// The places of the parts of a box in its picture. Lengths are units of the picture.

export const TILE = { width: 60, gap: 6, tall: 116, lying: 68 };
export const RAIL = 46;
export const FRAME = 26;
const TRAY = 150;
const LEAST_TILES = 6;
const MOST_IN_A_ROW = 12;

/**
 * Return the plan of a box with the tiles 1 to `tiles` in `rows`, or in one row up to twelve.
 * Each tile's `x` and `y` are the middle of its hinge.
 */
export function boxPlan(tiles, rows = Math.ceil(tiles / MOST_IN_A_ROW)) {
  const inRow = Math.ceil(tiles / rows);
  const step = TILE.width + TILE.gap;
  const inside = Math.max(inRow, LEAST_TILES) * step + TILE.gap;
  const rowHeight = RAIL + TILE.tall + TILE.lying;
  const width = inside + 2 * FRAME;
  const places = [];
  for (let number = 1; number <= tiles; number += 1) {
    const row = Math.floor((number - 1) / inRow);
    const ofRow = Math.min(inRow, tiles - row * inRow);
    const place = (number - 1) % inRow;
    places.push({
      number,
      row,
      x: width / 2 + (place - (ofRow - 1) / 2) * step,
      y: FRAME + row * rowHeight + RAIL + TILE.tall,
    });
  }
  const top = FRAME + rows * rowHeight;
  return {
    width,
    height: top + TRAY + FRAME,
    inside,
    rowHeight,
    rows: Array.from({ length: rows }, (_, row) => FRAME + row * rowHeight),
    places,
    tray: { x: FRAME, y: top, width: inside, height: TRAY },
  };
}

/** Return the place of a tile that a finger or a pointer hits, in percent of the picture. */
export function touchArea(plan, place) {
  const step = TILE.width + TILE.gap;
  return {
    left: `${round((100 * (place.x - step / 2)) / plan.width)}%`,
    top: `${round((100 * (place.y - TILE.tall - 4)) / plan.height)}%`,
    width: `${round((100 * step) / plan.width)}%`,
    height: `${round((100 * (TILE.tall + TILE.lying + 4)) / plan.height)}%`,
  };
}

function round(value) {
  return Math.round(value * 1000) / 1000;
}
