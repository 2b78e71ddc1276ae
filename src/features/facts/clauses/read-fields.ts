import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'

const birth = { verb: 'was born', hasPlace: true }
const founding = { verb: 'was founded', hasPlace: true }
const fields: Readonly<Record<string, { verb: string; hasPlace: boolean }>> = {
  born: birth,
  birth,
  'date of birth': birth,
  'place of birth': birth,
  'birth place': birth,
  birthplace: birth,
  died: { verb: 'died', hasPlace: true },
  death: { verb: 'died', hasPlace: true },
  'place of death': { verb: 'died', hasPlace: true },
  founded: founding,
  established: founding,
  'founding date': founding,
  headquarters: { verb: 'is based', hasPlace: true },
  headquartered: { verb: 'is based', hasPlace: true },
  'currently headquartered': { verb: 'is based', hasPlace: true },
  'alma mater': { verb: 'studied at', hasPlace: false },
  education: { verb: 'studied at', hasPlace: false },
  spouse: { verb: 'married', hasPlace: false },
  awards: { verb: 'received', hasPlace: false },
  books: { verb: 'wrote', hasPlace: false },
}

const school = /University|College|School|Institute|Academy|École|Universität/

/** "French composer, born in Ulm.", "(born 1905 in Ulm). Russian painter": a description of what the text is about as a sentence. */
export function fromDescription(
  parsed: ParsedSentence,
  person: string | null,
  isBare: boolean,
): ParsedSentence {
  const first = parsed.phrases[0]
  const isBorn = /^born (?:(?:in|on|at) )?⟦/.test(parsed.line) && !/ , (?:he|she|⟦n\d+⟧) /.test(parsed.line)
  const isDates =
    /^\( (?:born|b|[a-z]+ \.) ?[^()]*⟦d/.test(parsed.line) || /^\( ⟦d\d+⟧ [–—-] /.test(parsed.line)
  if (person === null || first === undefined || !(isBare || isDates || isBorn)) return parsed
  const word = (text: string): Phrase => ({ kind: 'word', text, start: first.start, end: first.start })
  const name: Phrase = { kind: 'name', text: person, start: first.start, end: first.start }
  if (isBorn) return lineOf(parsed.text, [name, word('was'), ...parsed.phrases])
  const rest = /^(?:an?|the)$/i.test(first.text) ? parsed.phrases : [word('a'), ...parsed.phrases]
  return lineOf(parsed.text, isDates ? [name, ...parsed.phrases] : [name, word('was'), ...rest])
}

/** A line of a table of facts ("Born: 14 March 1879, Ulm, Germany") as a sentence about what the document is about. */
export function fromField(parsed: ParsedSentence, topic: string | null): ParsedSentence {
  const [whole = '', named = ''] = /^([A-Z][A-Za-z ]{2,24}):\s?(?=\S)/.exec(parsed.text) ?? []
  const label = named.toLowerCase()
  const field = fields[label]
  // Which of "12/04/1941" is the month is not said.
  if (topic === null || field === undefined || /\d\/\d/.test(parsed.text)) return parsed
  const rest = parsed.phrases.filter(({ start }) => start >= whole.length)
  const at = rest[0]?.start ?? 0
  const word = (text: string): Phrase => ({ kind: 'word', text, start: at, end: at })
  const words = (text: string) => text.split(' ').map(word)
  const name: Phrase = { kind: 'name', text: topic, start: at, end: at }
  const start = [name, ...words(field.verb)]
  if (!field.hasPlace) {
    const names = rest.filter(({ kind, text }) => kind === 'name' && text !== 'MORE')
    const isSchool = field.verb === 'studied at'
    const told = isSchool ? names.filter(({ text }) => school.test(text) && text.includes(' ')) : names
    const [first, ...others] = /^(?:awards|books|alma mater|education)$/.test(label) ? told : told.slice(0, 1)
    if (first === undefined) return parsed
    // "Royal Medal (1984)"
    const dated = (one: Phrase) => {
      const [open, day, close] = rest.slice(rest.indexOf(one) + 1, rest.indexOf(one) + 4)
      return open?.text === '(' && day?.kind === 'date' && close?.text === ')'
        ? [one, open, day, close]
        : [one]
    }
    const list = others.flatMap((one, index) => [
      word(index === others.length - 1 ? 'and' : ','),
      ...dated(one),
    ])
    return lineOf(parsed.text, [...start, ...dated(first), ...list])
  }
  const day = rest.find(({ kind }) => kind === 'date')
  const surname = topic.split(' ').at(-1) ?? ''
  const place = rest.find(({ kind, text }) => kind === 'name' && !text.endsWith(surname))
  if (day === undefined && place === undefined) return parsed
  return lineOf(parsed.text, [
    ...start,
    ...(place === undefined ? [] : [word('in'), place]),
    ...(day === undefined ? [] : [word('on'), day]),
  ])
}
