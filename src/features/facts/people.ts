import type { Mention } from './fact.ts'
import { fullName, type PersonName, parseInverted, parsePerson } from './person-name.ts'

/** Someone known by name; by the record's own id where it has one, and by electorate. */
export type KnownPerson = { name: string; id: string | null; electorate: string | null }

/** Those whom names in a document may mean. */
export type Directory = {
  /** Who spoke on the day, by folded surname. */
  members: ReadonlyMap<string, readonly KnownPerson[]>
  /** Who spoke in those years, by folded name without spaces. */
  names: ReadonlyMap<string, readonly KnownPerson[]>
  memberKeys: ReadonlySet<string>
}

/** Who is meant by a name in one document. */
export type People = {
  /** `asMember`: the words around it make the person a member of the parliament whose record this is. */
  find(text: string, context: { asMember: boolean; electorate: string | null }): Mention | null
  /** Whether this person spoke on the day. */
  isMember(person: Mention): boolean
}

export function directoryOf(members: readonly KnownPerson[], speakers: readonly KnownPerson[]): Directory {
  return {
    members: Map.groupBy(distinct(members), ({ name }) => fold(surnameIn(name))),
    names: Map.groupBy(distinct([...members, ...speakers]), ({ name }) => squeeze(name)),
    memberKeys: new Set(members.map(person => personMention(person.name, person.id).key)),
  }
}

export const nobody: Directory = directoryOf([], [])

/**
 * Names of one document become persons by these rules. A full name is the one speaker of those years who has it, else
 * itself. A surname with a title is, for members of parliament, the member for the electorate named or the one who spoke
 * on the day; else the one person with that surname whom the document names in full. Otherwise it stays a person of this
 * document alone, or of its year where it has a date: "Mr Smith" of another year may be another man.
 */
export function peopleOf({
  named,
  directory,
  scope,
}: {
  /** Full names in the document itself; asked for only when a name needs them. */
  named: () => readonly string[]
  directory: Directory
  /** What unresolved names are kept apart by. */
  scope: string
}): People {
  let own: Map<string, Mention[]> | null = null
  const whole = (name: string): Mention => {
    const [known, ...others] = directory.names.get(squeeze(name)) ?? []
    return known && others.length === 0 ? personMention(known.name, known.id) : personMention(name, null)
  }
  return {
    isMember: person => directory.memberKeys.has(person.key),
    find(text, { asMember, electorate }) {
      const person = parsePerson(text) ?? parseInverted(text)
      if (person === null) return null
      if (person.given !== '') return whole(fullName(person))
      const surname = fold(person.surname)
      const spoke = asMember ? (directory.members.get(surname) ?? []) : []
      const local = spoke.find(known => electorate !== null && sameName(known.electorate, electorate))
      if (local) return personMention(local.name, local.id)
      own ??= Map.groupBy(distinctKeys(named().map(whole)), ({ name }) => fold(surnameIn(name)))
      const inText = own.get(surname) ?? []
      if (inText.length === 1 && inText[0]) return inText[0]
      const [only, ...others] = spoke
      if (only && others.length === 0 && (electorate === null || only.electorate === null))
        return personMention(only.name, only.id)
      return {
        key: `person:${surname}|${scope}`,
        name: person.title === null ? person.surname : `${person.title} ${person.surname}`,
        label: 'Person',
      }
    },
  }
}

/** The record's own id tells namesakes apart and joins spellings of one name; without it a name is all there is. */
export function personMention(name: string, id: string | null): Mention {
  return { key: id === null ? `person:${fold(name)}` : `person:#${id}`, name, label: 'Person' }
}

/** Compared without case, accents, punctuation and possessives. */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** "G. J. Evans" is "G.J. Evans". */
function squeeze(name: string): string {
  return fold(name).replaceAll(' ', '')
}

function sameName(one: string | null, other: string): boolean {
  return one !== null && fold(one) === fold(other)
}

/** The last word of a name that is known to be a person's, with the particles before it. */
function surnameIn(name: string): string {
  const parsed: PersonName | null = parsePerson(name)
  return parsed?.surname ?? name.trim().split(/\s+/).at(-1) ?? ''
}

function distinct(people: readonly KnownPerson[]): KnownPerson[] {
  const found = new Map<string, KnownPerson>()
  for (const person of people) {
    const key = `${personMention(person.name, person.id).key}|${squeeze(person.name)}`
    if (!found.has(key)) found.set(key, person)
  }
  return [...found.values()]
}

function distinctKeys(mentions: readonly Mention[]): Mention[] {
  return [...new Map(mentions.map(mention => [mention.key, mention])).values()]
}
