import { type Box, boundsOf } from './page-layout.ts'
import type { Rules } from './sort-rules.ts'

/** Rules that cross each other, with the places of its rows and columns. */
export type Lattice = Box & Rules & { xs: number[]; ys: number[] }

/** In points: rules that meet end this far from each other at most. */
const slack = 4
/** More crossing rules than this are a drawing. */
const mostRules = 400

/** Finds the groups of horizontal and vertical rules that touch each other and have at least one vertical rule inside. */
export function findLattices({ horizontal, vertical }: Rules): Lattice[] {
  const owner = new Map<Box, Box>()
  const find = (rule: Box): Box => {
    let root = rule
    for (let next = owner.get(root); next !== undefined; next = owner.get(root)) root = next
    return root
  }
  for (const level of horizontal)
    for (const upright of vertical) {
      if (!touches(level, upright)) continue
      const [a, b] = [find(level), find(upright)]
      if (a !== b) owner.set(b, a)
    }
  const groups = Map.groupBy([...horizontal, ...vertical], find)
  const isLevel = new Set(horizontal)
  return [...groups.values()].flatMap(group => {
    if (group.length < 4 || group.length > mostRules) return []
    const own = {
      horizontal: group.filter(rule => isLevel.has(rule)),
      vertical: group.filter(rule => !isLevel.has(rule)),
    }
    const lattice = toLattice(own)
    return lattice.ys.length >= 2 && lattice.xs.length >= 3 ? [lattice] : []
  })
}

function touches(level: Box, upright: Box): boolean {
  return (
    upright.x0 > level.x0 - slack &&
    upright.x1 < level.x1 + slack &&
    level.y0 > upright.y0 - slack &&
    level.y1 < upright.y1 + slack
  )
}

/** The outer edges count as rules: many tables have none at their sides. */
function toLattice({ horizontal, vertical }: Rules): Lattice {
  const box = boundsOf([...horizontal, ...vertical])
  const xs = gatherPlaces([box.x0, ...vertical.map(({ x0, x1 }) => (x0 + x1) / 2), box.x1])
  const ys = gatherPlaces([box.y0, ...horizontal.map(({ y0, y1 }) => (y0 + y1) / 2), box.y1])
  return { ...box, horizontal, vertical, xs, ys }
}

function gatherPlaces(places: readonly number[]): number[] {
  const gathered: number[] = []
  for (const place of places.toSorted((a, b) => a - b))
    if (place - (gathered.at(-1) ?? -Infinity) > slack) gathered.push(place)
  return gathered
}

/** Whether a rule separates two cells beside each other: `y` is the middle of their row. */
export function isSplitAt({ vertical }: Lattice, x: number, y: number): boolean {
  return vertical.some(rule => Math.abs((rule.x0 + rule.x1) / 2 - x) <= slack && rule.y0 < y && rule.y1 > y)
}

/** Whether a rule separates two cells above each other: `x` is the middle of their column. */
export function isCutAt({ horizontal }: Lattice, x: number, y: number): boolean {
  return horizontal.some(rule => Math.abs((rule.y0 + rule.y1) / 2 - y) <= slack && rule.x0 < x && rule.x1 > x)
}
