import { callings } from '../words.ts'
import { groupNouns } from './group-nouns.ts'
import { isCommonHeading } from './heading-name.ts'
import { isAbbreviation } from './name-forms.ts'
import { hasLegalForm, isPersonLike, isPersonName, withoutLegalForm } from './name-kinds.ts'
import type { ParsedSentence } from './parse-phrases.ts'

/** What a sentence shows of a name: that it is a person's or an organisation's, or another form of it. */
export type ShownName =
  | { shows: 'full name' | 'person' | 'body'; name: string }
  | { shows: 'short name' | 'abbreviation' | 'other name'; short: string; name: string }

/** What a sentence shows of its names, in the order in which to learn it. */
export function shownNames({ line, phrases }: ParsedSentence): ShownName[] {
  const shown: ShownName[] = []
  const nameAt = (at: string | undefined) => phrases[Number(at)]?.text ?? ''
  for (const { kind, text } of phrases)
    if (kind === 'name' && text.includes(' ') && isPersonName(text))
      shown.push({ shows: 'full name', name: text })
    else if (kind === 'name' && / (?:University|College)$/.test(text))
      shown.push({ shows: 'short name', short: text.replace(/ \S+$/, ''), name: text })
    else if (kind === 'name' && hasLegalForm(text))
      shown.push({ shows: 'short name', short: withoutLegalForm(text), name: text })
  for (const [, long, short] of line.matchAll(/⟦n(\d+)⟧ \( ⟦n(\d+)⟧ [,)]/g))
    if (isAbbreviation(nameAt(short), nameAt(long)))
      shown.push({ shows: 'abbreviation', short: nameAt(short), name: nameAt(long) })
  for (const [, long, short] of line.matchAll(alsoKnown)) {
    const [name, other] = [nameAt(long), nameAt(short)]
    if (!isPersonName(name) || !isPersonLike(other) || !name.includes(' ')) continue
    shown.push({ shows: 'other name', short: other, name })
    // The other surname alone: "Brabourne".
    const surname = other.split(' ').at(-1) ?? ''
    if (other.includes(' ') && !name.includes(surname))
      shown.push({ shows: 'other name', short: surname, name })
  }
  for (const [, at] of line.matchAll(lived)) shown.push({ shows: 'person', name: nameAt(at) })
  for (const [, at] of line.matchAll(definedBody))
    if (!isPersonName(nameAt(at))) shown.push({ shows: 'body', name: nameAt(at) })
  for (const [, at] of line.matchAll(apposedBody))
    if (!isPersonName(nameAt(at))) shown.push({ shows: 'body', name: nameAt(at) })
  for (const [, at] of line.matchAll(described)) shown.push({ shows: 'person', name: nameAt(at) })
  return shown
}

/** The nouns that a sentence gives its names: "the firm A", "A is a company", "A, a bank". */
export function labelsIn({ line, phrases }: ParsedSentence): [noun: string, name: string][] {
  return [...line.matchAll(labelled)].map(([, first, before, after, second]) => [
    first ?? second ?? '',
    (phrases[Number(before ?? after)]?.text ?? '').replace(/^The /, ''),
  ])
}

const labelled = new RegExp(
  `the (?:[a-z-]+ |⟦n\\d+⟧ ){0,3}(${groupNouns}) ⟦n(\\d+)⟧|⟦n(\\d+)⟧ (?:plc )?(?:\\([^()]*\\) )?(?:,|is|was|are|were) (?:an?|the) (?:(?!of|by|for|with|from|who|in)[a-z-]+ |⟦n\\d+⟧ ){0,5}(${groupNouns})(?= |$)`,
  'gu',
)

/** The names in a text that are written like full names. */
export function fullNamesIn(text: string): string[] {
  return [...text.matchAll(fullName)].map(([name]) => name)
}

/**
 * The full names in a text whose surname alone is a subject, which shows that they are persons': "Wilford Simons came … Simons
 * bought".
 */
export function actingNamesIn(text: string): string[] {
  return fullNamesIn(text).filter(name => {
    if (!name.includes(' ') || !isPersonLike(name) || isCommonHeading(name)) return false
    const surname = name.split(' ').at(-1) ?? ''
    const alone = new RegExp(
      `(?<!\\p{Lu}[\\p{L}.’'-]* )(?<!\\p{L})${escaped(surname)} (?:was|had|became|began|died|\\p{Ll}{2,}ed)(?!\\p{L})`,
      'u',
    )
    return alone.test(text) || isLiving(text, name) || isSpeaking(text, name)
  })
}

/** Whether a name does what persons do, and "he" or "she" follows: "Holger Petri sat as an independent until he". */
function isLiving(text: string, name: string): boolean {
  return new RegExp(`(?<![\\p{L}])${escaped(name)}${living}`, 'u').test(text)
}

