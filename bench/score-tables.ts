export type CellScore = { hits: number; given: number; real: number }

/** The Markdown tables of a text: header and body rows, without the row of dashes. */
export function parseTables(markdown: string): string[][][] {
  const tables: string[][][] = []
  let rows: string[] = []
  for (const line of [...markdown.split('\n'), '']) {
    if (/^\s*\|/.test(line)) {
      rows.push(line)
      continue
    }
    if (rows.length >= 2 && isDashes(rows[1] ?? ''))
      tables.push(rows.filter((_, at) => at !== 1).map(cellsOf))
    rows = []
  }
  return tables
}

function isDashes(row: string): boolean {
  return /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(row)
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
}

/**
 * Pairs each true table of a page with the given table that has most of its cells, each given table once. Cells count
 * when they are not empty.
 */
export function scoreTables(truth: readonly string[][][], given: readonly string[][][]): CellScore[] {
  const pairs = truth
    .flatMap((rows, at) => given.map((other, of) => ({ at, of, hits: countEqual(rows, other) })))
    .toSorted((a, b) => b.hits - a.hits)
  const taken = new Map<number, { of: number; hits: number }>()
  for (const { at, of, hits } of pairs)
    if (hits > 0 && !taken.has(at) && ![...taken.values()].some(pair => pair.of === of))
      taken.set(at, { of, hits })
  return truth.map((rows, at) => {
    const pair = taken.get(at)
    const table = pair === undefined ? [] : (given[pair.of] ?? [])
    return { hits: pair?.hits ?? 0, given: countCells(table), real: countCells(rows) }
  })
}

/**
 * Equal cells in position. Rows are aligned in order, and all columns may be shifted by one, so that a header in two
 * lines or an extra column does not make every other cell wrong.
 */
export function countEqual(truth: readonly string[][], given: readonly string[][]): number {
  const [real, ours] = [truth.map(row => row.map(plainCell)), given.map(row => row.map(plainCell))]
  return Math.max(...[-1, 0, 1].map(shift => alignRows(real, ours, shift)))
}

function alignRows(real: readonly string[][], ours: readonly string[][], shift: number): number {
  let above = new Array<number>(ours.length + 1).fill(0)
  for (const row of real) {
    const here = [0]
    for (const [at, other] of ours.entries()) {
      const equal = row.filter((cell, column) => cell !== '' && cell === other[column + shift]).length
      here.push(Math.max((above[at] ?? 0) + equal, above[at + 1] ?? 0, here[at] ?? 0))
    }
    above = here
  }
  return above.at(-1) ?? 0
}

function countCells(rows: readonly string[][]): number {
  return rows.flat().filter(cell => plainCell(cell) !== '').length
}

/** Without white space, Markdown marks, bullets, and hyphens inside words; dashes and quotes of one kind. */
export function plainCell(text: string): string {
  return text
    .replace(/<br\s*\/?>|<\/?(?:sub|sup|b|i|strong|em)>/gi, ' ')
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\u00ad]/g, '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[*\\•▪►▸◦]|\p{Co}/gu, '')
    .replace(/\s+/g, '')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, '')
}
