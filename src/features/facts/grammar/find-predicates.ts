import type { Chunk, Mark, Noun, Verb } from './chunk-sentence.ts'

/** A preposition with its nouns, by their numbers among the chunks. */
export type Adjunct = { preposition: string; nouns: number[] }

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

const transitive =
  /^(?:found|co-found|cofound|set up|establish|form|create|incorporate|launch|start|acquire|buy|purchase|absorb|write|co-write|compose|paint|design|develop|invent|publish|author|appoint|elect|name|hire|employ|recruit|award|bear|base|locate|headquarter|situate|educate|school|kill|assassinate|murder|execute|sell|own|lead|head|chair|conceive|sculpt|produce|build|give|make|choose|promote|know|implement|compile|program|code|coin|edit|translate|run)$/
/** What is done at the place before "where". */
const posts = /^(?:work|teach|lecture|study|train|graduate|earn|receive|obtain)$/
/** Verbs whose passive has an object: "was born in A and elected a member of B". */
const honours = /^(?:elect|appoint|name|award|give|make|promote|grant|knight)$/
/** Prepositions that also begin a clause: "after A bought B". */
const opener = /^(?:after|before|since|until|till|as|than)$/
/** Verbs before "to", whose subject does what follows. */
const raising = /^(?:go|leave|move|return|come|continue|resign|rise|settle|emigrate|advance|grow|begin|start|proceed)$/

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
      (chunk.form === 'finite' || chunk.form === 'participle') &&
      rest.objects.length === 0 &&
      chunks[at + 1]?.type !== 'noun'
    findSubject(chunks, predicate, found, isBare)
    found.push(predicate)
  }
  for (const [index, predicate] of found.entries()) {
    // "was designed and built by A": both verbs have what follows the second.
    const next = found[index + 1]
    const isPair = next !== undefined && next.at === predicate.at + 2 && isAnd(chunks[predicate.at + 1]) && !next.verb.hasAuxiliary
    if (isPair && predicate.objects.length === 0 && predicate.adjuncts.length === 0) {
      predicate.objects = next.objects
      predicate.adjuncts = next.adjuncts
      predicate.end = next.end
    }
  }
  for (const [index, predicate] of found.entries()) {
    if (predicate.subjects.length > 0 || index > 0) continue
    // "Born in Ulm, he studied", "After leaving Ulm, he studied": the subject comes later.
    const main = found.find(one => one.verb.form === 'finite' && one.subjects.length > 0 && one.at >= predicate.end)
    const isFronted = predicate.verb.form === 'participle' || predicate.verb.form === 'ing'
    if (main === undefined || !isFronted || !isFrontEnd(chunks[predicate.end])) continue
    if (predicate.verb.form === 'participle') predicate.isPassive = true
    predicate.subjects = main.subjects
    predicate.governor = main
  }
  return found
}

/** Where a fronted clause ends: a comma, or the pronoun of the main clause. */
function isFrontEnd(chunk: Chunk | undefined): boolean {
  return isMark(chunk, ',') || (chunk?.type === 'noun' && chunk.pronoun !== null)
}