/** "says Jane Doe", and a name that begins the text and is "she" in the next sentence. */
function isSpeaking(text: string, name: string): boolean {
  return (
    new RegExp(`\\b(?:says|said|asks|recalls|explains|adds|remembers) ${escaped(name)}(?!\\p{L})`, 'u').test(
      text,
    ) ||
    new RegExp(
      `^\\s*${escaped(name)}(?: \\([^()]*\\))?,? [a-z][^.!?]{0,200}[.!?]["”]? (?:["“][^"”]{0,80}["”] )?(?:[Hh]e|[Ss]he|His|Her)\\b`,
      'u',
    ).test(text)
  )
}

/** Whether a text says that a name is a company's, a paper's …: "Nordkustens Tidning is a daily newspaper". */
function isDefinedBody(text: string, name: string): boolean {
  return new RegExp(
    `${escaped(name)}[*_”"]*(?: \\([^()]*\\))? (?:is|was|are|were) (?:an?|the|one of the) [^.;]{0,60}?\\b(?:${groupNouns}|maker|ship|steamer|vessel|town|village|city|newspaper|programme|program|library|language|game|software|tool)\\b`,
    'u',
  ).test(text)
}

const living =
  '(?: \\([^()]*\\))?(?:, who\\b|,? (?:[a-z]+ly )?(?:was (?:born|educated|raised|married|knighted|appointed|elected)|died|married|studied|graduated|attended|taught|wrote|painted|composed|joined|left|became|served|worked|sat|retired|resigned|grew up|moved|returned|spent|succeeded|played|sang|learned|learnt|earned|received|won|edited|spoke|went|took|gave|held|began|met)\\b)[^\\n]{0,200}?\\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\\b'

/** Whether a heading that could be a person's name is one: the text uses the surname, and pronouns of persons. */
export function isPersonIn(text: string, name: string): boolean {
  const surname = name.split(' ').at(-1) ?? ''
  if (!isPersonLike(name) || !name.includes(' ') || isCommonHeading(name)) return false
  return (
    /\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b/.test(text) &&
    (new RegExp(`(?<!\\p{Lu}[\\p{L}.’'-]* )(?<!\\p{L})${escaped(surname)}(?!\\p{L})`, 'u').test(text) ||
      isLiving(text, name)) &&
    !isDefinedBody(text, name)
  )
}

/** "John Ulick Doe (1924–2005), better known as John Ashby, …" */
const alsoKnown =
  /^⟦n(\d+)⟧ (?:\( [^()]* \) )?(?:, )?(?:(?:was|is) )?(?:also |better |best |professionally |commonly |popularly |sometimes |usually |often |widely |more |simply )*(?:known|called|credited|billed)(?: professionally| simply| commonly| mononymously)? (?:as|by the (?:name|stage name|pen name)) ⟦n(\d+)⟧ (?=,|\.|\(|was|is)/g

/** What only persons have: "Jane Doe began her career". */
const lived =
  /⟦n(\d+)⟧ [a-z]+(?: [a-z]+)? (?:his|her) (?:[a-z]+ )?(?:career|studies|life|education|childhood|degree|doctorate|wife|husband|father|mother|parents)/g
/** A trade shows that a name is a person's: "Fritjof Capra is an American physicist". */
const described = new RegExp(
  `⟦n(\\d+)⟧ (?:\\([^()]*\\) )?(?:is|was) (?:an?|the) (?:[a-z-]+ |⟦n\\d+⟧ |-born |, |- ){0,6}(?:${callings.join('|')}|statesman|president|king|queen|professor|nobleman|general|bishop|activist|banker|magnate|designer|director|coach|player|footballer|athlete|theologian|[a-z]+ographer|[a-z]+ologist)\\b`,
  'gu',
)
/** A kind shows that a name is an organisation's or a thing's: "Harlow Glass is a maker of mirrors". */
const definedBody = new RegExp(
  `⟦n(\\d+)⟧ (?:plc )?(?:\\([^()]*\\) )?(?:, (?:[a-z]+ ){0,4}(?:known|called|styled|abbreviated|trading|formerly|officially|also)[^,;]{0,60} , )?(?:is|was|are|were) (?:an?|the|one of the) (?:(?!of|by|for|with|from|who)[a-z-]+ |⟦n\\d+⟧ |, |- ){0,6}(?:${groupNouns}|maker|provider|chain|supplier|distributor|developer of|operator|subsidiary|software|programming language|framework|editor|game|city|town|village)(?= (?:[^a-z]|in|of|at|for|with|that|which|who|whose|based|founded|established|headquartered|formed|from|and|located|serving|by|to|on|written|developed|created)\\b|$| [^a-z])`,
  'gu',
)
/** "Wedgwood, the English pottery firm, was established". */
const apposedBody = new RegExp(
  `⟦n(\\d+)⟧ , (?:an?|the) (?:[a-z-]+ |⟦n\\d+⟧ ){0,4}(?:${groupNouns}|maker|brewer)(?= (?:,|of|in|from|based|with))`,
  'gu',
)
const fullName =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}’'-]+(?: (?:\p{Lu}\.)+| \p{Lu}[\p{L}’'-]+| (?:van|von|de|der|du|da|di|la)){0,3} \p{Lu}[\p{L}’'-]+/gu

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
