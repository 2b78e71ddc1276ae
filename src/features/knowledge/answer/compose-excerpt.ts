import type { Hit } from '../../../core/model/hit.ts'
import { asks, type Candidate } from './list-candidates.ts'
import { endsInColon, type Unit, type UnitPart } from './list-units.ts'

/** What is quoted of one place: parts of one unit in their order, each verbatim. */
export type Excerpt = {
  hit: Hit
  /** The headings above it, outermost first, without the title of the document. */
  path: string[]
  parts: UnitPart[]
  /** Whether the list goes on in the source. */
  isCut: boolean
}

/** The longest excerpt that is not a list, and the longest list, in words. */
export const mostWords = 80
const mostListWords = 160
/** How many sentences may follow the one that was found, and how long an excerpt may become by them, in words. */
const mostFollowing = 4
const mostFilled = 60

/** Words at the start of a sentence that need what stands before it. */
const leaning =
  /^["“(*_]*(?:this|that|these|those|it|its|they|them|their|he|she|such|however|therefore|thus|hence|also|otherwise|instead|moreover|furthermore|additionally|besides|similarly|likewise|then|so|but|and|or|nor|yet|consequently|accordingly|in (?:this|that|these|such|either|both|the (?:former|latter)) (?:case|way|mode|example|situation)s?|for (?:this|that) (?:reason|purpose)|as a result|on the other hand|the (?:former|latter|same|above|following)|alternatively|relatedly|conversely|note that (?:this|it|these)|if (?:so|not|this|it)|when (?:this|it)|doing (?:so|this|that)|to do (?:so|this|that)|after (?:that|this)|here|both|neither|another|(?:the )?others?)\b/i
/** "This command" is what the heading names. */
const named =
  /^(?:this|these|the) (?:command|plugin|option|setting|section|page|module|tool|function|program|feature|parameter|variable|directive|chapter|document|menu|dialog|window|action|effect|transition|class|method|property|attribute|keyword|file|manual|package|hook|mode)s?\b/i

/**
 * Takes the part that was found with what it needs: the sentence before it when it refers back, what follows a colon, the
 * terms of an entry, the whole list that a sentence introduces. Returns null when the part cannot be quoted alone.
 */
export function composeExcerpt(candidate: Candidate): Excerpt | null {
  const { unit, part, hit, path } = candidate
  const at = unit.parts.indexOf(part)
  const chosen =
    part.kind === 'item' || leadsList(unit, at) ? takeList(unit, at) : takeSentences(candidate, at)
  if (chosen === null) return null
  const top = unit.parts.find(({ kind }) => kind === 'term' || (kind === 'header' && part.kind === 'row'))
  const parts = top !== undefined && !chosen.parts.includes(top) ? [top, ...chosen.parts] : chosen.parts
  return { hit, path, ...chosen, parts }
}

export function countWords(parts: readonly UnitPart[]): number {
  return parts.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
}

/** Whether a sentence cannot be understood without the one before it. */
export function leansBack(text: string): boolean {
  return leaning.test(text) && !named.test(text)
}

/** "will show all tracks", after a block of code. */
function goesOn(text: string): boolean {
  return /^\p{Ll}/u.test(text)
}

type Taken = { parts: UnitPart[]; isCut: boolean }

function leadsList(unit: Unit, at: number): boolean {
  return endsInColon(unit.parts[at]?.text ?? '') && unit.parts[at + 1]?.kind === 'item'
}

/** The whole list with its lead when the lead was found; else the item, with the lead when the item alone says too little. */
function takeList(unit: Unit, at: number): Taken | null {
  const { parts } = unit
  const first = parts.findIndex(({ kind }) => kind === 'item')
  const lead = first > 0 ? parts[first - 1] : undefined
  const found = parts[at]
  if (found === undefined) return null
  if (at >= first && !endsInColon(found.text)) {
    // An item in lower case ends the sentence of its lead and says little without the other items.
    return goesOn(found.text) || leansBack(found.text) ? null : { parts: [found], isCut: false }
  }
  const rest = parts.slice(Math.max(at, first))
  const kept: UnitPart[] = lead === undefined ? [] : [lead]
  for (const part of rest) {
    if (kept.length > 1 && countWords([...kept, part]) > mostListWords) break
    kept.push(part)
  }
  return closeColon(kept, { isCut: kept.length - (lead === undefined ? 0 : 1) < rest.length })
}

function takeSentences({ unit, before, after }: Candidate, at: number): Taken | null {
  const isLead = before === null && unit.headings.length > 0 && unit.kind === 'paragraph'
  // What a heading announces is told by the whole beginning of its section.
  const following = isLead
    ? after
        .filter(({ kind, parts }) => kind === 'paragraph' && !parts.some(({ text }) => asks(text)))
        .flatMap(({ parts }) => parts)
    : []
  const parts = [...unit.parts, ...following]
  let from = at
  while (from > 0 && needsPrevious(parts, from)) from--
  const first = parts[from]
  if (first === undefined) return null
  if (from === 0 && before?.parts.at(-1)?.kind === 'code' && goesOn(first.text)) return null
  const needs = first.kind === 'sentence' && unit.kind !== 'entry' && leansBack(first.text)
  const previous = before?.parts.at(-1)
  if (needs && (from > 0 || previous?.kind !== 'sentence' || leansBack(previous.text))) return null
  const kept = [...(needs && previous !== undefined ? [previous] : []), ...parts.slice(from, at + 1)]
  if (countWords(kept) > mostWords) return null
  for (const part of parts.slice(at + 1)) {
    if (asks(part.text)) break
    const isNeeded = endsInColon(kept.at(-1)?.text ?? '') || kept.at(-1)?.kind === 'code'
    if (part.kind === 'row' || part.kind === 'item') {
      if (!endsInColon(kept.at(-1)?.text ?? '')) break
    } else if (!isNeeded && (kept.length > mostFollowing || countWords([...kept, part]) > mostFilled)) break
    if (countWords([...kept, part]) > mostWords) break
    kept.push(part)
  }
  return closeColon(kept, { isCut: false })
}

function needsPrevious(parts: readonly UnitPart[], at: number): boolean {
  const part = parts[at]
  const previous = parts[at - 1]
  if (part === undefined || previous === undefined || previous.kind === 'term') return false
  if (part.kind === 'code' || (previous.kind === 'code' && goesOn(part.text))) return true
  return part.kind === 'sentence' && leansBack(part.text)
}

/** Never ends in a colon: drops a last sentence whose list or code is not quoted. */
function closeColon(parts: readonly UnitPart[], { isCut }: { isCut: boolean }): Taken | null {
  const kept = [...parts]
  while (kept.length > 0 && endsInColon(kept.at(-1)?.text ?? '')) kept.pop()
  return kept.length === 0 ? null : { parts: kept, isCut }
}
