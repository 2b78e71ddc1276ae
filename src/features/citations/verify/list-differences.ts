import type { Alignment, AlignmentStep } from './align-words.ts'
import { gapsEqual, type StreamWord } from './letter-stream.ts'

type DifferenceKind =
  /** In the document only; the quote omits it without a mark. */
  | 'missing'
  /** In the quote only. */
  | 'added'
  /** Different in the document: another word, spelling, case, punctuation or spacing. */
  | 'changed'
  /** At another place of the same passage. */
  | 'moved'

export type Difference = {
  kind: DifferenceKind
  quoted: string
  found: string
  /** Where `found` is in the document's Markdown, or where it would be. */
  charSpan: { start: number; end: number }
}

type Texts = { quote: string; markdown: string; quoted: readonly StreamWord[]; found: readonly StreamWord[] }

type Range = { from: number; to: number }
type DraftDifference = { kind: DifferenceKind; quoted: Range; found: Range }

/** Lists what must change in the quote to make it equal to the document, in the order of the quote. */
export function listDifferences(alignment: Alignment, texts: Texts): Difference[] {
  const drafts = joinRuns(alignment.steps.flatMap(step => draftOf(step, texts)))
  return pairMoved(drafts.map(draft => write(draft, texts)))
}

function draftOf(step: AlignmentStep, texts: Texts): DraftDifference[] {
  const { i, j, quoted, found } = step
  const draft = { quoted: { from: i, to: i + quoted }, found: { from: j, to: j + found } }
  if (step.isSwap) return [{ kind: 'moved', ...draft }]
  if (quoted === 0) return [{ kind: 'missing', ...draft }]
  if (found === 0) return [{ kind: 'added', ...draft }]
  const one = texts.quoted[i]
  const other = texts.found[j]
  if (!one || !other) return []
  if (quoted !== found || one.folded !== other.folded) return [{ kind: 'changed', ...draft }]
  const differsInCase = i > 0 && one.cased !== other.cased
  if (differsInCase) return [{ kind: 'changed', ...draft }]
  // Punctuation is shown with the word before it, because a comma alone is hard to place.
  const isInside = i > 0 && j > 0
  if (isInside && !gapsEqual(one.gap, other.gap))
    return [{ kind: 'changed', quoted: { from: i - 1, to: i + 1 }, found: { from: j - 1, to: j + 1 } }]
  return []
}

/** Joins adjacent differences of the same kind. */
function joinRuns(drafts: readonly DraftDifference[]): DraftDifference[] {
  const joined: DraftDifference[] = []
  for (const draft of drafts) {
    const last = joined.at(-1)
    const touches =
      last !== undefined &&
      last.kind === draft.kind &&
      draft.kind !== 'moved' &&
      draft.quoted.from <= last.quoted.to &&
      draft.found.from <= last.found.to
    if (touches) {
      last.quoted = { from: last.quoted.from, to: draft.quoted.to }
      last.found = { from: last.found.from, to: draft.found.to }
    } else joined.push({ ...draft })
  }
  return joined
}

function write({ kind, quoted, found }: DraftDifference, texts: Texts): Difference {
  const charSpan = spanOf(texts.found, found)
  return {
    kind,
    quoted: sliceOf(texts.quote, spanOf(texts.quoted, quoted)),
    found: sliceOf(texts.markdown, charSpan),
    charSpan,
  }
}

/** An empty range is placed where the next word starts. */
function spanOf(words: readonly StreamWord[], { from, to }: Range): { start: number; end: number } {
  const start = words[from]?.start ?? words.at(-1)?.end ?? 0
  return to > from ? { start, end: words[to - 1]?.end ?? start } : { start, end: start }
}

function sliceOf(text: string, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end).replace(/\s+/g, ' ')
}

/**
 * Combines a missing and an added difference with the same words, or two exchanged words, into one `moved` difference.
 */
function pairMoved(differences: readonly Difference[]): Difference[] {
  const used = new Set<Difference>()
  const paired: Difference[] = []
  for (const [index, one] of differences.entries()) {
    if (used.has(one)) continue
    const other = differences.slice(index + 1).find(next => !used.has(next) && areExchanged(one, next))
    if (!other) {
      paired.push(one)
      continue
    }
    used.add(other)
    const quoted = one.quoted || other.quoted
    const found = one.kind === 'changed' ? one.found : one.found || other.found
    paired.push({ kind: 'moved', quoted, found, charSpan: one.charSpan })
  }
  return paired
}

function areExchanged(one: Difference, other: Difference): boolean {
  const isSame = (a: string, b: string) => a !== '' && a.toLowerCase() === b.toLowerCase()
  if (one.kind === 'changed' && other.kind === 'changed')
    return isSame(one.quoted, other.found) && isSame(other.quoted, one.found)
  if (one.kind === 'missing' && other.kind === 'added') return isSame(one.found, other.quoted)
  return one.kind === 'added' && other.kind === 'missing' && isSame(one.quoted, other.found)
}
