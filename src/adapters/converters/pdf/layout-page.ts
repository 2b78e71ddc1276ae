import { buildLines } from './build-lines.ts'
import { findTables, type TextLine } from './find-tables.ts'
import { joinEntries } from './join-entries.ts'
import { joinFields } from './join-fields.ts'
import { joinFormulas } from './join-formulas.ts'
import { linkLines } from './link-lines.ts'
import { type Block, type Box, boundsOf, type Line, type Role, turnBox, type Word } from './page-layout.ts'
import { slanted } from './straighten-slanted.ts'

/**
 * Builds the lines of a page and links them to blocks, in drawing order. Text that is rotated against most of the page
 * becomes blocks of its own.
 */
export function layoutPage(
  all: readonly Word[],
  drawn: { rules: readonly Box[]; zones: readonly Box[] } = { rules: [], zones: [] },
  structure: ReadonlyMap<number, number> = new Map(),
): { blocks: Block[]; turn: number } {
  const words = withoutPlots(all)
  const main = mainRotation(words)
  const blocks = [0, 90, 180, 270, slanted]
    .flatMap(rotation => {
      const rules = drawn.rules.map(rule => turnBox(rule, rotation))
      const built = buildLines(words.filter(word => word.rotation === rotation))
      const lines = joinFormulas(built, rules).map(line => ({ ...line, tagged: placeOf(line, structure) }))
      const { tables, rest } = findTables(lines, {
        rules,
        zones: drawn.zones.map(zone => turnBox(zone, rotation)),
      })
      const role: Role = rotation === main ? 'body' : 'aside'
      return [
        ...tables,
        ...linkLines(joinEntries(joinFields(rest, rules))).map(block => toBlock(block, role)),
      ].map(block => ({
        block,
        rotation,
      }))
    })
    .map(({ block, rotation }): Block => {
      const lines = block.lines.map(line => ({ ...line, ...turnBox(line, 360 - rotation) }))
      return { ...block, lines, ...boundsOf(lines) }
    })
    .sort((a, b) => orderOf(a) - orderOf(b))
  return { blocks, turn: main }
}

/** So many equal signs, drawn one after the other, are the points of a chart. */
const leastPoints = 12

/** Leaves out the points of charts that are drawn as letters of a symbol font: "● ● ● ●". */
function withoutPlots(words: readonly Word[]): Word[] {
  const points = new Set<Word>()
  let run: Word[] = []
  for (const word of [...words, null]) {
    if (word && run[0] && word.text === run[0].text && word.size === run[0].size) {
      run.push(word)
      continue
    }
    if (run.length >= leastPoints) for (const point of run) points.add(point)
    run = word && plotSign.test(word.text) ? [word] : []
  }
  return words.filter(word => !points.has(word))
}

const plotSign = /^[●○■□▲△▼▽◆◇❍✕✖＋]+$/u

/** The first place of a line's words in the structure tree. */
function placeOf({ words }: TextLine, structure: ReadonlyMap<number, number>): number | null {
  const places = words.flatMap(({ mark }) => (mark === null ? [] : (structure.get(mark) ?? [])))
  return places.length === 0 ? null : Math.min(...places)
}

function toBlock(block: readonly TextLine[], role: Role): Block {
  const lines = block.map(({ words, ...line }): Line => line)
  return { lines, ...boundsOf(lines), table: null, role }
}

/** The rotation of most words; slanted text is a watermark or part of a drawing. */
function mainRotation(words: readonly Word[]): number {
  const counts = new Map<number, number>()
  for (const { rotation } of words)
    if (rotation !== slanted) counts.set(rotation, (counts.get(rotation) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function orderOf(block: Block): number {
  return block.lines[0]?.order ?? 0
}
