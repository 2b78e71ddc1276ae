import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { WordGroups } from './word-groups.ts'

/** What a question asks for, which decides what counts as an answer. */
export type QuestionKind =
  | 'how_to'
  | 'definition'
  | 'difference'
  | 'quantity'
  | 'reason'
  | 'place'
  | 'person'
  | 'choice'
  | 'consequence'
  | 'yes_no'
  | 'other'

/**
 * A content word of the question. `role`: the action, the head of its object, a modifier of it, the rest of its clause, or
 * part of a further clause ("… and throw away older ones").
 */
export type QuestionWord = {
  word: string
  stem: string
  /** Whether it counts or praises ("single", "good") rather than names. */
  isWeak: boolean
  role: 'action' | 'head' | 'modifier' | 'rest' | 'further'
}

export type ParsedQuestion = {
  kind: QuestionKind
  words: QuestionWord[]
  /** The stem of the action, or of its verb and particle joined by "_"; null when the question names none. */
  action: string | null
  /** Whether it asks for something not to be, or to be without something. */
  isNegated: boolean
}

const kinds: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'quantity',
    /^how (?:many|much|long|large|big|old|often|fast|far|high|tall|heavy|small|deep|wide)\b|^what (?:\w+ )?(?:size|number|percentage|share|price|version|port)\b/,
  ],
  ['difference', /\b(?:difference between|differ from|compared? (?:to|with)|versus|vs)\b/],
  ['consequence', /^what (?:happens|will happen|would happen|is the effect)\b/],
  [
    'how_to',
    /^how (?:do|can|could|should|would|might|may|to|shall|must)\b|\bway to\b|^(?:i|we) (?:want|need|would like|have) to\b|^(?:can|could) (?:i|we|you|one)\b/,
  ],
  ['reason', /^why\b|^how come\b|^what (?:is|are) the reasons?\b/],
  ['place', /^where\b|^(?:in )?(?:which|what) (?:file|folder|directory|menu|place|location)\b/],
  ['person', /^who(?:se|m)?\b|^when (?:was|were|did)\b/],
  [
    'definition',
    /^what(?:'s|’s| is| are| was) (?:an? |the )?(?:[\w.+#-]+ ?){1,4}$|^what (?:does|do) .*\bmean\b|^define\b|^explain\b/,
  ],
  ['choice', /^(?:which|what)\b/],
  ['yes_no', /^(?:is|are|was|were|does|do|did|can|could|should|must|may|will|would|has|have)\b/],
]

/** Words that stand between the parts of a sentence: a noun phrase ends before them. */
const borders = new Set(
  'of in on from to for with that which who whose when if so at by into after before without instead and or but than as because while until inside under over between during via using per not out up off away back aside behind'.split(
    ' ',
  ),
)
const subjects = new Set('i you we one they he she it someone somebody anyone people users user'.split(' '))
const auxiliaries = new Set(
  'do does did can could should would might may must shall will is are was were be been has have had to'.split(
    ' ',
  ),
)
const fillers = new Set(
  'without instead rather only just also even ever never always not still already quickly easily best simply really actually the a an my your our their its his her this that these those some any all each every no'.split(
    ' ',
  ),
)
/** "check out" is not "check". */
const particles = new Set('out up off away back aside down apart together'.split(' '))
/** Verbs that say little without what follows them: "make a copy", "get to see". */
const lightVerbs = new Set(
  'make do get have let put take give go use want need tell help try find know'.split(' '),
)

export function isLightVerb(word: string): boolean {
  return lightVerbs.has(word.toLowerCase())
}

/** Words that say what kind of question it is, and words that stand for a thing that was named before. */
const formulas = new Set(
  'difference differ happens happen mean means way ways possible one ones thing things kind kinds else exactly please want need explain define'.split(
    ' ',
  ),
)

/** Adjectives that count or praise: what they say is rarely said again in the answer. */
const weak = new Set(
  'single whole entire complete several many certain particular specific own old new ordinary normal usual simple good better best nice easy easily quick big large small different various later'.split(
    ' ',
  ),
)
/** Words after which a further clause begins. */
const clauseStarts = new Set('and before after when while until so'.split(' '))

/** "… when I do not choose one", "… if none is given": the question is for the default. */
const unspecified =
  /,?\s*\b(?:when|if|unless)\s+(?=[^?,]*(?:\b(?:not|none|nothing|no|never)\b|n['’]t\b))(?:(?:I|you|we|one|nothing|none|no|it|they|it['’]s)\b[^?,]*?)\b(?:choose|chose|chosen|specif(?:y|ied)|give|given|set|configured?|select|selected|say|said|stated?|pick|picked|defined?|named?|told|passed?)\b[^?,]*/i

