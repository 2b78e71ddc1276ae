import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { particles, verbWord } from './verb-words.ts'

/** Phrases [from, to) of a sentence. */
type Span = { from: number; to: number }

/** A noun with what is before it. `name`: the number of the phrase that names it; `head`: the noun without a name. */
export type Noun = Span & {
  type: 'noun'
  determiner: string | null
  /** Small words before the name or head, in order. */
  words: string[]
  /** Names before the name or head: "the [American] artist [T. Harrison]". */
  modifiers: number[]
  name: number | null
  head: string | null
  /** The owner: a pronoun ("his"), or the noun before "’s". */
  owner: string | Noun | null
  pronoun: string | null
  /** A date inside: "the 1931 Lorentz Medal". */
  date: number | null
}
export type Verb = Span & {
  type: 'verb'
  lemma: string
  form: 'finite' | 'participle' | 'ing' | 'infinitive'
  isPassive: boolean
  isNegative: boolean
  isPresent: boolean
  /** Whether an auxiliary stands before it. */
  hasAuxiliary: boolean
  /** "was", "is", "has": one subject. */
  isSingular: boolean
}
export type Mark = Span & {
  type: 'mark'
  kind: 'preposition' | 'and' | 'relative' | 'stop' | 'other'
  text: string
}
export type DateChunk = Span & { type: 'date'; at: number }
export type Chunk = Noun | Verb | Mark | DateChunk

const prepositions = new Set(
  `in on at by for from to of with as after before since until till during under into onto over about around between among near against through
without within via upon towards toward like unlike than per despite behind beside beyond across along outside inside following including alongside circa`.split(
    /\s+/,
  ),
)
const determiners = new Set(
  'the a an this these those some any every each another both all no several many most two three four five six seven eight nine ten'.split(
    ' ',
  ),
)
const possessives = new Set(['his', 'her', 'its', 'their', 'our', 'my', 'your'])
const pronouns = new Set(
  'he she it they him them i we you us me himself herself itself themselves one'.split(' '),
)
const adverbs =
  /^(?:also|then|later|now|once|soon|again|still|together|jointly|there|here|thereafter|however|instead|twice|often|always|ever|even|just|only|already|meanwhile|thus|therefore|perhaps|afterwards?|elsewhere|abroad|home|away|back|too|so|yet|alone|never|not|first|further|eventually|today|well|far|long|almost|n’t|[a-z]{3,}ly)$/
const notAdverb =
  /^(?:family|early|only|daily|weekly|monthly|elderly|friendly|assembly|supply|reply|italy|july|monopoly|likely|lovely|rally|fly|ally|anomaly|butterfly)$/
const number = /^(?:two|three|four|five|six|seven|eight|nine|ten|several|many)$/
const reflexive = /^(?:himself|herself|itself|themselves|both|all)$/
const auxiliary =
  /^(?:is|are|was|were|be|been|being|has|have|had|having|do|does|did|would|could|should|may|might|must|will|shall|can|cannot)$/
const stops = /^(?:when|while|because|although|though|if|whether|unless|whereas|how|why|what)$/

