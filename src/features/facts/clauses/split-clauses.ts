import { adverb, be, degrees, gap, list, officeAdjective, officeWords, relative } from './clause-parts.ts'
import { groupNouns } from './group-nouns.ts'
import { isAsserted } from './is-asserted.ts'
import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'
import { infinitives, participles, presents } from './verb-forms.ts'

const finite =
  '(?:was|were|is|are|has|had|became|began|wrote|co-wrote|taught|left|led|won|took|held|went|met|made|gave|got|bought|sold|built|set up|ran|rose|spent|grew|chose|sang|fought|brought|co-founded|[a-z]+ed)'

const participle = `(?:${Object.keys(participles).join('|')})`
const passive =
  '(?:born|educated|schooled|trained|founded|established|formed|created|incorporated|headquartered|based|located|situated|acquired|bought|purchased|taken over|absorbed|sold|elected|appointed|named|awarded|made|succeeded|replaced|married|hired|employed|written|designed|developed|invented|composed|painted|published|set up|started|killed|assassinated)'
const who = `(?:${list}|\\b(?:he|she|it|the (?:${groupNouns}))\\b)`
const later =
  '(?:(?:then|later|also|subsequently|eventually|soon|finally|afterwards|once more|again|[a-z]+ly) )*'
const day = '(?:in|on|from|since|by) (?:the )?⟦d\\d+⟧'

/** A subject with its verb: `s` at the beginning, `verb` at the end of the match. */
const clauses = [gap, relative].map(
  between => new RegExp(`(?<s>${who})${between}${adverb} (?<verb>${finite})(?= )`, 'gu'),
)
const governed =
  /(?:^| )(?:of|in|at|by|with|from|to|for|on|than|near|between|under|against|like|unlike|as|about|into|over|via|without|[’']s|including|and|or|,) (?:(?:the|an?|his|her|its|their) (?:[a-z-]+ ){0,3})?$/
const opener = / (?:who|which|that|whose|whom|where|when|while|because|although|though|if) (?!.* ,)/

type Clause = { start: number; subject: string; verbAt: number; verb: string; front: string }

/**
 * The sentence, and once more each part of it that has its subject elsewhere: "A studied in Bonn and joined B", "Born in Bonn, A
 * …", "A was president of B, and chairman of C". Each part is a sentence of its own with that subject.
 */
export function splitClauses(parsed: ParsedSentence): ParsedSentence[] {
  if (!parsed.line.includes('⟦')) return [parsed]
  const subjects = clausesIn(parsed.line)
  const parts = [
    ...coordinated(parsed.line, subjects),
    ...fronted(parsed.line, subjects),
    ...appositions(parsed.line),
  ]
  return [parsed, ...parts.map(part => sentenceOf(parsed, part))]
}

/**
 * A line of a chronicle ("1905: Acme buys Zeta") as a sentence: "In 1905, Acme bought Zeta". `last` is the date of the line before,
 * which an undated line in the present tense has too.
 */
export function fromChronicle(parsed: ParsedSentence, last: Phrase | null): ParsedSentence {
  const [lead] =
    /^(?:in )?⟦d\d+⟧ (?:[:,–—-] )?(?=(?:the )?⟦n|(?:he|she|it) [a-z]|the [a-z]+ (?:[a-z]+ly )?[a-z]+(?:ed|s|t) )/.exec(
      parsed.line,
    ) ?? []
  const [own] = parsed.phrases.filter(({ kind }) => kind === 'date')
  const isCarried = last !== null && own === undefined && inPresent.test(parsed.line)
  const date = isCarried ? last : own
  const said = isCarried ? '' : (lead ?? beginning.exec(parsed.line)?.[0])
  if (said === undefined || date === undefined) return parsed
  const rest = parsed.phrases.slice(said === '' ? 0 : said.trim().split(' ').length)
  const told = rest.map(phrase => ({
    ...phrase,
    text: phrase.kind === 'word' ? (presents[phrase.text.toLowerCase()] ?? phrase.text) : phrase.text,
  }))
  const word = (text: string): Phrase => ({ kind: 'word', text, start: date.start, end: date.start })
  return lineOf(parsed.text, [word('in'), date, word(','), ...told])
}

const present = `(?:${Object.keys(presents).join('|')})`
/** "Jane Doe founds Acme". */
const inPresent = new RegExp(
  `^(?:the )?(?:⟦n\\d+⟧ )?(?:[a-z]+ )?⟦n\\d+⟧(?: and ⟦n\\d+⟧)? (?!is|are|form|found|takes)${present} `,
)
/** "1905: the chemist Jane Doe invents". */
const beginning = new RegExp(`^⟦d\\d+⟧ : (?=[^,;]* ${present} )`)

/** The date with which a line of a chronicle begins. */
export function chronicleDate({ line, phrases }: ParsedSentence): Phrase | null {
  return /^⟦d\d+⟧ : /.test(line) ? (phrases.find(({ kind }) => kind === 'date') ?? null) : null
}

function clausesIn(line: string): Clause[] {
  const found: Clause[] = []
  for (const pattern of clauses) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
      const { s = '', verb = '' } = match.groups ?? {}
      pattern.lastIndex = match.index + s.length
      const before = line.slice(0, match.index)
      const isFirstOfList = / (?:and|,) $/.test(before) && !/(?:^|[a-z] |⟧ ),? ?(?:and |but )?$/.test(before)
      const isNominative = s === 'he' || s === 'she'
      if (isFirstOfList || (!isNominative && governed.test(before) && !/(?:^| )(?:,|and|as) $/.test(before)))
        continue
      const [front = ''] = /(?:^|[;,] |and |but )(?:in|on) (?:the )?⟦d\d+⟧ (?:, )?$/.exec(before) ?? []
      found.push({
        start: match.index,
        subject: s,
        verb,
        verbAt: match.index + match[0].length - verb.length,
        front: front.replace(/^(?:[;,]|and|but) /, ''),
      })
    }
  }
  return found.toSorted((one, other) => one.verbAt - other.verbAt)
}

