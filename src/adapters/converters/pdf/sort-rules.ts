import type { Box } from './page-layout.ts'

export type Rules = { horizontal: Box[]; vertical: Box[] }

/** In points: a rule is not thicker, and not shorter. */
const thickest = 2.5
const shortest = 4
/** In points: pieces of one rule are at most this far apart, across and along. */
const acrossGap = 1.5
const alongGap = 4

/** Sorts rules by direction, and joins the pieces of each: programs draw the borders of every cell. */
export function sortRules(rules: readonly Box[]): Rules {
  const long = rules.filter(({ x0, y0, x1, y1 }) => Math.max(x1 - x0, y1 - y0) >= shortest)
  return {
    horizontal: joinPieces(long.filter(({ y0, y1 }) => y1 - y0 <= thickest)),
    vertical: joinPieces(long.filter(({ x0, x1 }) => x1 - x0 <= thickest).map(flip)).map(flip),
  }
}

/** Exchanges the axes. */
function flip({ x0, y0, x1, y1 }: Box): Box {
  return { x0: y0, y0: x0, x1: y1, y1: x1 }
}

/** Joins horizontal pieces that lie on one line. */
function joinPieces(pieces: readonly Box[]): Box[] {
  const levels: Box[][] = []
  for (const piece of pieces.toSorted((a, b) => a.y0 - b.y0)) {
    const level = levels.at(-1)
    const last = level?.at(-1)
    if (level && last && piece.y0 - last.y0 < acrossGap) level.push(piece)
    else levels.push([piece])
  }
  return levels.flatMap(level => {
    const joined: Box[] = []
    for (const piece of level.sort((a, b) => a.x0 - b.x0)) {
      const last = joined.at(-1)
      if (last && piece.x0 - last.x1 <= alongGap) {
        last.x1 = Math.max(last.x1, piece.x1)
        last.y0 = Math.min(last.y0, piece.y0)
        last.y1 = Math.max(last.y1, piece.y1)
      } else joined.push({ ...piece })
    }
    return joined
  })
}