function findSubject(chunks: readonly Chunk[], predicate: Predicate, found: readonly Predicate[], isBare: boolean): void {
  const { verb, at } = predicate
  const share = (from: Predicate | undefined) => {
    if (from === undefined) return
    predicate.subjects = from.subjects
    predicate.governor = from
  }
  const previous = skipBrackets(chunks, at - 1)
  const before = chunks[previous]
  if (verb.form === 'infinitive') {
    const last = found.at(-1)
    const said = last?.objects.map(object => chunks[object]).find(chunk => chunk?.type === 'noun')
    // "was the first woman to be awarded A"
    const isFirst = last?.verb.lemma === 'be' && said?.type === 'noun' && [...said.words, said.head ?? ''].some(word => /^(?:first|second|third|last|only|youngest|oldest)$/.test(word))
    if (last !== undefined && (isFirst || raising.test(last.verb.lemma))) share(last)
    return
  }
  if (verb.form === 'ing') {
    const last = found.findLast(one => one.subjects.length > 0)
    const isControlled = before === undefined || before.type === 'date' || (before.type === 'verb' && /^(?:start|begin|continue|finish|resume)$/.test(before.lemma)) || (before.type === 'mark' && !/^(?:relative|stop)$/.test(before.kind))
    if (isControlled && last !== undefined && !hasStop(chunks, last.at, at)) share(last)
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
  if (before.type === 'noun') {
    const list = subjectList(chunks, previous, verb)
    const first = list[0] ?? previous
    const governed = climb(chunks, first)
    if (isBare && (verb.form === 'participle' || governed !== null)) {
      predicate.isPassive = true
      // "is a service founded by A": what is founded is the subject of "is".
      predicate.subjects = described(chunks, previous, found)
      predicate.isRelative = true
      return
    }
    if (isBare && isReduced(chunks, predicate)) {
      predicate.isPassive = true
      predicate.subjects = described(chunks, previous, found)
      predicate.isRelative = true
      return
    }
    predicate.subjects = governed === null ? list : governed === -1 ? [] : [governed]
    const mark = chunks[first - 1]
    if (isMark(mark, 'where')) {
      predicate.isRelative = true
      const places = antecedent(chunks, first - 1, found)
      if (posts.test(verb.lemma)) predicate.adjuncts.unshift({ preposition: /^(?:study|train)$/.test(verb.lemma) ? 'in' : 'at', nouns: places })
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
      if (last?.type === 'noun' && climb(chunks, noun) === null && !isAnd(chunks[noun - 1]) && !isObject(chunks, noun, found)) {
        predicate.isPassive = true
        predicate.isRelative = true
        predicate.subjects = [noun]
        return
      }
      const governor = found.findLast(one => one.subjects.length > 0)
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
  if (before.type === 'mark' && (before.kind === 'and' || isMark(before, ',')) || before.type === 'date') {
    const isAfterComma = isMark(chunks[previous - 1], ',') || isMark(before, ',') || before.type === 'date'
    const last = found.findLast(one => one.subjects.length > 0 && one.verb.form !== 'ing' && one.verb.form !== 'infinitive' && (!one.isRelative || !isAfterComma))
    const governor = last ?? (isAfterComma ? undefined : found.findLast(one => one.subjects.length > 0))
    if (governor === undefined || hasStop(chunks, governor.at, at)) return
    if (governor.isPassive && !verb.hasAuxiliary && (isBare || honours.test(verb.lemma))) predicate.isPassive = true
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
  const upper = climb(chunks, at)
  const said = upper === null || upper === -1 ? at : upper
  const noun = chunks[said]
  if (noun?.type !== 'noun') return []
  if (noun.name !== null && !/^an?$/.test(noun.determiner ?? '')) return [said]
  const copula = found.findLast(one => one.at < at)
  if (/^(?:be|become)$/.test(copula?.verb.lemma ?? '') && copula?.objects.includes(said) === true) return copula.subjects
  const top = chunks[said - 2]
  if (isMark(chunks[said - 1], ',') && top?.type === 'noun' && top.name !== null) return [said - 2]
  return [said]
}

/** Back over an interlude between commas to the noun that is the subject; null when the comma separates clauses. */
function interludeSubject(chunks: readonly Chunk[], comma: number, found: readonly Predicate[]): number[] | null {
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
    if (isObject(chunks, noun, found)) return null
    // "A, B, and C, who ... ," or "A, a chemist, ...": the first noun outside.
    const outer = chunks[first - 1]
    const isBareNoun = chunk.name === null && chunk.pronoun === null && chunk.owner === null && chunk.determiner !== 'the'
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

function isObject(chunks: readonly Chunk[], at: number, found: readonly Predicate[]): boolean {
  return found.some(one => one.at < at && (one.objects.includes(at) || one.adjuncts.some(({ nouns }) => nouns.includes(at)))) 
}

/** The nouns joined to the last one before a verb: "A, B and C founded". */
function subjectList(chunks: readonly Chunk[], last: number, verb: Verb | null): number[] {
  const list = [last]
  const final = chunks[last]
  if (final?.type !== 'noun' || (verb !== null && isSingular(chunks, verb))) return list
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
  const before = chunks[(list[0] ?? last) - 1]
  const isInner = before?.type === 'verb' || (isPreposition(before) && !opener.test(before.text))
  return isInner ? [last] : list
}

function isSingular(chunks: readonly Chunk[], verb: Verb): boolean {
  return verb.hasAuxiliary && /^(?:was|is|has)$/.test(firstWord.get(verb) ?? '') 
}

/** First words of verbs, which say whether they are singular. */
const firstWord = new WeakMap<Verb, string>()
export function noteWord(verb: Verb, text: string): void {
  firstWord.set(verb, text.toLowerCase())
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
  const agent = isMark(chunks[relative], 'who') ? undefined : found.find(one => one.adjuncts.some(({ preposition, nouns }) => preposition === 'by' && nouns.includes(start)))
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

function complementsOf(chunks: readonly Chunk[], verb: number): Pick<Predicate, 'objects' | 'second' | 'adjuncts' | 'end'> {
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
      if (beginsClause(chunks, end) && !(list.length === 1 && objects.length > 0 && chunk.name === null)) break
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
        adjuncts.push({ preposition: chunk.text, nouns: list })
        at = end
      } else if (next?.type === 'date') at += 2
      else if (next?.type === 'mark' && next.kind === 'preposition') at++
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

function isRight(before: Chunk | undefined, objects: readonly number[], chunk: Noun): boolean {
  return before?.type === 'noun' && objects.length === 1 && chunk.pronoun === null
}

/** After a comma: the place where the clause goes on behind an aside ("joined A, a firm, as director"); null where it ends. */
function afterAside(chunks: readonly Chunk[], comma: number): number | null {
  const next = chunks[comma + 1]
  if (next === undefined) return null
  if (next.type === 'date') return comma + 1
  if (next.type === 'mark' && next.kind === 'preposition') return startsClause(chunks, comma + 1) ? null : comma + 1
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
    if (chunk.type === 'mark' && chunk.kind === 'preposition' && next.name !== null && at === comma + 2) return at
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
      while (close < chunks.length && close < at + 8 && !isMark(chunks[close], ',') && !isAnd(chunks[close])) {
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

/** Whether a verb of its own follows a noun, or "who": then the noun begins another clause. */
function beginsClause(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at]
  if (chunk?.type !== 'verb' || chunk.form !== 'finite') return false
  if (chunk.hasAuxiliary) return true
  const next = chunks[at + 1]
  return !(transitive.test(chunk.lemma) && next?.type === 'mark' && next.kind === 'preposition')
}

function hasStop(chunks: readonly Chunk[], from: number, to: number): boolean {
  return chunks.slice(from, to).some(chunk => chunk.type === 'mark' && chunk.kind === 'stop' && /^[;:]$/.test(chunk.text))
}

function isPreposition(chunk: Chunk | undefined): chunk is Mark {
  return chunk?.type === 'mark' && chunk.kind === 'preposition'
}

export function isMark(chunk: Chunk | undefined, text: string): boolean {
  return chunk?.type === 'mark' && chunk.text === text
}

export function isAnd(chunk: Chunk | undefined): boolean {
  return chunk?.type === 'mark' && chunk.kind === 'and' && /^(?:and|&)$/.test(chunk.text)
}

/** Back over "( … )" and "in 1951". */
export function beforeDate(chunks: readonly Chunk[], at: number): number {
  let last = at
  while (chunks[last]?.type === 'date') last -= isPreposition(chunks[last - 1]) ? 2 : 1
  return skipBrackets(chunks, last)
}

/** Back over "( … )". */
export function skipBrackets(chunks: readonly Chunk[], at: number): number {
  if (!isMark(chunks[at], ')')) return at
  let open = at
  while (open >= 0 && !isMark(chunks[open], '(')) open--
  return open - 1
}

function closing(chunks: readonly Chunk[], at: number): number {
  return chunks.findIndex((chunk, index) => index > at && isMark(chunk, ')'))
}

/** Forward over "( … )". */
export function afterBrackets(chunks: readonly Chunk[], at: number): number {
  if (!isMark(chunks[at], '(')) return at
  const close = closing(chunks, at)
  return close === -1 ? at : close + 1
}
