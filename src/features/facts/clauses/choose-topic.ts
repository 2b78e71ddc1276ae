import type { Mention } from '../fact.ts'
import { fold } from '../people.ts'
import { callings } from '../words.ts'
import { groupNouns } from './group-nouns.ts'
import { headingName } from './heading-name.ts'
import { isNationality, isPersonName } from './name-kinds.ts'
import type { NameMemory } from './name-memory.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'

/** "A is a company", "A (1850–1920) was", "A was born". */
export function isDefinition(line: string): boolean {
  return /^(?:the )?⟦n\d+⟧(?: , of ⟦n\d+⟧(?: , ⟦n\d+⟧)? ,| , [^,⟦]{1,40} ,| , (?:[a-z]+ ){0,4}(?:known|called|styled|abbreviated|trading|formerly|officially|also)[^,;]{0,60} ,)?(?: \(.*?\))?(?: ,[^,]* ,)? (?:(?:is|was|are|were) (?:an?|the|one of)|was born|died|was (?:founded|established))(?= )/.test(
    line,
  )
}

/** A document is about the subject of its first sentence if that defines it or the title names it, else about the name in its title. */
export function chooseTopic(
  {
    parsed,
    subject,
    titles,
    text,
    smallWords,
  }: {
    parsed: ParsedSentence
    subject: Mention | null
    titles: readonly string[]
    text: string
    smallWords: ReadonlySet<string>
  },
  memory: NameMemory,
  only?: 'bare',
): void {
  const isUntold = isBareTrade(parsed) || /^(?:\(|born (?:(?:in|on|at) )?⟦)/.test(parsed.line)
  if (only === 'bare' && !isUntold) return
  const names = titles.flatMap(title => headingName(title) ?? [])
  const words = new Set(names.flatMap(name => fold(name).split(' ')))
  // The name in bold under "Curriculum vitae".
  const bold = titles[2] === undefined ? null : headingName(titles[2])
  const isTitle =
    subject !== null &&
    fold(subject.name)
      .split(' ')
      .some(word => word.length > 3 && words.has(word))
  if (subject !== null && (isTitle || isDefinition(parsed.line))) {
    memory.makeTopic(subject, bold !== null && isTitle ? 'title' : undefined)
    return
  }
  // "French composer, born in Ulm": the title says who.
  const isSpoken = (subject === null && /(?:^| )(?:he|she|his|her) /.test(parsed.line)) || isUntold
  const person = names.find(name => name === bold || isPersonName(name) || (isSpoken && name.includes(' ')))
  const mention = person === undefined ? null : memory.find(person, 'person')
  const body = names.find(
    name =>
      !smallWords.has(name.toLowerCase()) &&
      (isBodyName(name) ||
        text
          .split('\n')
          .some(
            line =>
              !line.startsWith('#') && (hasVerbAfter(line, name) || hasVerbAfter(line, withoutForm(name))),
          )),
  )
  const [own] = names
  const isMeant = own !== undefined && subject === null && isAboutBody(parsed.line, own)
  const isHistory =
    own !== undefined &&
    !isPersonName(own) &&
    !isPlaceName(own) &&
    titles.some(title => /\b[Hh]istory\b|^About /.test(title)) &&
    text.split('\n').some(line => !line.startsWith('#') && line.includes(own))
  const named = body ?? (isMeant || isHistory ? own : undefined)
  const found = mention ?? (named === undefined ? null : memory.find(named, 'organisation'))
  if (found !== null) memory.makeTopic(found, 'title')
}

/** A document whose title is a town is about it: "born in the city". */
export function choosePlace(titles: readonly string[], text: string, memory: NameMemory): void {
  for (const name of titles.flatMap(title => headingName(title) ?? [])) {
    const at = text.indexOf(`${name} is `)
    const isTown =
      at !== -1 &&
      /^[^.]{0,80}\b(?:city|town|village|hamlet|suburb|island|borough|county|municipality)\b/.test(
        text.slice(at),
      )
    if (isPlaceName(name) || isTown) memory.setPlace(name)
  }
}

const trade = new RegExp(
  `^(?:${callings.join('|')}|[a-z]{3,}(?:ist|ian|er|or)|[a-z]+(?:man|woman)|saint|nun|monk|king|queen|general|poet|chef|coach|athlete)$`,
)

/** Whether a sentence begins with what somebody is, and has no subject: "French composer and conductor, born in …". */
export function isBareTrade({ phrases, line }: ParsedSentence): boolean {
  const [first, second, third] = phrases.filter(({ text }) => !/^(?:an?|the|and|-born)$/i.test(text))
  if (first === undefined || /^⟦n\d+⟧ (?:was|is|,)/.test(line)) return false
  const words =
    first.kind === 'name' && isNationality(first.text)
      ? [second, third]
      : first.kind === 'word'
        ? [first]
        : []
  const at = words.find(word => word?.kind === 'word' && trade.test(word.text.toLowerCase()))
  if (at === undefined) return false
  const next = phrases[phrases.indexOf(at) + 1]
  return (
    next === undefined ||
    (next.kind === 'word' && /^(?:,|\.|and|who|whose|of|in|at|;|known|best|noted|-|\()$/.test(next.text))
  )
}

/** "The museum was founded", "This pop group was formed": the title says which. */
function isAboutBody(line: string, title: string): boolean {
  const [, noun] =
    new RegExp(`^(?:the|this) (?:[a-z-]+ ){0,3}?(${groupNouns}) (?:was|is|has|began|started)(?= )`).exec(
      line,
    ) ?? []
  return noun !== undefined && !isPersonName(title) && !/ (?:of|and) /.test(title)
}

/** A name with a word for a company, in a title of its own. */
function isBodyName(name: string): boolean {
  return / (?:Corporation|Company|Inc|Ltd|Limited|LLC|GmbH|AG|plc|Corp|Group|Brewery|Airlines|Foundation|Museum|University|Society)\.?$/.test(
    name,
  )
}

function withoutForm(name: string): string {
  return name.replace(/,? (?:Corporation|Company|Inc|Ltd|Limited|LLC|GmbH|AG|plc|Corp|Group)\.?$/, '')
}

function hasVerbAfter(line: string, name: string): boolean {
  const at = line.indexOf(name)
  return (
    at >= 0 && /^(?: \([^()]*\))? (?:is|was|has|had|were|are|\p{Ll}+ed)\b/u.test(line.slice(at + name.length))
  )
}
