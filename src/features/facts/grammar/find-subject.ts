import type { Chunk, Verb } from './chunk.ts'
import {
  afterBrackets,
  beforeDate,
  hasStop,
  isAnd,
  isMark,
  isPreposition,
  skipBrackets,
} from './chunk-steps.ts'
import type { Adjunct } from './find-complements.ts'

/** A verb with what belongs to it; nouns are numbers among the chunks. */
export type Predicate = {
  verb: Verb
  at: number
  isPassive: boolean
  subjects: number[]
  objects: number[]
  /** A second noun after the object: "elected him [president]". */
  second: number | null
  adjuncts: Adjunct[]
  /** The chunk after the last that belongs to the verb. */
  end: number
  /** Whether the clause is relative ("who joined B"). */
  isRelative: boolean
  /** The predicate whose subject this one shares. */
  governor: Predicate | null
}

/** What is done at the place before "where". */
const posts =
  /^(?:work|teach|lecture|study|train|graduate|earn|receive|obtain|enroll|enrol|enrolled|matriculate|be|become|serve)$/

/** Verbs whose passive has an object: "was born in A and elected a member of B". */
const honours = /^(?:elect|appoint|name|award|give|make|promote|grant|knight)$/

/** Prepositions that also begin a clause: "after A bought B". */
const opener = /^(?:after|before|since|until|till|as|than)$/

/** Verbs before "to", whose subject does what follows. */
const raising =
  /^(?:go|leave|move|return|come|continue|resign|rise|settle|emigrate|advance|grow|begin|start|proceed)$/