/** A part: the subject, words put before it, and the characters [from, to) of the line that say the rest. */
type Part = {
  clause: Clause
  words: string[]
  from: number
  to: number
  replaced?: string
  withFront?: boolean
}

/** The end of a list of verbs: "wrote A, joined B, and founded C". */
const serialEnd = new RegExp(` and ${later}${finite} `)

const joints: readonly { pattern: RegExp; words(match: RegExpExecArray, clause: Clause): string[] | null }[] =
  [
    {
      // "and joined B in 1990", ", then bought B"
      pattern: new RegExp(
        ` (?:(?:, )?(?:and|but)|, then|,) (?<rest>(?:${later}${day} ,? ?)?${later}${finite} )`,
        'gu',
      ),
      words: (match, { verb }) => {
        const rest = match.groups?.rest ?? ''
        const end = match.index + match[0].length
        const isSerial = /^ , (?!and |but |then )/.test(match[0])
        if (isSerial && !serialEnd.test(match.input.slice(end))) return null
        const isPassive = new RegExp(`^${later}${passive} $`).test(rest) && new RegExp(`^${be}$`).test(verb)
        const after = match.input.slice(match.index + match[0].length)
        return isPassive && /^(?:by|at|in|to|as|on|(?:an? |the )?[a-z]+ of) /.test(after) ? ['was'] : []
      },
    },
    {
      // "is a band formed in 1990", "is a company based in B"
      pattern: new RegExp(
        ` (?:is|was|are|were) (?:an?|the|one of the) (?:(?!of|by|for|with|from|who|which|that|to)[a-z-]+ |⟦n\\d+⟧ |- |, (?=[a-z-]+ )){1,8}(?:, )?(?:now |currently )?(?<rest>${passive} (?:in|by|at|on|as) )`,
        'gu',
      ),
      words: (match, { verb }) =>
        /^ (?:is|are)/.test(match[0]) && /based|quartered|located|situated/.test(match[0])
          ? ['is']
          : /is|was|are|were/.test(verb)
            ? ['was']
            : null,
    },
    {
      // "was president of B, and chairman of C"
      pattern: new RegExp(
        `(?: ,)?(?: and(?: then| later)?(?: as)?| , then| , later| , as) (?<rest>${officeAdjective}(?:${officeWords}) (?:of|for|at) (?:the )?⟦n)`,
        'gu',
      ),
      words: (match, { verbAt }) => {
        const said = match.input.slice(verbAt, match.index)
        if (!new RegExp(`(?:${officeWords}|professor|member|fellow)(?: |$)`).test(said)) return null
        return /^(?:is|are) /.test(said)
          ? ['is']
          : /^(?:became|was (?:appointed|elected|named|made))/.test(said)
            ? ['became']
            : ['was']
      },
    },
    {
      // "was born in B, the third child of C"
      pattern:
        / (?:,|as) (?<rest>(?:the|an?|one of) (?:[a-z]+ ){0,3}(?:sons?|daughters?|child|children) of )/gu,
      words: ({ input, index }, { verbAt }) =>
        /^(?:was|were) born /.test(input.slice(verbAt, index)) ? ['was'] : null,
    },
    {
      // "was a member of the A, the B and the C"
      pattern: / (?:,|and|, and) (?<rest>(?:the )?⟦n)/gu,
      words: ({ input, index }, { verbAt }) =>
        /^(?:is|was|became|has been|had been) (?:[a-z]+ )*member of [^;]*$/.test(
          input.slice(verbAt, index),
        ) && !/(?:is|was|became|been) .* (?:in|from|since) ⟦d/.test(input.slice(verbAt, index))
          ? ['was', 'a', 'member', 'of']
          : null,
    },
    {
      // "was awarded the A in 1905, the B in 1912 and the C"
      pattern: / (?:,|and|, and) (?<rest>(?:the|an?) (?:⟦d\d+⟧ )?⟦n)/gu,
      words: ({ input, index }, { verbAt }) =>
        /^(?:won|received|(?:was|were|been|had been)?(?: [a-z]+ly)? ?(?:awarded|given)|earned|shared) /.test(
          input.slice(verbAt, index),
        )
          ? ['received']
          : null,
    },
    {
      // "taught at A and at B", "was educated at A and at B"
      pattern: / (?:,|and|, and|, then|and then|and later) (?<rest>(?:at|for|from) (?:the )?⟦n)/gu,
      words: ({ input, index, groups }, { verbAt }) => {
        const [, verb, preposition] =
          /^((?:was |were )?(?:educated|schooled|worked|taught|lectured|studied|graduated|trained))(?: [a-z]+){0,4} (at|for|from) /.exec(
            input.slice(verbAt, index + 1),
          ) ?? []
        return verb !== undefined && preposition === /^[a-z]+/.exec(groups?.rest ?? '')?.[0]
          ? verb.split(' ')
          : null
      },
    },
    {
      // "studied music at A, the piano at B and composition at C"
      pattern: / (?:,|and|, and) (?<rest>(?:the )?[a-z]+(?: [a-z]+)? at (?:the )?⟦n)/gu,
      words: ({ input, index }, { verbAt }) =>
        /^(?:studied|taught|read) (?:the )?(?:[a-z]+ ){1,3}at (?:the )?⟦n/.test(input.slice(verbAt, index))
          ? [input.slice(verbAt).split(' ')[0] ?? '']
          : null,
    },
    {
      // "a bachelor's degree from A and a doctorate from B"
      pattern: new RegExp(
        ` (?:,|and|, and|, then|and then|and later|, followed by) (?<rest>(?:an?|his|her) ${degrees} (?:from|at) )`,
        'gu',
      ),
      words: ({ input, index }, { verbAt }) =>
        new RegExp(
          `(?:received|earned|obtained|took|completed|gained|holds|got|awarded) (?:his|her|an?|the) ${degrees}`,
        ).test(input.slice(verbAt, index))
          ? ['received']
          : null,
    },
    {
      // "moved to A in 1979 and then to B in 1986"
      pattern:
        / (?:,|and|, and|, then|and then|and later) (?<rest>to (?:the )?⟦n\d+⟧ (?:(?:, ⟦n\d+⟧ ,? ?)?(?:in|on) ⟦d))/gu,
      words: ({ input, index }, { verbAt }) =>
        /^(?:moved|relocated) (?:.* )?to (?:.* )?⟦d\d+⟧ ?,?$/.test(input.slice(verbAt, index))
          ? ['moved']
          : null,
    },
    {
      // "bought A in 1990 and B in 1995"
      pattern: / (?:,|and|, and) (?<rest>(?:the )?(?:[a-z-]+ ){0,3}⟦n\d+⟧ (?:in|\() ⟦d)/gu,
      words: ({ input, index }, { verbAt }) => {
        const [, verb] =
          /^((?:acquired|bought|purchased|took over|founded|co-founded|established|wrote|published|composed|designed|painted|joined|attended))(?: .*)? (?:in|\() ⟦d\d+⟧(?: \))?$/.exec(
            input.slice(verbAt, index),
          ) ?? []
        return verb === undefined ? null : verb.split(' ')
      },
    },
  ]

const infinitiveJoint = new RegExp(
  ` (?:went on|left|resigned|returned|moved|going on|leaving)(?: (?!and|,|;)[^ ]+){0,5} to (?<rest>${Object.keys(infinitives).join('|')}) `,
  'gu',
)

const participleJoint = new RegExp(
  `(?:(?: ,)?(?: and)? (?:before|after|while|since|until)| ,| , and| by)(?: (?:later|then|soon|first|[a-z]+ly))? (?<rest>${participle}) `,
  'gu',
)

function coordinated(line: string, subjects: readonly Clause[]): Part[] {
  const parts: Part[] = []
  const add = (match: RegExpExecArray, from: number, more: (clause: Clause) => Partial<Part> | null) => {
    const clause = governing(line, subjects, match.index)
    const rest = clause === null ? null : more(clause)
    if (clause === null || rest === null) return
    if (isAsserted(line, clause.start, from))
      parts.push({ clause, words: [], from, to: line.length, ...rest })
  }
  for (const { pattern, words } of joints)
    for (const match of matchAll(pattern, line)) {
      const from = match.index + match[0].length - (match.groups?.rest ?? '').length
      add(match, from, clause => {
        const said = words(match, clause)
        return said === null ? null : { words: said, withFront: !/ (?:then|later|,) /.test(match[0]) }
      })
    }
  for (const pattern of [participleJoint, infinitiveJoint])
    for (const match of matchAll(pattern, line)) {
      const form = match.groups?.rest ?? ''
      const from = match.index + match[0].length - form.length - 1
      add(match, from, () => ({ replaced: participles[form] ?? infinitives[form] ?? form }))
    }
  return parts
}

function* matchAll(pattern: RegExp, line: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    yield match
    pattern.lastIndex = match.index + 2
  }
}