/** Splits a parsed sentence into nouns with their modifiers, verbs with their auxiliaries, dates and the marks between them. */
export function chunkSentence({ phrases }: ParsedSentence): Chunk[] {
  const chunks: Chunk[] = []
  const word = (at: number) => {
    const phrase = phrases[at]
    return phrase?.kind === 'word' ? phrase.text.toLowerCase() : ''
  }
  let open: Noun | null = null
  let owner: Noun | null = null
  const close = () => {
    if (open !== null && (open.name !== null || open.head !== null || open.pronoun !== null))
      chunks.push(open)
    open = null
  }
  const noun = (at: number): Noun => {
    if (open === null) {
      open = emptyNoun(at, owner)
      owner = null
    }
    open.to = at + 1
    return open
  }
  const mark = (at: number, kind: Mark['kind'], text: string) => {
    close()
    owner = null
    chunks.push({ type: 'mark', from: at, to: at + 1, kind, text })
  }
  for (let at = 0; at < phrases.length; ) {
    const phrase = phrases[at]
    const text = word(at)
    const isBare = open !== null && isOpenToHead(open)
    if (phrase === undefined) break
    if (phrase.kind === 'name') {
      const into = noun(at)
      if (into.name !== null) into.modifiers.push(into.name)
      if (into.head !== null) into.words.push(into.head)
      into.head = null
      into.name = at
      at++
    } else if (phrase.kind === 'date') {
      if (isBare && (phrases[at + 1]?.kind === 'name' || /^[a-z]/.test(word(at + 1)))) noun(at).date = at
      else {
        close()
        chunks.push({ type: 'date', from: at, to: at + 1, at })
      }
      at++
    } else if (phrase.kind === 'quote') {
      mark(at, 'other', 'quote')
      at++
    } else if (/^[’']s?$/.test(text) && open !== null) {
      owner = open
      open = null
      at++
    } else if (text === '-' && open !== null && phrases[at + 1]?.kind === 'word') at++
    else if (text === '.' && at < phrases.length - 1 && open !== null) at++
    else if (!/[a-z0-9]/.test(text)) {
      mark(at, /^(?:[;:—–]|-)$/.test(text) ? 'stop' : text === '&' ? 'and' : 'other', text)
      at++
    } else if (text === 'including') {
      mark(at, 'preposition', text)
      at++
    } else if (text === 'such' && word(at + 1) === 'as') {
      mark(at, 'preposition', 'including')
      at += 2
    } else if (possessives.has(text)) {
      close()
      owner = null
      const into = noun(at)
      into.determiner = text
      into.owner = text
      at++
    } else if (isBare && (open as Noun | null)?.owner != null && number.test(text)) at++
    else if (determiners.has(text) && !(text === 'both' && open !== null)) {
      close()
      noun(at).determiner = text
      // "some of his works"
      if (word(at + 1) === 'of') noun(at).head = text
      at++
    } else if (
      reflexive.test(text) &&
      (open !== null || chunks.at(-1)?.type === 'noun') &&
      verbAt(at + 1, word, { before: chunks, open }) !== null
    )
      at++
    else if (pronouns.has(text) && !(text === 'one' && word(at + 1) === 'of')) {
      close()
      noun(at).pronoun = text
      close()
      at++
    } else if (/^(?:who|which|whom|where|that|whose)$/.test(text)) {
      mark(at, 'relative', text)
      if (text === 'whose') noun(at).owner = 'whose'
      at++
    } else if (/^(?:and|or|but|nor)$/.test(text)) {
      const [before, after] = [open as Noun | null, phrases[at + 1]]
      // "a painter and sculptor": one noun after another; "a renowned and respected chemist": one noun.
      if (before !== null && isOpenToHead(before) && after !== undefined) at++
      else {
        mark(at, 'and', text)
        at++
      }
    } else if (stops.test(text)) {
      mark(at, 'stop', text)
      at++
    } else {
      // "Her books include A": one form for noun and verb elsewhere.
      const isListing =
        /^(?:include|comprise)$/.test(text) &&
        (open as Noun | null)?.to === at &&
        ((open as Noun | null)?.head !== null || (open as Noun | null)?.name !== null)
      const verb = isListing
        ? listing(at, text)
        : isBare && !auxiliary.test(text)
          ? null
          : verbAt(at, word, { before: chunks, open })
      if (verb !== null) {
        close()
        owner = null
        chunks.push(verb)
        at = verb.to
      } else if (prepositions.has(text) && !(isBare && text === 'like')) {
        mark(at, 'preposition', text)
        at++
      } else if (
        adverbs.test(text) &&
        !notAdverb.test(text) &&
        (open === null || !isBare || /ly$/.test(text))
      ) {
        if (!isBare) close()
        at++
      } else {
        addWord(noun(at), text)
        if (/.[’']s$/.test(text)) {
          const into = noun(at)
          into.head = text.slice(0, -2)
          owner = into
          open = null
        }
        at++
      }
    }
  }
  close()
  return joinChunks(chunks)
}

/** Nouns that are one: "sculptor and collector [A]", "the band called [A]", "the firm of [A]". */
function joinChunks(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = []
  for (let at = 0; at < chunks.length; at++) {
    const [first, mark, second] = chunks.slice(at, at + 3)
    const isNamed = second?.type === 'noun' && second.name !== null && second.owner === null
    if (
      first?.type === 'noun' &&
      first.name === null &&
      first.head !== null &&
      isNamed &&
      second.type === 'noun'
    ) {
      const isTrades =
        mark?.type === 'mark' &&
        mark.text === 'and' &&
        first.modifiers.length === 0 &&
        second.determiner === null &&
        second.words.length > 0 &&
        /(?:er|or|ist|ian|man|woman|chemist|poet|artist)$/.test(first.head) &&
        /(?:er|or|ist|ian|man|woman|poet)$/.test(second.words.at(-1) ?? '')
      const isCalled =
        mark?.type === 'verb' &&
        /^(?:called|name|known)$/.test(mark.lemma) &&
        mark.form === 'finite' &&
        !mark.hasAuxiliary
      const isFirm =
        mark?.type === 'mark' &&
        mark.text === 'of' &&
        first.determiner === 'the' &&
        /^(?:firm|partnership)$/.test(first.head)
      const isTown =
        mark?.type === 'mark' &&
        mark.text === 'of' &&
        first.determiner === 'the' &&
        /^(?:town|city|village|suburb|hamlet)$/.test(first.head)
      if (isTrades || isTown || ((isCalled || isFirm) && kindOfBody.test(first.head))) {
        joined.push({
          ...second,
          from: first.from,
          determiner: first.determiner,
          words: [...first.words, first.head, ...second.words],
        })
        at += 2
        continue
      }
    }
    const chunk = chunks[at]
    if (chunk !== undefined) joined.push(chunk)
  }
  return joined
}

const kindOfBody =
  /^(?:band|group|company|firm|partnership|business|label|club|team|school|magazine|newspaper|studio|trio|quartet|ensemble|orchestra|organi[sz]ation|brewery|startup|start-up)$/

function listing(at: number, lemma: string): Verb {
  return {
    type: 'verb',
    from: at,
    to: at + 1,
    lemma,
    form: 'finite',
    isPassive: false,
    isNegative: false,
    isPresent: true,
    hasAuxiliary: false,
    isSingular: false,
  }
}

function emptyNoun(at: number, owner: Noun | null): Noun {
  return {
    type: 'noun',
    from: owner?.from ?? at,
    to: at + 1,
    determiner: null,
    words: [],
    modifiers: [],
    name: null,
    head: null,
    owner,
    pronoun: null,
    date: null,
  }
}

function addWord(noun: Noun, text: string): void {
  if (noun.head !== null) noun.words.push(noun.head)
  if (noun.name !== null) noun.modifiers.push(noun.name)
  noun.name = null
  noun.head = text
}

/** Whether only a determiner or adjectives have been read, so that a noun must follow. */
function isOpenToHead(noun: Noun): boolean {
  if (noun.name !== null || noun.pronoun !== null) return false
  if (noun.head === null) return noun.determiner !== null || noun.owner !== null
  return (noun.determiner !== null || noun.owner !== null) && isAdjective(noun.head)
}

function isAdjective(word: string): boolean {
  return (
    /^(?:first|second|third|fourth|last|next|new|old|young|younger|elder|early|late|former|then|current|present|future|only|famous|noted|notable|great|small|large|major|main|chief|local|private|public|own|same|other|best|well-known|best-known|newly|[a-z]+(?:ical|ional|ious|eous|ive|ful|less|ish|ary|ned|ted|wned|wned|est|ent|ant|ble)|[a-z]+-[a-z]+ed|american|british)$/.test(
      word,
    ) &&
    !/^(?:president|student|agent|parent|accountant|assistant|merchant|consultant|lieutenant|sergeant|servant|descendant|native|executive|representative|detective|secretary|library|dictionary|missionary|content|patent|department|government|movement|talent|restaurant|plant|table|cable|notary|salary|seminary|centenary|infirmary|commissary|continent|giant|infant|immigrant|emigrant|participant|inhabitant|resident|client|event|moment|cent|percent|tent|parliament|regiment|document|instrument|monument|settlement|establishment|appointment|apartment|element|experiment|treatment|investment|development|management|improvement|retirement|cooperative|collective|initiative|archive|drive|motive|professional|criminal|journal|hospital|capital|festival|animal|manual|rival|proposal|arrival|approval|removal)$/.test(
      word,
    )
  )
}

type Words = (at: number) => string

/** The verb that begins at a word: auxiliaries, adverbs, the verb itself and its particle; null when there is none. */
function verbAt(
  start: number,
  word: Words,
  { before, open }: { before: readonly Chunk[]; open: Noun | null },
): Verb | null {
  let at = start
  const helpers: string[] = []
  let isNegative = false
  const isInfinitive = word(at) === 'to'
  if (isInfinitive) at++
  for (;;) {
    const text = word(at)
    if (auxiliary.test(text)) helpers.push(text)
    else if (/^(?:not|never|n[’']t)$/.test(text) && helpers.length > 0) isNegative = true
    else if (
      !(
        (reflexive.test(text) || (adverbs.test(text) && !notAdverb.test(text))) &&
        (helpers.length > 0 || isInfinitive)
      )
    )
      break
    at++
  }
  const main = verbWord(word(at))
  const make = (lemma: string, to: number, rest: Pick<Verb, 'form' | 'isPassive'>): Verb => {
    const joined = particles[`${lemma} ${word(to)}`]
    return {
      type: 'verb',
      from: start,
      to: joined === undefined ? to : to + 1,
      lemma: joined ?? lemma,
      isNegative,
      isPresent:
        /^(?:is|are|has|have)$/.test(helpers[0] ?? '') || (helpers.length === 0 && isPresentForm(word(at))),
      hasAuxiliary: helpers.length > 0,
      isSingular: /^(?:was|is|has)$/.test(helpers[0] ?? ''),
      ...rest,
    }
  }
  const last = helpers.at(-1) ?? ''
  const isBe = /^(?:is|are|was|were|be|been|being)$/.test(last)
  const form: Verb['form'] = isInfinitive
    ? 'infinitive'
    : helpers[0] === 'having' || helpers[0] === 'being'
      ? 'ing'
      : 'finite'
  if (isInfinitive) {
    if (helpers.length === 0 && word(at) === 'found') return make('found', at + 1, { form, isPassive: false })
    if (helpers.length === 0 && main?.forms.includes('base') === true)
      return make(main.lemma, at + 1, { form, isPassive: false })
    if (isBe && main?.forms.includes('participle') === true)
      return make(main.lemma, at + 1, { form, isPassive: true })
    if (/^be$/.test(last)) return make('be', at, { form, isPassive: false })
    if (/^have$/.test(last))
      return make(
        main?.forms.includes('participle') === true ? main.lemma : 'have',
        main?.forms.includes('participle') === true ? at + 1 : at,
        { form, isPassive: false },
      )
    return null
  }
  if (helpers.length > 0) {
    if (main !== null && isBe && main.forms.includes('participle'))
      return make(main.lemma, at + 1, { form, isPassive: true })
    if (main !== null && isBe && main.forms.includes('ing'))
      return make(main.lemma, at + 1, { form, isPassive: false })
    if (main !== null && /^(?:has|have|had|having)$/.test(last) && main.forms.includes('participle'))
      return make(main.lemma, at + 1, { form, isPassive: false })
    if (
      main !== null &&
      /^(?:do|does|did|would|could|should|may|might|must|will|shall|can)$/.test(last) &&
      main.forms.includes('base')
    )
      return make(main.lemma, at + 1, { form, isPassive: false })
    return make(isBe ? 'be' : /^(?:has|have|had|having)$/.test(last) ? 'have' : last, at, {
      form,
      isPassive: false,
    })
  }
  if (main === null) return null
  const text = word(start)
  const previous = before.at(-1)
  const isAfterSubject =
    open !== null ||
    previous?.type === 'noun' ||
    (previous?.type === 'mark' && /^(?:relative|and|other)$/.test(previous.kind))
  if (main.forms.includes('past')) {
    if (open?.name === undefined && previous === undefined && main.forms.includes('participle'))
      return make(main.lemma, at + 1, { form: 'participle', isPassive: true })
    return make(main.lemma, at + 1, { form: 'finite', isPassive: false })
  }
  if (main.forms.includes('participle'))
    return make(main.lemma, at + 1, { form: 'participle', isPassive: true })
  if (main.forms.includes('present') && text !== main.lemma) {
    const isVerb =
      (open !== null &&
        (open.name !== null || open.determiner !== null) &&
        !isOpenToHead(open) &&
        open.name !== null) ||
      previousIsSubject(open, previous)
    const isClosing =
      open === null &&
      previous?.type === 'mark' &&
      /^(?:,|\)|and)$/.test(previous.text) &&
      /^(?:an?|the|as|at|for)$/.test(word(at + 1))
    if (isClosing) return make(main.lemma, at + 1, { form: 'finite', isPassive: false })
    return isVerb && isAfterSubject ? make(main.lemma, at + 1, { form: 'finite', isPassive: false }) : null
  }
  if (main.forms.includes('ing')) {
    const isFree =
      open === null &&
      (previous === undefined ||
        (previous.type === 'verb' && !/^(?:study|teach|learn|read)$/.test(previous.lemma)) ||
        previous.type === 'date' ||
        (previous.type === 'mark' &&
          previous.text !== '(' &&
          !/^(?:of|in|for|as|with|on|to)$/.test(previous.text)))
    return isFree ? make(main.lemma, at + 1, { form: 'ing', isPassive: false }) : null
  }
  return null
}

function previousIsSubject(open: Noun | null, previous: Chunk | undefined): boolean {
  if (open !== null) return false
  return (
    (previous?.type === 'noun' && previous.pronoun !== null) ||
    (previous?.type === 'mark' && previous.kind === 'relative')
  )
}

function isPresentForm(text: string): boolean {
  return verbWord(text)?.forms.includes('present') === true
}
