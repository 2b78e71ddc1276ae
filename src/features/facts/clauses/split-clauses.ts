import { type Clause, infinitiveJoint, joints, participleJoint } from './clause-joints.ts'
import { adverb, finite, gap, list, participle, passive, relative } from './clause-parts.ts'
import { groupNouns } from './group-nouns.ts'
import { isAsserted } from './is-asserted.ts'
import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'
import { infinitives, participles } from './verb-forms.ts'

const who = `(?:${list}|\\b(?:he|she|it|the (?:${groupNouns}))\\b)`
/** A subject with its verb: `s` at the beginning, `verb` at the end of the match. */
const clauses = [gap, relative].map(
  between => new RegExp(`(?<s>${who})${between}${adverb} (?<verb>${finite})(?= )`, 'gu'),
)
const governed =
  /(?:^| )(?:of|in|at|by|with|from|to|for|on|than|near|between|under|against|like|unlike|as|about|into|over|via|without|[’']s|including|and|or|,) (?:(?:the|an?|his|her|its|their) (?:[a-z-]+ ){0,3})?$/
const opener = / (?:who|which|that|whose|whom|where|when|while|because|although|though|if) (?!.* ,)/

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
  const clause = (
    subjects.some(
      ({ start, subject }) => /^(?:he|she)$/.test(subject) && line.slice(0, start).endsWith(' , '),
    )
      ? subjects.filter(({ subject }) => /^(?:he|she)$/.test(subject))
      : subjects
  ).find(
    ({ start, subject }) =>
      /(?: [,;])(?: (?:in|on) ⟦d\d+⟧(?: ,)?)?(?: the [a-z]+)? $/.test(line.slice(0, start)) &&
      // "Born in A, where her father was B, she …"
      (/^(?:he|she)$/.test(subject) || !/ (?:who|which|where|whose|that) /.test(line.slice(0, start))),
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
    if (governed.test(before) || !isAsserted(line, match.index, from)) return []
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
