import { plainLetters } from './letters.ts'

type Grid = readonly (readonly string[])[]
type Count = { right: number; all: number }

/**
 * Compares tables as multisets of cells, and of relations: a cell with its right neighbour and with the cell below it
 * (the measure of the ICDAR 2013 table competition). Empty cells are skipped.
 */
export function compareTables(truth: readonly Grid[], markdown: string) {
  const found = listTables(markdown)
  const cells = compare(truth.flatMap(cellsOf), found.flatMap(cellsOf))
  const relations = compare(truth.flatMap(relationsOf), found.flatMap(relationsOf))
  return {
    'cells recall': cells.recall,
    'cells precision': cells.precision,
    'relations recall': relations.recall,
    'relations precision': relations.precision,
  }
}

function listTables(markdown: string): Grid[] {
  const tables = markdown.match(/(?:^\|.*\|[ \t]*$\n?)+/gm) ?? []
  return tables.map(table =>
    table
      .trim()
      .split('\n')
      .filter(line => !/^\|[\s:|-]+\|\s*$/.test(line))
      .map(line =>
        line
          .trim()
          .slice(1, -1)
          .split(/(?<!\\)\|/),
      ),
  )
}

/** "1.50" and "150" differ, so the point is kept. */
function cellKey(cell: string): string {
  return /\d/.test(cell) ? cell.replace(/[^\p{L}\p{N}.-]/gu, '').toLowerCase() : plainLetters(cell)
}

function cellsOf(grid: Grid): string[] {
  return grid.flatMap(row => row.map(cellKey)).filter(key => key !== '')
}

function relationsOf(grid: Grid): string[] {
  const keys = grid.map(row => row.map(cellKey))
  return keys.flatMap((row, y) =>
    row.flatMap((key, x) => {
      if (key === '') return []
      const right = row.slice(x + 1).find(other => other !== '')
      const below = keys.slice(y + 1).find(other => (other[x] ?? '') !== '')?.[x]
      return [
        ...(right === undefined ? [] : [`${key} → ${right}`]),
        ...(below === undefined ? [] : [`${key} ↓ ${below}`]),
      ]
    }),
  )
}

function compare(truth: readonly string[], found: readonly string[]): { recall: Count; precision: Count } {
  const left = new Map<string, number>()
  for (const key of found) left.set(key, (left.get(key) ?? 0) + 1)
  let right = 0
  for (const key of truth) {
    const count = left.get(key) ?? 0
    if (count === 0) continue
    left.set(key, count - 1)
    right += 1
  }
  return { recall: { right, all: truth.length }, precision: { right, all: found.length } }
}
