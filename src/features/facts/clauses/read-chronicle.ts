import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'
import { presents } from './verb-forms.ts'

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
/** "Jane Doe buys Acme". */
const inPresent = new RegExp(
  `^(?:the )?(?:⟦n\\d+⟧ )?(?:[a-z]+ )?⟦n\\d+⟧(?: and ⟦n\\d+⟧)? (?!is|are|form|found|takes)${present} `,
)
/** "1905: the chemist Jane Doe invents". */
const beginning = new RegExp(`^⟦d\\d+⟧ : (?=[^,;]* ${present} )`)

/** The date with which a line of a chronicle begins. */
export function chronicleDate({ line, phrases }: ParsedSentence): Phrase | null {
  return /^⟦d\d+⟧ : /.test(line) ? (phrases.find(({ kind }) => kind === 'date') ?? null) : null
}
