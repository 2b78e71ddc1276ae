import { findAlignedRows } from './find-aligned-rows.ts'
import { findLattices } from './find-lattices.ts'
import { findRuledAreas } from './find-ruled-areas.ts'
import { findTermRows } from './find-term-rows.ts'
import type { Block, Box } from './page-layout.ts'
import { readGrid } from './read-grid.ts'
import { readLattice } from './read-lattice.ts'
import { sortRules } from './sort-rules.ts'
import {
  figure,
  type Grid,
  isInside,
  type TextLine,
  toRows,
  toRowsBlock,
  toTableBlock,
} from './table-grid.ts'

export type { TextLine } from './table-grid.ts'

export type FoundTables = { tables: Block[]; rest: TextLine[] }

/**
 * Finds the tables of a page: cells between crossing rules, areas between horizontal rules, and rows of short cells
 * that are aligned in columns, and terms with their meanings. Returns them as blocks whose lines are rows of Markdown, and the lines that are not part
 * of a table.
 */
export function findTables(
  lines: readonly TextLine[],
  { rules, zones }: { rules: readonly Box[]; zones: readonly Box[] },
): FoundTables {
  const tables: Block[] = []
  let rest = [...lines]
  const keep = (grid: Grid | null) => {
    if (grid === null) return
    tables.push(toTableBlock(grid))
    const taken = new Set(grid.flatMap(row => row.lines))
    rest = rest.filter(line => !taken.has(line))
  }
  const { horizontal, vertical } = sortRules(rules)
  for (const lattice of findLattices({ horizontal, vertical })) {
    const isLarge = lattice.xs.length > 3 && lattice.ys.length > 3
    const inside = rest.filter(line => isInside(line, lattice))
    if (isLarge || !isDrawn(lattice, zones)) keep(readLattice(lattice, inside))
  }
  for (const { box, rules: own } of findRuledAreas({ horizontal, vertical }, rest)) {
    const inside = rest.filter(line => isInside(line, box))
    const facts = { horizontal: own, vertical: vertical.filter(rule => isInside(rule, box)), isRuled: true }
    if (!isDrawn(box, zones)) keep(readGrid(inside, facts))
  }
  for (const inside of findAlignedRows(rest, zones)) {
    const grid = readGrid(inside, { horizontal: [], vertical: [], isRuled: false })
    keep(grid)
    if (grid !== null || !hasFigures(inside)) continue
    tables.push(toRowsBlock(toRows(inside)))
    rest = rest.filter(line => !inside.includes(line))
  }
  for (const rows of findTermRows(rest.filter(line => !zones.some(zone => isInside(line, zone))))) {
    // The list is part of the text; the number keeps its rows apart.
    const block = toRowsBlock(rows)
    tables.push({ ...block, role: 'body', table: block.lines[0]?.order ?? 0 })
    const taken = new Set(rows.flat())
    rest = rest.filter(line => !taken.has(line))
  }
  return { tables, rest }
}

/** The share of rows from which labels and figures are kept together although their columns are uncertain. */
const figureShare = 0.7

/** Whether rows begin with words and end with a figure. */
function hasFigures(lines: readonly TextLine[]): boolean {
  const rows = toRows(lines)
  const labelled = rows.filter(
    row => row.length > 1 && /\p{L}{3}/u.test(row[0]?.text ?? '') && figure.test(row.at(-1)?.text ?? ''),
  )
  return labelled.length >= figureShare * rows.length
}

/** How many times larger than an area between rules a drawing is of which it is a part. */
const partOfDrawing = 2

/** Whether an area between rules is a box of a diagram, or the frame of a chart. Shaded tables are as large as their zone. */
function isDrawn(area: Box, zones: readonly Box[]): boolean {
  const sizeOf = (box: Box) => (box.x1 - box.x0) * (box.y1 - box.y0)
  return zones.some(zone => isInside(area, zone) && sizeOf(zone) > partOfDrawing * sizeOf(area))
}
