import { completeOffices, nations, openOffices, soleHeads, soleOffices, vagueBody } from './words.ts'

export type Office = {
  name: string
  /** `past`: no longer held at the time of writing. */
  time: 'present' | 'past'
  isSole: boolean
  /** Whether it is an office of another country or of a state. */
  isElsewhere: boolean
  /** The electorate, for a member of parliament. */
  electorate: string | null
}

const qualifiers =
  'former|then|current|new|present|acting|federal|state|national|previous|ex|late|honou?rable|right|learned|and'
const anyQualifier = `(?:(?:${qualifiers}|Former|Acting|Federal|State|Honou?rable|(?:${nations}))[ -])*`

const notOffice =
  '(?:Mr|Mrs|Ms|Dr|Sir|Senator|Hon|January|February|March|April|May|June|July|August|September|October|November|December)'
const cap = `(?!${notOffice}\\b)\\p{Lu}[\\p{L}\\p{N}]*(?:[’'-][\\p{L}\\p{N}]+)*`
const word = "[\\p{L}\\p{N}]+(?:[’'-][\\p{L}\\p{N}]+)*"
const link = '(?:of|for|the|and|in|on|to|with|at|&)'
const anotherHead = '(?:Minister|Leader|Treasurer|Member|Premier|President|Chair|Speaker|Secretary|Attorney)'
/** The portfolio or body of an office. After a comma another portfolio may follow, but not another office. */
const what = `(?:the |our |its |their )?${cap}(?:(?: ${link}){1,3} ${cap}| ${cap}|, (?!${anotherHead})(?:and )?${cap}){0,10}`
const small = `(?:the )?(?!that|which|who|this|these|those|all|any|its|his|her|my|your|their|our|so|what|former|late|new|old|current|present|previous)\\p{Ll}${word}(?: (?:and )?\\p{Ll}${word}){0,2}`
const preposition = '(?:of|for|to|in|at|on|assisting|representing)'

const longestFirst = (words: readonly string[]) =>
  words.toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))

const alternatives = (words: readonly string[]) =>
  longestFirst(words)
    .map(office => office.replace(/\p{L}/gu, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`))
    .join('|')

/** Matches an office with its portfolio or body, and qualifiers such as "former" before it. */
export const officePattern = `${anyQualifier}(?:(?:${alternatives(completeOffices)})(?: (?:of|in) ${what})?|(?:${alternatives(openOffices)}) ${preposition} (?:${what}|${small}))`

export const electoratePattern = `${anyQualifier}[Mm]ember for (?:the )?${cap}(?: ${cap}){0,3}`

const parts = new RegExp(`^((?:(?:${qualifiers}|${nations})[ -])*)(.*)$`, 'isu')
const nation = new RegExp(`\\b(?:${nations})\\b`, 'i')

/** Parses an office; null for holders who represent another, for the dead, and for unspecific offices ("chairman of the committee"). */
export function readOffice(text: string): Office | null {
  const [, before = '', phrase = ''] = parts.exec(text.trim()) ?? []
  const rest = phrase.trim().replace(/\s+/g, ' ')
  const of = / (?:of|for|to|in|at|on|assisting) (.*)$/.exec(rest)?.[1] ?? ''
  if (rest === '' || /\blate\b/i.test(before) || /\brepresenting\b/i.test(rest)) return null
  if (vagueBody.test(of) && !completeOffices.some(office => office.toLowerCase() === rest.toLowerCase()))
    return null
  const [where] = nation.exec(before) ?? []
  const level = /\b(federal|state|national)\b/i.exec(before)?.[1]?.toLowerCase()
  const isActing = /\bacting\b/i.test(before)
  const head = headed(rest)
  const isOne =
    soleOffices.test(head) || (soleHeads.test(rest) && / (?:of|for) /.test(rest) && /\p{Lu}/u.test(of))
  const lead = [where, level && level[0]?.toUpperCase() + level.slice(1), isActing ? 'Acting' : undefined]
  return {
    name: [...lead.filter(part => part !== undefined && part !== ''), head].join(' '),
    time: /\b(?:former|then|previous|ex)\b/i.test(before) ? 'past' : 'present',
    isSole: isOne && !isActing,
    isElsewhere: where !== undefined || level === 'state',
    electorate: /^member for (?:the )?(.+)$/iu.exec(rest)?.[1] ?? null,
  }
}

/** "minister for health" and "Minister for Health" are one office: the head begins with a capital. */
function headed(office: string): string {
  const known = longestFirst([...completeOffices, ...openOffices]).find(one =>
    office.toLowerCase().startsWith(one.toLowerCase()),
  )
  return known === undefined ? office : known + office.slice(known.length)
}

const heads = alternatives([...completeOffices, ...openOffices, 'Manager'])
const anotherOffice = new RegExp(
  `(?:, (?:and )?| and )(?=(?:the )?(?:[\\p{Lu}][\\p{L}’'-]+ ){0,2}(?:${heads})\\b(?! (?:Office|Fund)))`,
  'u',
)
const isOffice = new RegExp(`^(?:[\\p{L}’'-]+ ){0,3}(?:${heads})(?:$| )`, 'u')

/** Splits several offices: "Minister for Finance and Leader of the Government in the Senate". */
export function splitOffices(text: string): string[] {
  return text
    .split(anotherOffice)
    .map(part => part.replace(/^the /, '').trim())
    .filter(part => isOffice.test(part) && !/^(?:The|Mr|Madam|Mrs) /.test(part))
}

/** Senators' leaders are named without "in the Senate": adds it. */
export function inTheSenate(office: string): string {
  return /^(?:Deputy )?Leader of the (?:Opposition|Government)$/.test(office)
    ? `${office} in the Senate`
    : office
}
