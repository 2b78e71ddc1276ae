import type { Hit } from '../../../core/model/hit.ts'
import { listUnits, type Unit, type UnitPart } from './list-units.ts'

/** A sentence, list item or table row that may answer the question, with the words around it that say what it is about. */
export type Candidate = {
  hit: Hit
  unit: Unit
  part: UnitPart
  /** The headings above it, outermost first, without the title of the document. */
  path: string[]
  /** The unit before it under the same heading. */
  before: Unit | null
  /** The units after it under the same heading. */
  after: readonly Unit[]
  /** The nearest heading, and the terms of an entry or the header of a table. */
  near: string
  /** The title of the document and the outer headings. */
  far: string
}

/** Longer sentences are mostly joined lists and tables, and would fill an answer alone. */
const longest = 900
/** Limits the time for one long passage. */
const mostPerPassage = 40

/** Returns what could be quoted from the passages. A sentence in several overlapping passages is kept for the first. */
export function listCandidates(hits: readonly Hit[]): Candidate[] {
  const seen = new Set<string>()
  return hits.flatMap(hit => {
    const units = listUnits(hit.text)
    const inside = new Set(units.flatMap(({ headings }) => headings))
    return units
      .flatMap((unit, at) => {
        const path = headingPath(hit, unit, inside)
        const isBeside = (other: Unit | undefined) =>
          other !== undefined && other.headings.join('\n') === unit.headings.join('\n')
        const before = (isBeside(units[at - 1]) ? units[at - 1] : null) ?? null
        const after = units.slice(at + 1, at + 3).filter(isBeside)
        return unit.parts
          .filter(isQuotable)
          .map(part => placeCandidate(hit, { unit, part, path, before, after }))
      })
      .filter(({ near, part }) => {
        const key = `${near}\n${part.text}`
        const isNew = !seen.has(key)
        seen.add(key)
        return isNew
      })
      .slice(0, mostPerPassage)
  })
}

/** "See the manual" and "(see below)": where to read on is no answer. */
const pointer =
  /^\(?(?:please )?(?:see|refer to|consult|read|for (?:more|further|details|information)[^.]*\bsee)\b[^.;]*[.)]*$/i

/** Questions, very short lines and mere references are not answers. */
function isQuotable({ kind, text }: UnitPart): boolean {
  if (kind === 'code' || kind === 'term' || kind === 'header' || text.length > longest) return false
  if (kind === 'row') return (text.match(/[\p{L}\p{N}][^|]*/gu)?.length ?? 0) >= 2
  const plain = withoutLinks(text)
  if (asks(plain) || pointer.test(plain) || /^\s*(?:\[[^\][]*\]\([^()]*\)[\s,;·|.]*)+$/.test(text))
    return false
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3
}

export function asks(text: string): boolean {
  return /[?？]["'”’)*_\]]*$/.test(text)
}

function withoutLinks(text: string): string {
  return text.replace(/\[([^\][]*)\]\([^()]*\)/g, '$1')
}

function placeCandidate(
  hit: Hit,
  { unit, part, path, before, after }: Pick<Candidate, 'unit' | 'part' | 'path' | 'before' | 'after'>,
): Candidate {
  const top = unit.parts.find(({ kind }) => kind === 'term' || kind === 'header')
  const term = top?.text.replaceAll('|', ' ') ?? ''
  return {
    hit,
    unit,
    part,
    path,
    before,
    after,
    near: [path.at(-1) ?? hit.document.title, term].filter(text => text !== '').join('\n'),
    far: [hit.document.title, ...path.slice(0, -1)].join('\n'),
  }
}

/**
 * The headings above a unit, outermost first, without the title of the document. The path of a passage ends with its first
 * heading, which does not apply to what is below a later one.
 */
function headingPath({ document, chunk }: Hit, unit: Unit, inside: ReadonlySet<string>): string[] {
  const outer =
    unit.headings.length === 0 ? chunk.sectionPath : chunk.sectionPath.filter(heading => !inside.has(heading))
  return [...outer, ...unit.headings].filter(heading => heading !== document.title)
}
