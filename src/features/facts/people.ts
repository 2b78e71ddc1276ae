import type { Mention } from './fact.ts'
import { formsOfAddress, givenNames, titles } from './words.ts'

/** A known person: the id is that of the record, if it has one. */
export type KnownPerson = { name: string; id: string | null; electorate: string | null }

/** The people whom names in a document may mean. */
export type Directory = {
  /** Speakers of the day, by folded surname. */
  members: ReadonlyMap<string, readonly KnownPerson[]>
  /** Speakers of those years, by folded name without spaces. */
  names: ReadonlyMap<string, readonly KnownPerson[]>
  memberKeys: ReadonlySet<string>
}

/** Resolves the names of people in one document. */
export type People = {
  /** `asMember`: the context shows that the person is a member of the parliament whose record this is. */
  find(text: string, context: { asMember: boolean; electorate: string | null }): Mention | null
  /** Whether this person spoke on the day. */
  isMember(person: Mention): boolean
  /** A person of this document or year alone, of whom only one name is known. */
  alone(name: string): Mention
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
 * Resolves names by these rules. A full name means the only speaker of those years who has it, else a person of that
 * name. A surname with a title means, for members of parliament, the member for the named electorate; else the only
 * person with that surname whom the document names in full; else the only member of that surname who spoke on the day.
 * Otherwise it is a person of this document alone, or of its year if it has a date: "Mr Smith" of another year may be
 * another person.
 */
export function peopleOf({
  named,
  directory,
  scope,
}: {
  /** Full names in the document; called only when a surname must be resolved. */
  named: () => readonly string[]
  directory: Directory
  /** Separates unresolved names of different documents or years. */
  scope: string
}): People {
  let own: Map<string, Mention[]> | null = null
  const whole = (name: string): Mention => {
    const [known, ...others] = directory.names.get(squeeze(name)) ?? []
    return known && others.length === 0 ? personMention(known.name, known.id) : personMention(name, null)
  }
  return {
    alone: name => ({ key: `person:${fold(name)}|${scope}`, name, label: 'Person' }),
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

/** The id of the record separates namesakes and joins spellings of one name; without it the name is the key. */
export function personMention(name: string, id: string | null): Mention {
  return { key: id === null ? `person:${fold(name)}` : `person:#${id}`, name, label: 'Person' }
}

/** Removes case, accents, punctuation and possessives, for comparison. */
export function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Also removes spaces: "G. J. Evans" equals "G.J. Evans". */
function squeeze(name: string): string {
  return fold(name).replaceAll(' ', '')
}

function sameName(one: string | null, other: string): boolean {
  return one !== null && fold(one) === fold(other)
}

/** The last word of a person's name, with the particles before it. */
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

/** A person's name as written, in its parts. `given` is empty for "Mr Howard". */
type PersonName = { title: string | null; given: string; surname: string }

const part = "\\p{Lu}[\\p{L}]*(?:[’'-]\\p{Lu}?[\\p{L}]+)*"
const particle = '(?:de|van|von|der|den|la|le|du|di|da|al|bin|ben|ten|ter|st|St)'
const initials = '(?:\\p{Lu}\\.[ -]?)+'
const honours = '(?:the )?(?:(?:Rt\\.?|Right) )?Hon(?:\\.|ou?rable)? '
const anyTitle = titles.filter(title => title !== 'Hon').join('|')

/** "Mr. Archie Cameron", "the Hon. John Howard", "Senator Hanson-Young", "Dr Allan Hawke". */
export const titledPattern = `(?:${honours})?(?:(?:${anyTitle})\\.? )(?:(?:${anyTitle})\\.? )?(?:${initials} ?)?(?:${part} ){0,2}(?:${particle} ){0,2}${part}`

/** Matches two or more capitalised words; `parsePerson` decides whether the first is a given name. */
export const plainPattern = `(?:${honours})?${part} (?:${initials} ?)?(?:${part} )?(?:${particle} ){0,2}${part}`

export const personPattern = `(?:${titledPattern}|${plainPattern})`

const withTitle = new RegExp(`^((?:(?:${anyTitle})\\.? )+)(.+)$`, 'u')

/** The parts of a name that can only be a person's; null for anything else. */
export function parsePerson(text: string): PersonName | null {
  const plain = text
    .replace(/^(?:the )?(?:(?:Rt\.?|Right) )?Hon(?:\.|ou?rable)? /i, '')
    .replace(/(?: (?:OAM|AM|AO|AC|MP|MHR|MLA|MLC|MHA|QC|SC|KC|OBE|CBE|MBE|KBE|VC|DSO|MC|Jr|Jnr|Snr))+$/, '')
    .replace(/[’']s$/, '')
    .trim()
  const [, title, rest = plain] = withTitle.exec(plain) ?? []
  if (formsOfAddress.test(rest) || notNames.test(rest)) return null
  const words = rest.trim().split(/\s+/)
  const cut = surnameStart(words)
  const surname = words.slice(cut).join(' ')
  const first = words.slice(0, cut).join(' ')
  if (surname === '' || surname.length < 2) return null
  if (title === undefined && !givenNames.has(words[0] ?? '')) return null
  return {
    title: title === undefined ? null : (title.trim().split(/\s+/).at(-1) ?? '').replace('.', ''),
    given: tidyCase(first),
    surname: tidyCase(surname),
  }
}

/** Parses "ALBANESE, Anthony" and "Albanese, Anthony Norman". */
function parseInverted(text: string): PersonName | null {
  const [, surname, first] = /^([\p{L}’' -]+),\s*([\p{L}.’' -]+)$/u.exec(text.trim()) ?? []
  if (surname === undefined || first === undefined || first.trim() === '') return null
  return { title: null, given: tidyCase(first.trim()), surname: tidyCase(surname.trim()) }
}

export function fullName({ given: first, surname }: PersonName): string {
  return first === '' ? surname : `${first} ${surname}`
}

/** Capitalised words that are not part of a person's name: months, days, institutions, places. */
const notNames =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Bill|Act|Government|Opposition|Party|Committee|Department|Budget|House|Senate|Parliament|Labor|Liberal|Nationals|Greens|Coalition|Commonwealth|Australian|Island|Islands|River|Street|Road|Avenue|Council|University|Hospital|School|Shire|North|South|East|West)\b/

/** The surname is the last word and the particles before it. */
function surnameStart(words: readonly string[]): number {
  let cut = words.length - 1
  while (
    cut > 0 &&
    /^(?:de|van|von|der|den|la|le|du|di|da|al|bin|ben|ten|ter|st)$/.test(words[cut - 1] ?? '')
  )
    cut--
  return Math.max(0, cut)
}

/** Turns "HUME COOK" into "Hume Cook"; "McDONALD" keeps its inner capital. */
function tidyCase(name: string): string {
  return name
    .replace(
      /(?<!\p{L})(?!(?:I{2,3}|I?V|VI{1,3}|I?X|XI{1,3}|XIV)(?!\p{L}))(\p{Lu})(\p{Lu}+)(?!\p{L})/gu,
      (_, first: string, rest: string) => first + rest.toLowerCase(),
    )
    .replace(
      /\b(Mc|Mac|O[’'])(\p{Lu})(\p{Lu}+)\b/gu,
      // biome-ignore lint/complexity/useMaxParams: String.replace passes the groups as arguments.
      (_, lead: string, first: string, rest: string) => lead + first + rest.toLowerCase(),
    )
    .replace(/(\p{Lu}\.)\s+(?=\p{Lu}\.)/gu, '$1')
}