/** The clause whose verb is the last one before a position; null when a clause without a known subject begins between. */
function governing(line: string, subjects: readonly Clause[], at: number): Clause | null {
  const clause = subjects.findLast(({ verbAt }) => verbAt <= at + 1)
  if (clause === undefined) return null
  const between = line.slice(clause.verbAt, at)
  return opener.test(`${between} `) || / [;:] /.test(between) ? null : clause
}

const front = new RegExp(
  `^(?:(?:after|before|while|since|upon|on) (?:(?<form>${participle}) )|(?:(?<having>having) )|(?<said>(?:[a-z]+ly )?${passive} )|(?<noun>(?:the|an?) (?:[a-z]+ ){0,3}(?:son|daughter|child|graduate|native|member|student|alumnus|founder|fellow) of ))`,
  'u',
)

/** "Born in A, B …", "After studying at A, B …", "The son of A, B …". */
function fronted(line: string, subjects: readonly Clause[]): Part[] {
  const match = front.exec(line)
  const clause = subjects.find(({ start }) =>
    /(?: [,;])(?: (?:in|on) ⟦d\d+⟧(?: ,)?)?(?: the [a-z]+)? $/.test(line.slice(0, start)),
  )
  if (match === null || clause === undefined || !isAsserted(line, 0, clause.start)) return []
  const { form, having, said } = match.groups ?? {}
  const to = Math.max(line.lastIndexOf(' ,', clause.start), line.lastIndexOf(' ;', clause.start))
  const isWhole = !subjects.some(one => one.start < clause.start && one !== clause)
  if (to <= 0 || !isWhole) return []
  if (form !== undefined)
    return [{ clause, words: [], from: match[0].indexOf(form), to, replaced: participles[form] ?? form }]
  if (having !== undefined) return [{ clause, words: [], from: 0, to, replaced: 'had' }]
  return [{ clause, words: ['was'], from: said === undefined ? 0 : match[0].indexOf(said), to }]
}

