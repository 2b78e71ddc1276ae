import { findAlignedRows } from './find-aligned-rows.ts'
import { findLattices } from './find-lattices.ts'
import { findRuledAreas } from './find-ruled-areas.ts'
import type { Block, Box } from './page-layout.ts'
import { readGrid } from './read-grid.ts'
import { readLattice } from './read-lattice.ts'
import { sortRules } from './sort-rules.ts'
import { type Grid, isInside, type TextLine, toTableBlock } from './table-grid.ts'

export type { TextLine } from './table-grid.ts'

export type FoundTables = { tables: Block[]; rest: TextLine[] }

/**
 * Finds the tables of a page: cells between crossing rules, areas between horizontal rules, and rows of short cells
 * that are aligned in columns. Returns them as blocks whose lines are rows of Markdown, and the lines that are not part
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
  for (const lattice of findLattices({ horizontal, vertical }))
    keep(
      readLattice(
        lattice,
        rest.filter(line => isInside(line, lattice)),
      ),
    )
  for (const area of findRuledAreas(horizontal, rest))
    keep(
      readGrid(
        rest.filter(line => isInside(line, area.box)),
        {
          horizontal: area.rules,
          vertical: vertical.filter(rule => isInside(rule, area.box)),
          isRuled: true,
        },
      ),
    )
  for (const inside of findAlignedRows(rest, zones))
    keep(readGrid(inside, { horizontal: [], vertical: [], isRuled: false }))
  return { tables, rest }
}