/** Says a question for the default in the words in which sources mostly answer it. */
export function restateQuestion(question: string): string {
  return /^\s*(?:which|what(?! happens?\b)|where|how (?:many|much|long|often))\b/i.test(question)
    ? question.replace(unspecified, ' by default')
    : question
}

const denial = /\b(?:not|never|without|no|cannot)\b|n['’]t\b/i

/** "… a message that I have not finished" does not ask for something not to be. */
function mainClause(text: string): string {
  return text.replace(/(?<=\S )\b(?:that|which|who|when|if|because|after|before|where)\b.*$/is, '')
}

/** A word that is no stop word: beside it, stop words are left out. */
const filler = 'xyzzy'

/** Splits a question into its kind, its action and the words of its object. Written for English; `groups` is null for other languages. */
export function parseQuestion(
  question: string,
  {
    analyzer,
    groups,
    language,
  }: { analyzer: Pick<Analyzer, 'analyzeQuery'>; groups: WordGroups | null; language: string },
): ParsedQuestion {
  const text = question.trim().replace(/[?!.\s]+$/, '')
  const tokens = text.match(/[\p{L}\p{N}][\p{L}\p{N}_.+#/'’-]*/gu) ?? []
  if (groups === null) return unparsed()
  const lexicon = { groups, stemOf }
  const lowered = tokens.map(token => token.toLowerCase())
  const plain = lowered.join(' ')
  const kind =
    kinds.find(([, pattern]) => pattern.test(plain))?.[0] ??
    (isImperative(lowered, lexicon) ? 'how_to' : 'other')
  const verb = findVerb(lowered, kind, lexicon)
  const phrase = verb === null ? null : findPhrase(lowered, verb, lexicon)
  const isAboutSubject = kind === 'reason' || kind === 'yes_no'
  const start = phrase?.particleAt === (verb ?? 0) + 1 ? phrase.particleAt : verb
  const headAt = isAboutSubject ? findSubject(lowered, verb) : findHead(lowered, start)
  const words = tokens.flatMap((token, place): QuestionWord[] => {
    const isAction = place === verb
    if (place === phrase?.particleAt) return []
    const stem = stemOf(token)
    if (!isAction && (!isContent(token) || fillers.has(lowered[place] ?? '') || isFormula(place))) return []
    const isWeak = weak.has(lowered[place] ?? '')
    if (isAction) return [{ word: token, stem, isWeak, role: 'action' }]
    return [{ word: token, stem, isWeak, role: roleAt(lowered, place, { verb, head: headAt }) }]
  })
  const action = phrase?.stem ?? (verb === null ? null : stemOf(lowered[verb] ?? ''))
  return { kind, words, action, isNegated: denial.test(mainClause(text)) }

  /** Words by which the kind of question was told ("how often"), and light verbs before the one that counts. */
  function isFormula(place: number): boolean {
    const token = lowered[place] ?? ''
    if (formulas.has(token) || (kind === 'quantity' && place === 1)) return true
    return verb !== null && lightVerbs.has(token) && place < verb
  }

  /** In other languages all content words are looked for, whatever their part in the question. */
  function unparsed(): ParsedQuestion {
    const words = tokens
      .filter(isContent)
      .map(token => ({ word: token, stem: stemOf(token), isWeak: false, role: 'modifier' as const }))
    return { kind: 'other', words, action: null, isNegated: false }
  }

  function stemOf(word: string): string {
    return analyzer.analyzeQuery(word, [language]).find(term => !term.startsWith('=')) ?? word.toLowerCase()
  }

  function isContent(token: string): boolean {
    return analyzer.analyzeQuery(`${filler} ${token}`, [language]).length > 1
  }
}

/** Which words are actions, and their stems. */
type Lexicon = { groups: WordGroups; stemOf: (word: string) => string }

function isImperative(tokens: readonly string[], { groups, stemOf }: Lexicon): boolean {
  return tokens.length > 1 && groups.actionsOf(stemOf(tokens[0] ?? '')).length > 0
}

/** Returns the place of the main verb; null when it cannot be told. */
function findVerb(tokens: readonly string[], kind: QuestionKind, { groups, stemOf }: Lexicon): number | null {
  const isAction = (place: number) => {
    const stem = stemOf(tokens[place] ?? '')
    const next = stemOf(tokens[place + 1] ?? '')
    return [stem, `${stem}_${next}`].some(word => groups.actionsOf(word).length > 0)
  }
  if (kind === 'definition' || kind === 'difference') return null
  if (kind === 'how_to') {
    const start = verbSlot(tokens)
    if (start === null) return isAction(0) ? 0 : firstAction(tokens, 1, isAction)
    return heavyVerb(tokens, start, isAction)
  }
  return firstAction(tokens, 1, isAction)
}

/** The place after "how do I", "how to", "the way to", "I want to". */
function verbSlot(tokens: readonly string[]): number | null {
  const to = tokens.findIndex(
    (token, place) => token === 'to' && /^(?:how|way|want|need|like|have)$/.test(tokens[place - 1] ?? ''),
  )
  if (to >= 0 && to <= 6) return skipFillers(tokens, to + 1)
  const subject = tokens.findIndex(
    (token, place) => place > 0 && subjects.has(token) && auxiliaries.has(tokens[place - 1] ?? ''),
  )
  return subject > 0 && subject <= 4 ? skipFillers(tokens, subject + 1) : null
}

function skipFillers(tokens: readonly string[], from: number): number {
  let place = from
  while (place < tokens.length - 1 && fillers.has(tokens[place] ?? '')) place++
  return place
}

/** "make a copy" is about copying and "get to see" about seeing. */
function heavyVerb(tokens: readonly string[], start: number, isAction: (place: number) => boolean): number {
  if (!lightVerbs.has(tokens[start] ?? '')) return start
  const next = tokens[start + 1] === 'to' ? start + 2 : skipFillers(tokens, start + 1)
  const isNamed =
    tokens[start] === 'make' ||
    tokens[start] === 'do' ||
    tokens[start] === 'take' ||
    tokens[start + 1] === 'to'
  return isNamed && next > start + 1 && isAction(next) ? next : start
}

function firstAction(
  tokens: readonly string[],
  from: number,
  isAction: (place: number) => boolean,
): number | null {
  const determined =
    /^(?:an?|the|my|your|our|their|its|this|that|these|those|which|what|of|in|on|no|new|last|own)$/
  const end = tokens.findIndex(
    (token, place) => place > from && /^(?:after|when|if|before|while|because|unless|until)$/.test(token),
  )
  const found = tokens
    .slice(0, end < 0 ? undefined : end)
    .findIndex(
      (token, place) =>
        place >= from &&
        !lightVerbs.has(token) &&
        isAction(place) &&
        !auxiliaries.has(token) &&
        !fillers.has(token) &&
        !determined.test(tokens[place - 1] ?? ''),
    )
  return found < 0 ? null : found
}

/** Finds "throw … away" and "leave … out": a verb whose particle changes what it means. */
function findPhrase(
  tokens: readonly string[],
  verb: number,
  { groups, stemOf }: Lexicon,
): { stem: string; particleAt: number } | null {
  const stem = stemOf(tokens[verb] ?? '')
  if (particles.has(tokens[verb + 1] ?? ''))
    return { stem: `${stem}_${stemOf(tokens[verb + 1] ?? '')}`, particleAt: verb + 1 }
  const known = groups.phrases.filter(([first]) => first === stem).map(([, particle]) => particle)
  if (known.length === 0) return null
  const reach = tokens.slice(verb + 1, verb + 6)
  const at = reach.findIndex(token => known.includes(stemOf(token)))
  return at < 0 ? null : { stem: `${stem}_${stemOf(reach[at] ?? '')}`, particleAt: verb + 1 + at }
}

/** The last word of the noun phrase after the auxiliary: "why does the repository not …". */
function findSubject(tokens: readonly string[], verb: number | null): number | null {
  const auxiliary = tokens.findIndex(token => auxiliaries.has(token))
  const head = auxiliary < 0 ? null : findHead(tokens.slice(0, verb ?? tokens.length), auxiliary)
  return head === null || subjects.has(tokens[head] ?? '') ? null : head
}

/** The last word of the noun phrase after the verb. */
function findHead(tokens: readonly string[], verb: number | null): number | null {
  if (verb === null) return null
  const start = skipFillers(tokens, verb + 1)
  const length = tokens
    .slice(start)
    .findIndex(token => borders.has(token) || subjects.has(token) || auxiliaries.has(token))
  const end = length < 0 ? tokens.length : start + length
  return end > start ? end - 1 : null
}

function roleAt(
  tokens: readonly string[],
  place: number,
  { verb, head }: { verb: number | null; head: number | null },
): QuestionWord['role'] {
  if (place === head) return 'head'
  if (head === null || verb === null) return 'modifier'
  if (place > verb && place < head) return 'modifier'
  return tokens.slice(head, place).some(token => clauseStarts.has(token)) ? 'further' : 'rest'
}
