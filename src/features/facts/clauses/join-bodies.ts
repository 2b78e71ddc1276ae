import { isAbbreviation, isPersonName } from './name-memory.ts'
import { lineOf, type ParsedSentence, type Phrase } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'

const plural =
  /(?<!\p{L})(?:Observatories|Universities|Colleges|Railways|Museums|Laboratories|Schools|Companies|Churches|Hospitals|Libraries|Islands)$/u

const body =
  /(?<!\p{L})(?:Association|Society|Institute|Commission|Council|Committee|Federation|Union|Foundation|Agency|Administration|Board|Department|Ministry|Exchange|Corporation)(?!\p{L})/u

/**
 * Joins two names with "and" that are one: "Micro Instrumentation and Telemetry Systems (MITS)" is what its abbreviation says,
 * "Mount Wilson and Palomar Observatories" ends in a plural, "the American Speech and Hearing Association" in a body.
 */
export function joinBodies(parsed: ParsedSentence): ParsedSentence {
  const { phrases } = parsed
  const joined: Phrase[] = []
  for (let at = 0; at < phrases.length; at++) {
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
      if (isShort || plural.test(second.text) || isTitled) {
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
