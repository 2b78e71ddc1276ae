import { bodyWordings } from './body-wordings.ts'
import { lifeWordings } from './life-wordings.ts'
import { nameOffices } from './office-nouns.ts'
import { personWordings } from './person-wordings.ts'
import { postWordings } from './post-wordings.ts'
import { unfoldBrackets } from './unfold-brackets.ts'

/** A wording, and the words of a simple verb as which it is read. */
export type Wording = readonly [RegExp, string]

/**
 * Wordings that say the same as a verb or preposition that the grammar reads, and what they are read as. They keep names, dates and
 * voice as they are.
 */
const wordings: readonly Wording[] = [
  // "SEATTLE, March 3, 2014 – Acme": where and when a press release was written
  [
    /^\(?\p{Lu}{3,}[\p{Lu} .]*(?:, \p{Lu}[\p{L}.]+){0,2},? ?(?:\([^()]*\) ?)?(?:[–—-]+|,) ?(?:(?:\w+\.? \d{1,2},? \d{4}|\d{1,2} \w+ \d{4}) ?(?:\/[^/]*\/ ?)?[–—-]+ ?)?(?=\p{Lu}\p{Ll})/gu,
    '',
  ],
  [/\btook over from (?=\p{Lu})/gu, 'succeeded '],
  [
    /^(\p{Lu}[\p{L}.’' -]{2,40}) (is|was) (an? [^.;]{3,120}?),? whose (?=(?:\w+ ){0,2}(?:books|novels|works|plays|films|albums|compositions|publications|poems|operas|collections) (?:include|included|are|were)\b)/gu,
    '$1 $2 $3; $1’s ',
  ],
  [
    /^(?:Among|Amongst|Counted among) (the|its|his|her|\p{Lu}[\p{L} .’-]{2,40}[’']s?) ((?:\w+ ){0,3}?(?:alumni|alumnae|graduates|students|laureates|winners|recipients|members|presidents|directors|conductors|editors|mayors|rectors|principals|works|books|novels|plays|poems|operas|films|compositions|songs|publications|writings|paintings|albums)(?: (?:of|by|from) [^,]{2,60}?)?) (?:are|were|is|was) /u,
    '$1 $2 include ',
  ],
  [
    /^(?:The|His|Her) ((?:\w+ )?(?:works|books|novels|plays|poems|operas|films|compositions|songs|publications|writings|paintings|albums)) (?:of|by) (\p{Lu}[\p{L}.’ -]{2,40}?) (include[sd]?|comprise[sd]?) /u,
    '$2’s $1 include ',
  ],
  [
    /^the ((?:\w+ )?(?:works|books|novels|plays|poems|operas|films|compositions|songs|publications|writings|paintings|albums)) (?:of|by) (\p{Lu}[\p{L}.’ -]{2,40}?) (include[sd]?|comprise[sd]?) /u,
    '$2’s $1 include ',
  ],
  ...lifeWordings,
  ...postWordings,
  ...bodyWordings,
  ...personWordings,
]

/** The text with common wordings in the words of simple verbs. */
export function plainWording(text: string): string {
  return wordings
    .reduce((said, [pattern, plain]) => said.replace(pattern, plain), nameOffices(unfoldBrackets(text)))
    .replace(/ (?:by|in)(?=, )/, '')
    .replace(/ in (?=in \d{4}, )/, ' ')
}