const apposition =
  /(?<s>⟦n\d+⟧)(?: \([^()]*\))? , (?<rest>(?:founded|co-founded|established|formed|based|headquartered|located|situated|born|acquired|written|composed|designed) (?:in|by|at|on) )/gu

/** "Acme, founded by A in 1962, was …". */
function appositions(line: string): Part[] {
  return [...matchAll(apposition, line)].flatMap(match => {
    const { s = '', rest = '' } = match.groups ?? {}
    const from = match.index + match[0].length - rest.length
    const before = line.slice(0, match.index)
    const isWork = /^(?:written|composed|designed)/.test(rest)
    if ((isWork && governed.test(before)) || !isAsserted(line, match.index, from)) return []
    const comma = line.indexOf(' ,', from)
    const to = comma === -1 || /^ , ⟦n/.test(line.slice(comma)) ? line.length : comma
    const clause = { start: match.index, subject: s, verb: 'was', verbAt: from, front: '' }
    return [{ clause, words: [/^(?:based|head|loc|sit)/.test(rest) ? 'is' : 'was'], from, to }]
  })
}

function sentenceOf(
  parsed: ParsedSentence,
  { clause, words, from, to, replaced, withFront }: Part,
): ParsedSentence {
  const between = (start: number, end: number) =>
    parsed.phrases.filter((_, index) => {
      const at = parsed.offsets[index] ?? 0
      return at >= start && at < end
    })
  const tail = between(from, to)
  const first = tail[0]
  const word = (text: string): Phrase => ({
    kind: 'word',
    text,
    start: first?.start ?? 0,
    end: first?.start ?? 0,
  })
  const rest =
    replaced === undefined || first === undefined ? tail : [{ ...first, text: replaced }, ...tail.slice(1)]
  const dated = withFront === true ? between(clause.start - clause.front.length, clause.start) : []
  const subject = between(clause.start, clause.start + clause.subject.length)
  // "and in 1831 was appointed": the date goes before the subject.
  const lead = rest[1]?.kind === 'date' && /^(?:in|on|from|since|by)$/i.test(rest[0]?.text ?? '') ? 2 : 0
  if (lead > 0) {
    const verb = rest[lead]?.text === ',' ? lead + 1 : lead
    return lineOf(parsed.text, [...rest.slice(0, lead), ...subject, ...words.map(word), ...rest.slice(verb)])
  }
  return lineOf(parsed.text, [...dated, ...subject, ...words.map(word), ...rest])
}
