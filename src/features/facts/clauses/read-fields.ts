import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'

const birth = { verb: 'was born', hasPlace: true }
const founding = { verb: 'was founded', hasPlace: true }
const fields: Readonly<Record<string, { verb: string; hasPlace: boolean }>> = {
  born: birth,
  birth,
  'date of birth': birth,
  'place of birth': birth,
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

/** A line of a table of facts ("Born: 14 March 1879, Ulm, Germany") as a sentence about what the document is about. */
export function fromField(parsed: ParsedSentence, topic: string | null): ParsedSentence {
  const [whole = '', named = ''] = /^([A-Z][A-Za-z ]{2,24}):\s/.exec(parsed.text) ?? []
  const label = named.toLowerCase()
  const field = fields[label]
  if (topic === null || field === undefined) return parsed
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
    const [first, ...others] = /^(?:awards|books)$/.test(label) ? told : told.slice(0, 1)
    if (first === undefined) return parsed
    const list = others.flatMap((one, index) => [word(index === others.length - 1 ? 'and' : ','), one])
    return lineOf(parsed.text, [...start, first, ...list])
  }
  const day = rest.find(({ kind }) => kind === 'date')
  const place = rest.find(({ kind }) => kind === 'name')
  if (day === undefined && place === undefined) return parsed
  return lineOf(parsed.text, [
    ...start,
    ...(place === undefined ? [] : [word('in'), place]),
    ...(day === undefined ? [] : [word('on'), day]),
  ])
}