export function findSubject(
  chunks: readonly Chunk[],
  predicate: Predicate,
  { found, isBare }: { found: readonly Predicate[]; isBare: boolean },
): void {
  const { verb, at } = predicate
  const share = (from: Predicate | undefined) => {
    if (from === undefined) return
    predicate.subjects = from.subjects
    predicate.governor = from
  }
  const last = skipBrackets(chunks, at - 1)
  const apart = beforeDate(chunks, at - 1)
  // "Laureates of A in 2014 included B"
  const isDated =
    chunks[last]?.type === 'date' &&
    found.length === 0 &&
    chunks[apart]?.type === 'noun' &&
    verb.form === 'finite' &&
    apart < last - 1
  const previous = isDated ? apart : last
  const before = chunks[previous]
  if (verb.form === 'infinitive') {
    const last = found.at(-1)
    // "one of three men to have been awarded A"
    if (last?.verb.lemma === 'be' && /^(?:award|win|receive|obtain)$/.test(verb.lemma)) {
      share(last)
      return
    }
    // "enabled A to start B"
    if (
      last !== undefined &&
      /^(?:enabled|allowed|helped|help|inspired|led|lead)$/.test(last.verb.lemma) &&
      !last.isPassive &&
      last.objects.length === 1 &&
      last.adjuncts.length === 0
    ) {
      predicate.subjects = last.objects
      return
    }
    const said = last?.objects.map(object => chunks[object]).find(chunk => chunk?.type === 'noun')
    // "was the first woman to be awarded A"
    const isFirst =
      last?.verb.lemma === 'be' &&
      said?.type === 'noun' &&
      [...said.words, said.head ?? ''].some(word =>
        /^(?:first|second|third|last|only|youngest|oldest)$/.test(word),
      )
    const isChosen = last?.isPassive === true && /^(?:select|selected|choose)$/.test(last.verb.lemma)
    if (last !== undefined && (isFirst || isChosen || raising.test(last.verb.lemma))) share(last)
    return
  }
  if (verb.form === 'ing') {
    const last = found.findLast(one => one.subjects.length > 0)
    const isControlled =
      before === undefined ||
      before.type === 'date' ||
      (before.type === 'verb' && /^(?:start|begin|continue|finish|resume)$/.test(before.lemma)) ||
      (before.type === 'mark' && !/^(?:relative|stop)$/.test(before.kind))
    if (!isControlled || last === undefined || hasStop(chunks, last.at, at)) return
    share(last)
    // "The board named A director, replacing B": A does.
    const isChosen =
      /^(?:appoint|name|elect|hire|choose|make|promote)$/.test(last.verb.lemma) && !last.isPassive
    if (isChosen && /^(?:replace|succeed|become)$/.test(verb.lemma) && last.objects.length > 0)
      predicate.subjects = last.objects
    return
  }
  if (before === undefined) return
  if (before.type === 'mark' && before.kind === 'relative') {
    if (/^(?:who|which|that)$/.test(before.text)) {
      predicate.subjects = antecedent(chunks, previous, found)
      predicate.isRelative = true
    }
    return
  }
  // "which at the time owned B"
  const opening =
    before.type === 'noun' && isPreposition(chunks[previous - 1]) ? chunks[previous - 2] : undefined
  if (opening?.type === 'mark' && opening.kind === 'relative' && /^(?:who|which|that)$/.test(opening.text)) {
    predicate.subjects = antecedent(chunks, previous - 2, found)
    predicate.isRelative = true
    return
  }
  // "was born at A; died at B"
  if (isMark(before, ';')) {
    share(found.findLast(one => one.subjects.length > 0 && !one.isRelative && one.verb.form === 'finite'))
    return
  }
  if (before.type === 'noun') {
    const list = subjectList(chunks, previous, verb)
    const first = list[0] ?? previous
    const governed = climb(chunks, first)
    // "the society which A founded in 1862"
    const relative = chunks[first - 1]
    const isObjectClause =
      relative?.type === 'mark' && relative.kind === 'relative' && relative.text !== 'where'
    if (isBare && !isObjectClause && (verb.form === 'participle' || governed !== null)) {
      predicate.isPassive = true
      // "is a service founded by A": what is founded is the subject of "is".
      predicate.subjects = described(chunks, previous, found)
      predicate.isRelative = true
      return
    }
    if (isBare && !isObjectClause && isReduced(chunks, predicate)) {
      predicate.isPassive = true
      predicate.subjects = described(chunks, previous, found)
      predicate.isRelative = true
      return
    }
    predicate.subjects = governed === null ? list : governed === -1 ? [] : [governed]
    // "A, whose father worked at B, was born"
    const opening = chunks[first]
    if (opening?.type === 'noun' && opening.owner === 'whose') predicate.isRelative = true
    // "was formed in 1918 and over the next year acquired B"
    let start = first - 1
    while (isPreposition(chunks[start])) start--
    if (governed === -1 && isAnd(chunks[start]))
      share(found.findLast(one => one.subjects.length > 0 && !one.isRelative && one.verb.form === 'finite'))
    const mark = chunks[first - 1]
    if (isMark(mark, 'where')) {
      predicate.isRelative = true
      const nearest = antecedent(chunks, first - 1, found)
      // "the Academy at West Point, where": the academy.
      const upper = (nearest[0] ?? 0) - 2
      const outer = isPreposition(chunks[upper + 1]) ? chunks[upper] : undefined
      const isSite = nearest.length === 1 && outer?.type === 'noun' && outer.name !== null
      // "Somerville College, Oxford, where": the college.
      const inner = (nearest[0] ?? 0) - 2
      const college = isMark(chunks[inner + 1], ',') ? chunks[inner] : undefined
      const isInTown =
        nearest.length === 1 && college?.type === 'noun' && college.name !== null && verb.lemma !== 'bear'
      const places = isSite ? [upper] : isInTown ? [inner] : nearest
      if (posts.test(verb.lemma) || (verb.lemma === 'bear' && verb.isPassive))
        predicate.adjuncts.unshift({
          preposition: /^(?:study|train|bear)$/.test(verb.lemma) ? 'in' : 'at',
          nouns: places,
        })
    }
    if (mark?.type === 'mark' && mark.kind === 'relative' && /^(?:which|that|whom)$/.test(mark.text)) {
      predicate.isRelative = true
      if (predicate.objects.length === 0) predicate.objects = antecedent(chunks, first - 1, found)
    }
    return
  }
  // "A (founded in 1920)"
  if (isMark(before, '(') && isBare && chunks[previous - 1]?.type === 'noun') {
    predicate.isPassive = true
    predicate.isRelative = true
    predicate.subjects = [previous - 1]
    return
  }
  if (isMark(before, ',')) {
    const named = interludeSubject(chunks, previous, found)
    if (isBare) {
      const noun = skipBrackets(chunks, previous - 1)
      const last = chunks[noun]
      if (
        last?.type === 'noun' &&
        climb(chunks, noun) === null &&
        !isAnd(chunks[noun - 1]) &&
        !isObject(noun, found)
      ) {
        predicate.isPassive = true
        predicate.isRelative = true
        predicate.subjects = [noun]
        return
      }
      const governor = found.findLast(one => one.subjects.length > 0)
      // "A is a server for B, created by C"
      const head = last?.type === 'noun' && last.name === null ? climb(chunks, noun) : null
      if (governor?.verb.lemma === 'be' && head !== null && governor.objects.includes(head)) {
        predicate.isPassive = true
        share(governor)
        return
      }
      if (governor?.isPassive === true) {
        predicate.isPassive = true
        share(governor)
      }
      return
    }
    if (named !== null) {
      predicate.subjects = named
      return
    }
  }
  if ((before.type === 'mark' && (before.kind === 'and' || isMark(before, ','))) || before.type === 'date') {
    const isAfterComma = isMark(chunks[previous - 1], ',') || isMark(before, ',') || before.type === 'date'
    const last = found.findLast(
      one =>
        one.subjects.length > 0 &&
        one.verb.form !== 'ing' &&
        one.verb.form !== 'infinitive' &&
        (!one.isRelative || !isAfterComma),
    )
    const governor = last ?? (isAfterComma ? undefined : found.findLast(one => one.subjects.length > 0))
    if (governor === undefined || hasStop(chunks, governor.at, at)) return
    if (governor.isPassive && !verb.hasAuxiliary && (isBare || honours.test(verb.lemma)))
      predicate.isPassive = true
    else if (isBare && verb.form === 'participle') return
    share(governor)
  }
}

