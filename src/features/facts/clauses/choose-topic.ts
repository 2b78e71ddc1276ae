import type { Mention } from '../fact.ts'
import { fold } from '../people.ts'
import { headingName, isPersonName, type NameMemory } from './name-memory.ts'
import type { ParsedSentence } from './parse-phrases.ts'

/** "A is a company", "A (1850–1920) was", "A was born". */
export function isDefinition(line: string): boolean {
  return /^(?:the )?⟦n\d+⟧(?: , [^,⟦]{1,40} ,)?(?: \(.*?\))?(?: ,[^,]* ,)? (?:(?:is|was|are|were) (?:an?|the|one of)|was born|was (?:founded|established))(?= )/.test(
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
): void {
  const names = titles.flatMap(title => headingName(title) ?? [])
  const words = new Set(names.flatMap(name => fold(name).split(' ')))
  const isTitle =
    subject !== null &&
    fold(subject.name)
      .split(' ')
      .some(word => word.length > 3 && words.has(word))
  if (subject !== null && (isTitle || isDefinition(parsed.line))) {
    memory.makeTopic(subject)
    return
  }
  const isSpoken = subject === null && /(?:^| )(?:he|she|his|her) /.test(parsed.line)
  const person = names.find(name => isPersonName(name) || (isSpoken && name.includes(' ')))
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
  const found = mention ?? (body === undefined ? null : memory.find(body, 'organisation'))
  if (found !== null) memory.makeTopic(found, 'title')
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
