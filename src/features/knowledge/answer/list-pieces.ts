import type { Hit } from '../../../core/model/hit.ts'
import { listUnits, type Unit, type UnitPart } from './list-units.ts'

/** A stretch of a passage that may answer a question: a paragraph, a few sentences, an entry, some items or rows. */
export type Piece = {
  hit: Hit
  /** The place of its passage among those found, from 0. */
  rank: number
  /** The headings above it, outermost first, without the title of the document. */
  path: string[]
  /** Everything that the passage has below the same heading; the piece is `section.slice(from, to)`. */
  section: readonly UnitPart[]
  from: number
  to: number
}

/** Longer units are cut between sentences: a vector of many words says little about each of them. */
const longest = 60

/** Cuts passages into pieces. What several overlapping passages have is kept for the first. */
export function listPieces(hits: readonly Hit[]): Piece[] {
  const seen = new Set<string>()
  return hits
    .flatMap((hit, rank) => {
      const units = listUnits(hit.text)
      const inside = new Set(units.flatMap(({ headings }) => headings))
      const sections = Map.groupBy(units, ({ headings }) => headings.join('\n'))
      return [...sections.values()].flatMap(own => cutSection(own, { hit, rank, inside }))
    })
    .filter(piece => {
      const text = textOf(piece)
      const isNew = !seen.has(text)
      seen.add(text)
      return isNew && /\p{L}{2}/u.test(text)
    })
}

export function textOf({ section, from, to }: Pick<Piece, 'section' | 'from' | 'to'>): string {
  return section
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
}

export function countWords(parts: readonly Pick<UnitPart, 'text'>[]): number {
  return parts.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

function cutSection(
  units: readonly Unit[],
  { hit, rank, inside }: { hit: Hit; rank: number; inside: ReadonlySet<string> },
): Piece[] {
  const section = units.flatMap(({ parts }) => parts)
  const path = headingPath(hit, units[0]?.headings ?? [], inside)
  let start = 0
  return units.flatMap(({ parts }) => {
    const spans = cutUnit(parts).map(({ from, to }) => ({ from: start + from, to: start + to }))
    start += parts.length
    return spans.map(span => ({ hit, rank, path, section, ...span }))
  })
}

function cutUnit(parts: readonly UnitPart[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  let from = 0
  for (const at of parts.keys())
    if (at > from && countWords(parts.slice(from, at + 1)) > longest) {
      spans.push({ from, to: at })
      from = at
    }
  return [...spans, { from, to: parts.length }]
}

/** The path of a passage ends with its first heading, which does not apply to what is below a later one. */
function headingPath(
  { document, chunk }: Hit,
  headings: readonly string[],
  inside: ReadonlySet<string>,
): string[] {
  const outer =
    headings.length === 0 ? chunk.sectionPath : chunk.sectionPath.filter(heading => !inside.has(heading))
  return [...outer, ...headings].filter(heading => heading !== document.title)
}