/** Whether a bare verb after its noun is a participle: "the service founded by A was", and not "A founded". */
function isReduced(chunks: readonly Chunk[], { at, adjuncts }: Predicate): boolean {
  return adjuncts.some(({ preposition }) => preposition === 'by') || !isClauseEnd(chunks, at + 1)
}

function isClauseEnd(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at]
  return chunk === undefined || (chunk.type === 'mark' && chunk.kind !== 'preposition')
}

/** The noun that a reduced clause describes: the head of the phrase before it, or the name of which that is said. */
function described(chunks: readonly Chunk[], at: number, found: readonly Predicate[]): number[] {
  const first = climb(chunks, at)
  const before = chunks[at - 2]
  // "a maker of A and B based in C"
  const upper =
    first === null && isAnd(chunks[at - 1]) && before?.type === 'noun' && before.name === null
      ? climb(chunks, at - 2)
      : first
  const said = upper === null || upper === -1 ? at : upper
  const noun = chunks[said]
  if (noun?.type !== 'noun') return []
  if (noun.name !== null && !/^an?$/.test(noun.determiner ?? '')) return [said]
  const copula = found.findLast(one => one.at < at)
  if (/^(?:be|become)$/.test(copula?.verb.lemma ?? '') && copula?.objects.includes(said) === true)
    return copula.subjects
  const top = chunks[said - 2]
  if (isMark(chunks[said - 1], ',') && top?.type === 'noun' && top.name !== null) return [said - 2]
  return [said]
}

/** Back over an interlude between commas to the noun that is the subject; null when the comma separates clauses. */
function interludeSubject(
  chunks: readonly Chunk[],
  comma: number,
  found: readonly Predicate[],
): number[] | null {
  let at = comma
  for (let steps = 0; steps < 7; steps++) {
    let start = at - 1
    while (start >= 0 && !isMark(chunks[start], ',')) start--
    if (start < 0) return null
    const verbs = found.filter(one => one.at > start && one.at < at)
    if (verbs.some(one => !one.isRelative && one.verb.form === 'finite')) return null
    const noun = beforeDate(chunks, start - 1)
    const chunk = chunks[noun]
    if (chunk?.type !== 'noun') {
      at = start
      continue
    }
    const first = subjectList(chunks, noun, null)[0] ?? noun
    const governed = climb(chunks, first)
    if (isObject(noun, found)) return null
    // "A, B, and C, who ... ," or "A, a chemist, ...": the first noun outside.
    const outer = chunks[first - 1]
    const isBareNoun =
      chunk.name === null && chunk.pronoun === null && chunk.owner === null && chunk.determiner !== 'the'
    if (isMark(outer, ',') && (isAside(chunks, first) || isBareNoun)) {
      at = first - 1
      continue
    }
    if (governed === -1) return null
    return governed === null ? subjectList(chunks, noun, null) : [governed]
  }
  return null
}

