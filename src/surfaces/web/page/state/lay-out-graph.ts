export type GraphPoint = { x: number; y: number }

export type GraphLinks = { ids: readonly string[]; links: readonly { from: string; to: string }[] }

/**
 * Places nodes so that linked ones are near and others apart (Fruchterman and Reingold's forces). The first id is in the
 * middle. The same graph gives the same picture: nodes start on a spiral, not at random.
 */
export function layOutGraph({ ids, links }: GraphLinks, size: { width: number; height: number }) {
  const middle = { x: size.width / 2, y: size.height / 2 }
  const points = ids.map((_, at): GraphPoint => {
    const [angle, far] = [at * 2.4, Math.sqrt(at / Math.max(1, ids.length)) * 0.45]
    return {
      x: middle.x + Math.cos(angle) * far * size.width,
      y: middle.y + Math.sin(angle) * far * size.height,
    }
  })
  const indexes = new Map(ids.map((id, at) => [id, at]))
  const pairs = links.flatMap(({ from, to }) => {
    const [one, other] = [indexes.get(from), indexes.get(to)]
    return one === undefined || other === undefined || one === other ? [] : [[one, other] as const]
  })
  const wanted = Math.sqrt((size.width * size.height) / Math.max(1, ids.length)) * 0.8
  const rounds = ids.length > 200 ? 60 : 200
  for (let round = 0; round < rounds; round++) {
    const moves = points.map(() => ({ x: 0, y: 0 }))
    repel(points, moves, wanted)
    for (const [one, other] of pairs) attract({ points, moves, one, other, wanted })
    const furthest = (size.width / 8) * (1 - round / rounds) + 1
    for (const [at, point] of points.entries()) {
      const move = moves[at]
      if (at === 0 || move === undefined) continue
      const length = Math.hypot(move.x, move.y) || 1
      const by = Math.min(length, furthest) / length
      point.x = clamp(point.x + move.x * by, size.width)
      point.y = clamp(point.y + move.y * by, size.height)
    }
  }
  return new Map(ids.map((id, at) => [id, points[at] ?? middle]))
}

function repel(points: readonly GraphPoint[], moves: GraphPoint[], wanted: number): void {
  for (const [one, point] of points.entries())
    for (const [other, from] of points.entries()) {
      const move = moves[one]
      if (one === other || move === undefined) continue
      const [dx, dy] = [point.x - from.x, point.y - from.y]
      const square = Math.max(1, dx * dx + dy * dy)
      move.x += (dx * wanted * wanted) / square
      move.y += (dy * wanted * wanted) / square
    }
}

type Pull = {
  points: readonly GraphPoint[]
  moves: readonly GraphPoint[]
  one: number
  other: number
  wanted: number
}

function attract({ points, moves, one, other, wanted }: Pull): void {
  const [from, to, first, second] = [points[one], points[other], moves[one], moves[other]]
  if (!from || !to || !first || !second) return
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const by = Math.hypot(dx, dy) / wanted
  first.x += dx * by
  first.y += dy * by
  second.x -= dx * by
  second.y -= dy * by
}

function clamp(value: number, most: number): number {
  return Math.max(30, Math.min(most - 30, value))
}
