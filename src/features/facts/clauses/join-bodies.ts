import { isAbbreviation } from './name-forms.ts'
import { isPersonName, isSchool } from './name-kinds.ts'
import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'

const plural =
  /(?<!\p{L})(?:Observatories|Universities|Colleges|Railways|Museums|Laboratories|Schools|Companies|Churches|Hospitals|Libraries|Islands)$/u

const body =
  /(?<!\p{L})(?:Association|Society|Institute|Commission|Council|Committee|Federation|Union|Foundation|Agency|Administration|Board|Department|Ministry|Exchange|Corporation|Ensemble|Orchestra|Choir)(?!\p{L})/u

/** Names that many towns have a body of. */
const generic =
  /^(?:(?:National|Royal|State|City|Municipal|Imperial|General|Central|Public|Botanical|University|Art|Fine Arts|Natural History|Polytechnic|Technical|Higher|Old|New|Jewish|Catholic|Military|Naval|German|French|Polish|Maritime|Regional|Provincial|County) )+(?:Museum|Gardens?|Library|Hospital|Theatre|Theater|Opera|Gallery|Archives?|Academy|Conservatory|Conservatoire|Institute|School|Observatory|Zoo|Bank|College|University|Orchestra|Seminary|Gymnasium|Lyceum|Clinic|Brewery|Theatre)$/

const ofField =
  /(?<!\p{L})(?:Institutes?|School|Department|College|Faculty|Cent(?:er|re)|Ministry|Society|Academy|Division|Office|Bureau|Council|Board) (?:of|for) (?:the )?\p{Lu}\p{L}+$/u

/** Where a name like "Institute of Law, Psychiatry, and Public Policy" ends; its own place when it has no such list. */
function fieldsEnd(phrases: readonly Phrase[], at: number): number {
  const head = phrases[at]
  if (head?.kind !== 'name' || !ofField.test(head.text)) return at
  for (let index = at + 1, fields = 0; index < at + 8; fields++) {
    const comma = phrases[index]?.text === ',' ? 1 : 0
    const and = phrases[index + comma]?.text === 'and' ? 1 : 0
    const field = phrases[index + comma + and]
    const isField =
      comma + and > 0 &&
      field?.kind === 'name' &&
      /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u.test(field.text) &&
      !isPlaceName(field.text) &&
      !(field.text.includes(' ') && isPersonName(field.text)) &&
      !isSchool(field.text) &&
      !body.test(field.text)
    if (!isField) return at
    index += comma + and
    if (and === 1) return index
    if (fields > 3) return at
    index++
  }
  return at
}

/**
 * Joins two names with "and" that are one: "Micro Instrumentation and Telemetry Systems (MITS)" is what its abbreviation says,
 * "Mount Wilson and Palomar Observatories" ends in a plural, "the American Speech and Hearing Association" in a body.
 */
export function joinBodies(parsed: ParsedSentence): ParsedSentence {
  const { phrases } = parsed
  const joined: Phrase[] = []
  for (let at = 0; at < phrases.length; at++) {
    const end = fieldsEnd(phrases, at)
    const [head, last] = [phrases[at], phrases[end]]
    const [the, joint, rest] = phrases.slice(at, at + 3)
    // "the National Museum in Gdańsk", "the Botanical Garden in Hamburg"
    if (
      the?.kind === 'name' &&
      /^in$/.test(joint?.text ?? '') &&
      rest?.kind === 'name' &&
      generic.test(the.text) &&
      !rest.text.includes(' ') &&
      phrases[at - 1]?.text.toLowerCase() === 'the'
    ) {
      joined.push({ kind: 'name', text: `${the.text} in ${rest.text}`, start: the.start, end: rest.end })
      at += 2
      continue
    }
    // "Dick, Kerr & Company"
    if (
      the?.kind === 'name' &&
      joint?.text === ',' &&
      rest?.kind === 'name' &&
      !the.text.includes(' ') &&
      /^\p{Lu}[\p{L}’'-]+ (?:&|and) (?:Co|Company|Sons|Brothers)(?!\p{L})/u.test(rest.text)
    ) {
      joined.push({ kind: 'name', text: `${the.text}, ${rest.text}`, start: the.start, end: rest.end })
      at += 2
      continue
    }
    // "The Stars and Stripes"
    if (
      at > 0 &&
      the?.kind === 'name' &&
      /^The \p{Lu}\p{Ll}+$/u.test(the.text) &&
      joint?.text === 'and' &&
      rest?.kind === 'name' &&
      !rest.text.includes(' ')
    ) {
      joined.push({ kind: 'name', text: `${the.text} and ${rest.text}`, start: the.start, end: rest.end })
      at += 2
      continue
    }
    if (end > at && head !== undefined && last !== undefined) {
      joined.push({
        kind: 'name',
        text: parsed.text.slice(head.start, last.end),
        start: head.start,
        end: last.end,
      })
      at = end
      continue
    }
    const [first, and, second, open, short] = phrases.slice(at, at + 5)
    const isPair = first?.kind === 'name' && and?.text === 'and' && second?.kind === 'name'
    if (isPair) {
      const text = `${first.text} and ${second.text}`
      const isShort =
        open?.text === '(' &&
        short?.kind === 'name' &&
        isAbbreviation(short.text, text) &&
        !isAbbreviation(short.text, second.text)
      const isTitled =
        phrases[at - 1]?.text === 'the' &&
        body.test(second.text) &&
        !body.test(first.text) &&
        !isPersonName(first.text) &&
        !isPlaceName(first.text)
      // "the Australia and New Zealand Banking Group"
      const isRegional =
        phrases[at - 1]?.text.toLowerCase() === 'the' &&
        isPlaceName(first.text) &&
        / (?:Group|Bank|Company|Corporation|Line|Railway|Council|Association|Society)$/.test(second.text)
      if (isShort || plural.test(second.text) || isTitled || isRegional) {
        joined.push({ kind: 'name', text, start: first.start, end: second.end })
        at += 2
        continue
      }
    }
    const phrase = phrases[at]
    if (phrase !== undefined) joined.push(phrase)
  }
  return joined.length === phrases.length ? parsed : lineOf(parsed.text, joined)
}