/** Whether a noun between commas only describes the one before: "A, a merchant, …", "Ulm, Germany, …". */
function isAside(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at]
  const outer = chunks[skipBrackets(chunks, at - 2)]
  return chunk?.type === 'noun' && chunk.name === null && outer?.type === 'noun' && outer.name !== null
}

function isObject(at: number, found: readonly Predicate[]): boolean {
  return found.some(
    one => one.at < at && (one.objects.includes(at) || one.adjuncts.some(({ nouns }) => nouns.includes(at))),
  )
}

/** The nouns joined to the last one before a verb: "A, B and C founded". */
function subjectList(chunks: readonly Chunk[], last: number, verb: Verb | null): number[] {
  const list = [last]
  const final = chunks[last]
  if (final?.type !== 'noun' || verb?.isSingular === true) return list
  let at = skipBrackets(chunks, last - 1)
  if (!isAnd(chunks[at])) return list
  at = skipBrackets(chunks, isMark(chunks[at - 1], ',') ? at - 2 : at - 1)
  for (;;) {
    const noun = chunks[at]
    if (noun?.type !== 'noun' || noun.pronoun !== null) break
    const isLike = (noun.name === null) === (final.name === null)
    if (!isLike && (list.length > 1 || noun.name === null)) break
    list.unshift(at)
    const mark = skipBrackets(chunks, at - 1)
    if (!isMark(chunks[mark], ',')) break
    at = skipBrackets(chunks, mark - 1)
  }
  const start = list[0] ?? last
  // "In a garage in Palo Alto, A and B founded C": the place is of the front.
  if (list.length > 2 && isMark(chunks[skipForward(chunks, start)], ',') && isFrontPlace(chunks, start))
    return list.slice(1)
  const before = chunks[start - 1]
  const isInner = before?.type === 'verb' || (isPreposition(before) && !opener.test(before.text))
  return isInner ? [last] : list
}

function skipForward(chunks: readonly Chunk[], at: number): number {
  return afterBrackets(chunks, at + 1)
}

/** Whether a noun ends the words before a clause: "In the garage of his house in [A], …". */
function isFrontPlace(chunks: readonly Chunk[], at: number): boolean {
  const mark = chunks[at - 1]
  if (
    !isPreposition(mark) ||
    !/^(?:in|at|on|from|near|during|after|before|under|with|since|by|of)$/.test(mark.text)
  )
    return false
  let first = at - 1
  while (
    first > 0 &&
    (chunks[first]?.type === 'noun' || chunks[first]?.type === 'date' || isPreposition(chunks[first]))
  )
    first--
  const opening = chunks[first]
  return first === 0
    ? isPreposition(opening)
    : opening?.type === 'mark' && /^(?:stop|and)$/.test(opening.kind)
}

/** The head of the phrase that a noun belongs to ("the head of A"); null when it is free, -1 when it is no subject ("in A"). */
function climb(chunks: readonly Chunk[], at: number): number | null {
  const mark = chunks[at - 1]
  if (!isPreposition(mark) || opener.test(mark.text)) return null
  const head = skipBrackets(chunks, at - 2)
  const noun = chunks[head]
  if (noun?.type !== 'noun') return -1
  const upper = climb(chunks, head)
  return upper ?? head
}

function antecedent(chunks: readonly Chunk[], relative: number, found: readonly Predicate[]): number[] {
  const start = beforeDate(chunks, isMark(chunks[relative - 1], ',') ? relative - 2 : relative - 1)
  const noun = chunks[start]
  if (noun?.type !== 'noun') return []
  // "the company, founded by A, which developed B"
  const agent = isMark(chunks[relative], 'who')
    ? undefined
    : found.find(one =>
        one.adjuncts.some(({ preposition, nouns }) => preposition === 'by' && nouns.includes(start)),
      )
  if (agent !== undefined) return agent.subjects.length === 1 && agent.isRelative ? agent.subjects : [start]
  if (noun.name !== null) return [start]
  const top = climb(chunks, start)
  const head = top === null || top === -1 ? start : top
  const before = chunks[head - 1]
  if (isMark(before, ',')) {
    const named = skipBrackets(chunks, head - 2)
    const outer = chunks[named]
    if (outer?.type === 'noun' && outer.name !== null) return [named]
  }
  const copula = found.findLast(one => one.at < head)
  if (copula?.verb.lemma === 'be' && copula.objects.includes(head)) return copula.subjects
  return [head]
}
