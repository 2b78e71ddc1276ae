import type { Mention } from './fact.ts'
import { given, spokenTo, titles } from './words.ts'

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

/** A person's name as written, in its parts. `given` is empty for "Mr Howard". */
type PersonName = { title: string | null; given: string; surname: string }

const part = "\\p{Lu}[\\p{L}]*(?:[’'-]\\p{Lu}?[\\p{L}]+)*"
const particle = '(?:de|van|von|der|den|la|le|du|di|da|al|bin|ben|ten|ter|st|St)'
const initials = '(?:\\p{Lu}\\.[ -]?)+'
const honours = '(?:the )?(?:(?:Rt\\.?|Right) )?Hon(?:\\.|ou?rable)? '
const anyTitle = titles.filter(title => title !== 'Hon').join('|')

/** "Mr. Archie Cameron", "the Hon. John Howard", "Senator Hanson-Young", "Dr Allan Hawke". */
export const titledPattern = `(?:${honours})?(?:(?:${anyTitle})\\.? )(?:(?:${anyTitle})\\.? )?(?:${initials} ?)?(?:${part} ){0,2}(?:${particle} ){0,2}${part}`

/** Two words or more of which the first is a given name; whether it is one is told by `parsePerson`. */
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
  if (spokenTo.test(rest) || notNames.test(rest)) return null
  const words = rest.trim().split(/\s+/)
  const cut = surnameStart(words)
  const surname = words.slice(cut).join(' ')
  const first = words.slice(0, cut).join(' ')
  if (surname === '' || surname.length < 2) return null
  if (title === undefined && !given.has(words[0] ?? '')) return null
  return {
    title: title === undefined ? null : (title.trim().split(/\s+/).at(-1) ?? '').replace('.', ''),
    given: tidyCase(first),
    surname: tidyCase(surname),
  }
}

/** "ALBANESE, Anthony" and "Albanese, Anthony Norman" are written the other way round. */
function parseInverted(text: string): PersonName | null {
  const [, surname, first] = /^([\p{L}’' -]+),\s*([\p{L}.’' -]+)$/u.exec(text.trim()) ?? []
  if (surname === undefined || first === undefined || first.trim() === '') return null
  return { title: null, given: tidyCase(first.trim()), surname: tidyCase(surname.trim()) }
}

export function fullName({ given: first, surname }: PersonName): string {
  return first === '' ? surname : `${first} ${surname}`
}

/** Words with capitals that are no part of a name: months, days, peoples, ends of sentences. */
const notNames =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Bill|Act|Government|Opposition|Party|Committee|Department|Budget|House|Senate|Parliament|Labor|Liberal|Nationals|Greens|Coalition|Commonwealth|Australian|Island|Islands|River|Street|Road|Avenue|Council|University|Hospital|School|Shire|North|South|East|West)\b/

/** Particles belong to the surname; without them it is the last word. */
function surnameStart(words: readonly string[]): number {
  let cut = words.length - 1
  while (
    cut > 0 &&
    /^(?:de|van|von|der|den|la|le|du|di|da|al|bin|ben|ten|ter|st)$/.test(words[cut - 1] ?? '')
  )
    cut--
  return Math.max(0, cut)
}

/** "HUME COOK" is shouted by the printer, not part of the name; "McDONALD" keeps its inner capital. */
function tidyCase(name: string): string {
  return name
    .replace(
      /(?<!\p{L})(\p{Lu})(\p{Lu}+)(?!\p{L})/gu,
      (_, first: string, rest: string) => first + rest.toLowerCase(),
    )
    .replace(
      /\b(Mc|Mac|O[’'])(\p{Lu})(\p{Lu}+)\b/gu,
      (_, lead: string, first: string, rest: string) => lead + first + rest.toLowerCase(),
    )
    .replace(/(\p{Lu}\.)\s+(?=\p{Lu}\.)/gu, '$1')
}
