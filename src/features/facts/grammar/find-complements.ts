import type { Chunk, Noun } from './chunk.ts'
import { afterBrackets, closing, isAnd, isMark, isPreposition } from './chunk-steps.ts'
import type { Predicate } from './find-subject.ts'

/** A preposition with its nouns, by their numbers among the chunks. */
export type Adjunct = { preposition: string; nouns: number[] }

export const transitive =
  /^(?:found|co-found|cofound|set up|establish|form|create|incorporate|launch|start|acquire|buy|purchase|absorb|write|co-write|compose|paint|design|develop|invent|publish|author|appoint|elect|name|hire|employ|recruit|award|bear|base|locate|headquarter|situate|educate|school|kill|assassinate|murder|execute|sell|own|lead|head|chair|conceive|sculpt|produce|build|give|make|choose|promote|know|implement|compile|program|code|coin|edit|translate|run)$/

export function complementsOf(
  chunks: readonly Chunk[],
  verb: number,
): Pick<Predicate, 'objects' | 'second' | 'adjuncts' | 'end'> {
  let objects: number[] = []
  let second: number | null = null
  const adjuncts: Adjunct[] = []
  let at = verb + 1
  for (;;) {
    const chunk = chunks[at]
    if (chunk === undefined) break
    if (chunk.type === 'date') at++
    else if (chunk.type === 'noun') {
      const { list, end } = nounList(chunks, at)
      if (beginsClause(chunks, end) && !(list.length === 1 && objects.length > 0 && chunk.name === null))
        break
      if (objects.length === 0 && adjuncts.length === 0) objects = list
      else if (second === null && isRight(chunks[at - 1], objects, chunk)) second = at
      else break
      at = end
    } else if (chunk.type === 'verb') break
    else if (chunk.kind === 'preposition') {
      const next = chunks[at + 1]
      if (next?.type === 'noun') {
        const { list, end } = nounList(chunks, at + 1)
        if (beginsClause(chunks, end)) break
        // "won awards including A and B", "worked for firms such as A"
        const kinds = chunk.text === 'including' ? (adjuncts.at(-1)?.nouns ?? objects) : []
        if (kinds.length > 0 && kinds.every(kind => isUnnamed(chunks[kind]))) kinds.push(...list)
        else adjuncts.push({ preposition: chunk.text, nouns: list })
        at = end
      } else if (next?.type === 'date') at += 2
      else if (next?.type === 'mark' && next.kind === 'preposition') at++
      // "for $365 million"
      else if (next?.type === 'mark' && /^[$£€]$/.test(next.text) && chunks[at + 2]?.type === 'noun') at += 3
      else if (next?.type === 'mark' && next.kind === 'other' && next.text === 'quote') at += 2
      else break
    } else if (isMark(chunk, '(')) {
      const close = closing(chunks, at)
      if (close === -1) break
      at = close + 1
    } else if (isMark(chunk, ',')) {
      const next = afterAside(chunks, at)
      if (next === null) break
      at = next
    } else if (chunk.kind === 'and') {
      const next = chunks[at + 1]
      // "at A and at B", "in 1990 and in 1995"
      if (next?.type === 'mark' && next.kind === 'preposition' && !startsClause(chunks, at + 1)) at++
      else if (next?.type === 'date' && chunks[at - 1]?.type === 'date') at += 2
      else break
    } else if (chunk.kind === 'other' && /^[$£€%~“”"‘’'/*+#-]$/.test(chunk.text)) at++
    else break
  }
  return { objects, second, adjuncts, end: at }
}

/** Whether a preposition only introduces the next clause: "and in 1901 he married". */
function startsClause(chunks: readonly Chunk[], at: number): boolean {
  for (let index = at + 1; index < Math.min(chunks.length, at + 7); index++) {
    const chunk = chunks[index]
    const isOwn = isPreposition(chunks[index - 1])
    if (chunk?.type === 'noun' && chunks[index + 1]?.type === 'verb' && !isOwn) return true
    if (chunk?.type === 'verb') return false
    if (chunk?.type === 'mark' && !isPreposition(chunk) && !isMark(chunk, ',')) return false
  }
  return false
}

function isUnnamed(chunk: Chunk | undefined): boolean {
  return chunk?.type === 'noun' && chunk.name === null && chunk.pronoun === null
}

function isRight(before: Chunk | undefined, objects: readonly number[], chunk: Noun): boolean {
  return before?.type === 'noun' && objects.length === 1 && chunk.pronoun === null
}

/** After a comma: the place where the clause goes on behind an aside ("joined A, a firm, as director"); null where it ends. */
function afterAside(chunks: readonly Chunk[], comma: number): number | null {
  const next = chunks[comma + 1]
  if (next === undefined) return null
  if (next.type === 'date') return comma + 1
  if (next.type === 'mark' && next.kind === 'preposition')
    return startsClause(chunks, comma + 1) ? null : comma + 1
  if (next.type !== 'noun') return null
  let at = comma + 1
  for (;;) {
    const chunk = chunks[at]
    if (chunk === undefined) return null
    if (isMark(chunk, ',')) break
    if (chunk.type === 'verb' || (chunk.type === 'mark' && !/^(?:preposition|and)$/.test(chunk.kind))) {
      // "Ulm, Germany in 1990": the aside is not closed by a comma.
      return null
    }
    if (chunk.type === 'mark' && chunk.kind === 'preposition' && next.name !== null && at === comma + 2)
      return at
    if (chunk.type === 'date' && next.name !== null && at === comma + 2) return at
    at++
  }
  const after = chunks[at + 1]
  if (after?.type === 'date') return at + 1
  if (after?.type === 'mark' && after.kind === 'preposition' && !startsClause(chunks, at + 1)) return at + 1
  // "Alcester, Warwickshire, England, on 14 February 1910"
  const isPlain = next.name !== null && at === comma + 2 && after?.type === 'noun' && after.name !== null
  return isPlain ? afterAside(chunks, at) : null
}

/** Nouns joined by commas and "and", from one on; descriptions between commas are left out. */
export function nounList(chunks: readonly Chunk[], start: number): { list: number[]; end: number } {
  const first = chunks[start]
  if (first?.type !== 'noun') return { list: [], end: start }
  const isNamed = first.name !== null
  const list = [start]
  let at = afterBrackets(chunks, start + 1)
  const whole = { list: [start], end: at }
  for (let steps = 0; steps < 40; steps++) {
    at = afterTail(chunks, at, isNamed)
    const chunk = chunks[at]
    const hasComma = isMark(chunk, ',')
    const joint = hasComma && isAnd(chunks[at + 1]) ? at + 1 : at
    if (isAnd(chunks[joint])) {
      const next = chunks[joint + 1]
      if (next?.type !== 'noun' || (next.name !== null) !== isNamed || next.pronoun !== null) return whole
      const end = afterBrackets(chunks, joint + 2)
      if (beginsClause(chunks, end)) return whole
      list.push(joint + 1)
      return { list, end }
    }
    if (!hasComma) return whole
    const next = chunks[at + 1]
    if (next?.type !== 'noun') return whole
    if (next.name === null && isNamed) {
      // A description: "A, a minister, and B".
      let close = at + 2
      while (
        close < chunks.length &&
        close < at + 8 &&
        !isMark(chunks[close], ',') &&
        !isAnd(chunks[close])
      ) {
        if (chunks[close]?.type === 'verb' || isPreposition(chunks[close])) return whole
        close++
      }
      if (close >= chunks.length) return whole
      at = close
      // "A, a merchant and farmer, and B"
      const after = chunks[close + 1]
      if (isAnd(chunks[close]) && after?.type === 'noun' && after.name === null) at = close + 2
      continue
    }
    if ((next.name !== null) !== isNamed) return whole
    list.push(at + 1)
    at = afterBrackets(chunks, at + 2)
  }
  return whole
}

/** After "of B" in a list of names that goes on: "bought [A of B], C of D and E". */
function afterTail(chunks: readonly Chunk[], at: number, isNamed: boolean): number {
  const [mark, place, comma, next] = chunks.slice(at, at + 4)
  const isTail =
    isNamed &&
    isPreposition(mark) &&
    /^(?:of|in|at)$/.test(mark.text) &&
    place?.type === 'noun' &&
    place.name !== null
  if (!isTail) return at
  const after = isMark(comma, ',') && isAnd(next) ? chunks[at + 4] : next
  const isList = (isMark(comma, ',') || isAnd(comma)) && after?.type === 'noun' && after.name !== null
  const follower = chunks[at + (isMark(comma, ',') && isAnd(next) ? 5 : 4)]
  // "A of B, C of D": what comes next is like the first, and not the county of the town.
  return isList &&
    (isAnd(comma) ||
      isAnd(next) ||
      isAnd(follower) ||
      (isPreposition(follower) && follower.text === mark.text))
    ? at + 2
    : at
}

/** Whether a verb of its own follows a noun, or "who": then the noun begins another clause. */
function beginsClause(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at]
  if (chunk?.type !== 'verb' || chunk.form !== 'finite') return false
  if (chunk.hasAuxiliary) return true
  const next = chunks[at + 1]
  return !(transitive.test(chunk.lemma) && next?.type === 'mark' && next.kind === 'preposition')
}
