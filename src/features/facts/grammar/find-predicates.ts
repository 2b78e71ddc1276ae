import type { Chunk } from './chunk.ts'
import { afterBrackets, isAnd, isMark } from './chunk-steps.ts'
import { complementsOf, transitive } from './find-complements.ts'
import { findSubject, type Predicate } from './find-subject.ts'

/** The predicates of a sentence in order, with their subjects. A predicate without a known subject has none. */
export function findPredicates(chunks: readonly Chunk[]): Predicate[] {
  const found: Predicate[] = []
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.type !== 'verb') continue
    const rest = complementsOf(chunks, at)
    const predicate: Predicate = {
      verb: chunk,
      at,
      isPassive: chunk.isPassive,
      subjects: [],
      isRelative: false,
      governor: null,
      ...rest,
    }
    const isBare =
      transitive.test(chunk.lemma) &&
      !chunk.hasAuxiliary &&
      !chunk.isPresent &&
      (chunk.form === 'finite' || chunk.form === 'participle') &&
      rest.objects.length === 0 &&
      chunks[at + 1]?.type !== 'noun'
    findSubject(chunks, predicate, { found, isBare })
    found.push(predicate)
  }
  for (const [index, predicate] of found.entries()) {
    // "was designed and built by A": both verbs have what follows the second.
    const next = found[index + 1]
    const isPair =
      next !== undefined &&
      isAnd(chunks[next.at - 1]) &&
      afterBrackets(chunks, predicate.at + 1) === next.at - 1 &&
      !next.verb.hasAuxiliary
    if (isPair && predicate.objects.length === 0 && predicate.adjuncts.length === 0) {
      predicate.objects = next.objects
      predicate.adjuncts = next.adjuncts
      predicate.end = next.end
    }
  }
  for (const predicate of found) invert(chunks, predicate)
  for (const [index, predicate] of found.entries()) {
    if (predicate.subjects.length > 0 || index > 0) continue
    // "Born in Ulm, he studied", "After leaving Ulm, he studied": the subject comes later.
    const main = mainAfter(chunks, predicate, found)
    const isFronted = predicate.verb.form === 'participle' || predicate.verb.form === 'ing'
    if (main === undefined || !isFronted || !isFrontEnd(chunks[predicate.end])) continue
    if (predicate.verb.form === 'participle') predicate.isPassive = true
    predicate.subjects = main.subjects
    predicate.governor = main
  }
  return found
}

/** "On the summit of A stands B", "In the High Street is B": the place comes first. */
function invert(chunks: readonly Chunk[], predicate: Predicate): void {
  const { verb, at, objects } = predicate
  const [mark, place] = chunks
  const [object] = objects
  const isPlace =
    mark?.type === 'mark' &&
    mark.kind === 'preposition' &&
    /^(?:in|on|at|near)$/.test(mark.text) &&
    place?.type === 'noun'
  const isOnly = chunks.slice(2, at).every(chunk => chunk.type === 'noun' || isMark(chunk, 'of'))
  const subject = object === undefined ? undefined : chunks[object]
  if (!isPlace || !isOnly || predicate.subjects.length > 0 || objects.length !== 1) return
  if (
    !/^(?:stand|lie|sit|be)$/.test(verb.lemma) ||
    verb.isPassive ||
    verb.hasAuxiliary !== (verb.lemma === 'be')
  )
    return
  if (subject?.type !== 'noun' || subject.name === null) return
  predicate.subjects = objects
  predicate.objects = []
  predicate.adjuncts = [{ preposition: mark.text, nouns: [1] }]
}

/** The first finite verb behind a fronted clause that is not inside of a relative clause: "Born in A, where her father was B, she …". */
function mainAfter(
  chunks: readonly Chunk[],
  { end }: Predicate,
  found: readonly Predicate[],
): Predicate | undefined {
  const later = found.filter(
    one => one.verb.form === 'finite' && one.subjects.length > 0 && one.governor === null && one.at >= end,
  )
  const isRelative = (to: number) =>
    chunks.slice(end, to).some(chunk => chunk.type === 'mark' && chunk.kind === 'relative')
  const [first] = later
  // "Born in A to B and C, she …"
  const isPronoun = (one: Predicate) => {
    const noun = chunks[one.subjects[0] ?? -1]
    return noun?.type === 'noun' && /^(?:he|she)$/.test(noun.pronoun ?? '')
  }
  const own = later.find(
    one =>
      isPronoun(one) && isMark(chunks[(one.subjects[0] ?? 0) - 1], ',') && !isRelative(one.subjects[0] ?? 0),
  )
  if (own !== undefined) return own
  if (first === undefined || !(first.isRelative || isRelative(first.subjects[0] ?? first.at))) return first
  return later.find(one => {
    const noun = chunks[one.subjects[0] ?? -1]
    return (
      noun?.type === 'noun' &&
      /^(?:he|she|it|they)$/.test(noun.pronoun ?? '') &&
      isMark(chunks[(one.subjects[0] ?? 0) - 1], ',')
    )
  })
}

/** Where a fronted clause ends: a comma, or the pronoun of the main clause. */
function isFrontEnd(chunk: Chunk | undefined): boolean {
  return isMark(chunk, ',') || (chunk?.type === 'noun' && chunk.pronoun !== null)
}
