import { alignWords } from './align-words.ts'
import type { DocumentText } from './document-text.ts'
import type { LetterSpan } from './find-exact.ts'
import { findWindows, type Grams, gramsOf } from './find-windows.ts'
import { listWords, readLetters } from './letter-stream.ts'
import { type Difference, listDifferences } from './list-differences.ts'
import type { QuotePart } from './parse-quote.ts'

/** A passage that is similar to the quote: its position in the Markdown, its similarity, and the differences. */
export type Likeness = {
  start: number
  end: number
  similarity: number
  differences: Difference[]
  omissions: Omission[]
}

/**
 * A mark in the quote for omitted or inserted words (an ellipsis or a bracket), and what the document has in its place.
 */
export type Omission = { mark: string; found: string }

export type Seeker = (text: DocumentText) => Likeness[]

/**
 * The lowest similarity of a close match: one minus the alignment cost per word of the quote. On generated quotes
 * (npm run measure -- quotes), quotes with errors score above 0.66, even with two of six words exchanged; invented quotes score
 * up to 0.50.
 */
export const closeThreshold = 0.6

/** The highest similarity of a match that is not exact. */
const mostSimilar = 0.999
/** Shorter parts of a quote with omissions are not searched for on their own. */
const leastWordsOfPart = 3
/** A short part must be within this many characters of the rest of the quote. */
const shortReach = 400

/** Prepares the quote once and returns a function that finds similar passages in a document. */
export function seekClose(parts: readonly QuotePart[], threshold = closeThreshold): Seeker {
  const telling = parts.filter(part => part.words.length >= leastWordsOfPart)
  const chosen = telling.length === 0 ? parts : telling
  const short = parts.filter(part => !chosen.includes(part))
  const sought = chosen.map(part => ({ part, grams: gramsOf(part.stream.folded) }))
  return text => {
    const [first, ...rest] = sought.map(one => likenessesOf(one, text, threshold))
    if (!first) return []
    const found = first
      .flatMap(start => chain([start], rest, { parts: chosen, markdown: text.document.markdown }))
      .map(likeness => withShort(likeness, { short, chosen, text }))
    return withoutOverlaps(found.filter(likeness => likeness.similarity >= threshold))
  }
}

function likenessesOf(
  { part, grams }: { part: QuotePart; grams: Grams },
  text: DocumentText,
  threshold: number,
): Likeness[] {
  return findWindows(grams, text.letters).flatMap(window => {
    const likeness = likenessIn(part, text, window)
    return likeness !== null && likeness.similarity >= threshold ? [likeness] : []
  })
}

function likenessIn(part: QuotePart, text: DocumentText, window: LetterSpan): Likeness | null {
  const { markdown } = text.document
  const { from, to } = wholeWords(text, window)
  const found = listWords(readLetters(markdown, text.startOf(from), text.endOf(to - 1)))
  const alignment = alignWords(part.words, found)
  if (alignment === null || alignment.to <= alignment.from) return null
  const start = found[alignment.from]?.start ?? 0
  const end = found[alignment.to - 1]?.end ?? 0
  const differences = listDifferences(alignment, { quote: part.text, markdown, quoted: part.words, found })
  return {
    start,
    end,
    similarity: Math.min(mostSimilar, Math.max(0, 1 - alignment.cost / part.words.length)),
    differences: differences.length > 0 ? differences : [differenceAtEnds(part, markdown, { start, end })],
    omissions: [],
  }
}

/** All words are equal but the match is not exact, so a character before the first or after the last word differs. */
function differenceAtEnds(
  part: QuotePart,
  markdown: string,
  span: { start: number; end: number },
): Difference {
  const around = markdown.slice(Math.max(0, span.start - 2), span.end + 2).trim()
  return { kind: 'changed', quoted: part.text.trim(), found: around, charSpan: span }
}

/** Extends a window that starts or ends inside a word to the whole word. */
function wholeWords(text: DocumentText, { from, to }: LetterSpan): LetterSpan {
  let first = from
  while (first > 0 && first > from - 40 && text.endOf(first - 1) === text.startOf(first)) first -= 1
  let last = to
  const { length } = text.letters
  while (last < length && last < to + 40 && text.endOf(last - 1) === text.startOf(last)) last += 1
  return { from: first, to: last }
}

/** Joins matches of consecutive parts that are near each other into one passage, weighted by their length. */
function chain(
  found: readonly Likeness[],
  rest: readonly (readonly Likeness[])[],
  quoted: { parts: readonly QuotePart[]; markdown: string },
): Likeness[] {
  const { parts, markdown } = quoted
  const [candidates, ...others] = rest
  const previous = found.at(-1)
  if (!previous) return []
  if (!candidates) return [joinLikenesses(found, parts, markdown)]
  const reach = 2 * (parts[found.length]?.gap.mostLetters ?? 0) + 40
  const next = candidates
    .filter(candidate => candidate.start >= previous.end && candidate.start <= previous.end + reach)
    .sort((a, b) => b.similarity - a.similarity || a.start - b.start)[0]
  return next ? chain([...found, next], others, quoted) : []
}

function joinLikenesses(found: readonly Likeness[], parts: readonly QuotePart[], markdown: string): Likeness {
  const words = parts.reduce((sum, part) => sum + part.words.length, 0)
  const weighed = found.map((likeness, index) => likeness.similarity * (parts[index]?.words.length ?? 0))
  return {
    start: found[0]?.start ?? 0,
    end: found.at(-1)?.end ?? 0,
    similarity: weighed.reduce((sum, weight) => sum + weight, 0) / words,
    differences: found.flatMap(likeness => likeness.differences),
    omissions: found.slice(1).map((likeness, index) => ({
      mark: parts[index + 1]?.gap.mark ?? '',
      found: markdown.slice(found[index]?.end, likeness.start).trim(),
    })),
  }
}

/**
 * Parts of one or two words are too common to search for. They must occur near the passage; otherwise they count as
 * added.
 */
function withShort(
  likeness: Likeness,
  { short, chosen, text }: { short: readonly QuotePart[]; chosen: readonly QuotePart[]; text: DocumentText },
): Likeness {
  const { markdown } = text.document
  const { start, end } = likeness
  const nearby = readLetters(
    markdown,
    Math.max(0, start - shortReach),
    Math.min(markdown.length, end + shortReach),
  )
  const absent = short.filter(part => !nearby.folded.includes(part.stream.folded))
  const weight = (parts: readonly QuotePart[]) => parts.reduce((sum, part) => sum + part.words.length, 0)
  const added = absent.map(part => ({
    kind: 'added' as const,
    quoted: part.text.trim(),
    found: '',
    charSpan: { start: end, end },
  }))
  return {
    ...likeness,
    similarity: (likeness.similarity * weight(chosen)) / (weight(chosen) + weight(absent)),
    differences: [...likeness.differences, ...added],
  }
}

/** Keeps the best of overlapping passages: neighbouring windows find the same passage. */
function withoutOverlaps(found: readonly Likeness[]): Likeness[] {
  const kept: Likeness[] = []
  for (const likeness of found.toSorted((a, b) => b.similarity - a.similarity || a.start - b.start))
    if (kept.every(other => likeness.end <= other.start || likeness.start >= other.end)) kept.push(likeness)
  return kept
}
