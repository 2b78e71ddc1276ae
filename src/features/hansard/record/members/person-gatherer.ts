import { fitsName, nameWords, parseName } from './match-name.ts'
import type { DirectoryTable } from './member-directory.ts'
import { type Affiliation, type Chair, covers, later, type Person, type Seat, without } from './person.ts'
import { divisionKey } from './states.ts'

/** Builds people from tables that each have a part of their data. */
export type PersonGatherer = {
  /**
   * The person of a row, by the parliament's id or the key of the table; a new one when nobody matches. The names must
   * share a word, because some ids and keys belong to two people. Null when the row has neither id nor key.
   */
  named(row: { key: string; id: string; name: string }): Person | null
  /** The person of a row without a name. Null when no earlier row named one. */
  known(row: { key: string; id: string }): Person | null
  /** The person with that full name, else the only one whose names it matches. Null when nobody or several match. */
  byFullName(name: string): Person | null
  /** A further id of the same person. */
  alsoKnownAs(person: Person, id: string): void
  name(person: Person, name: string, surname: string): void
  alias(person: Person, name: string): void
  /** Where two seats in one chamber overlap, the one that was added first wins. */
  seat(person: Person, seat: Seat): void
  party(person: Person, party: Affiliation): void
  /** A party that the person joined or left. Used where the party tables end earlier. */
  changedParty(person: Person, party: Affiliation): void
  /** A party at the end of a term, perhaps not during all of it. */
  termParty(person: Person, party: Affiliation): void
  chair(person: Person, chair: Chair): void
  /** Ignored when another table has a holder of the office at that time. */
  chairIfVacant(person: Person, chair: Chair): void
  division(name: string, state: string): void
  finish(): DirectoryTable
}

export function personGatherer(): PersonGatherer {
  const people: { person: Person; key: string }[] = []
  const byName = new Map<string, Person>()
  const changedParties = new Map<Person, Affiliation[]>()
  const termParties = new Map<Person, Affiliation[]>()
  const divisions = new Map<string, string>()

  /** Whether the person has no id of the parliament yet, only the key of a table. */
  const isStandIn = (person: Person) =>
    people.some(other => other.person === person && person.id === other.key.toUpperCase())
  const addId = (person: Person, id: string) => {
    if (hasId(person, id)) return
    if (isStandIn(person)) person.id = id
    else person.otherIds.push(id)
  }
  const alias = (person: Person, given: string) => {
    const name = tidy(given)
    if (nameWords(name).length < 2) return
    const namesake = byName.get(keyOf(name))
    const isSame = namesake !== undefined && namesake !== person && isStandIn(namesake)
    if (isSame) for (const entry of people) if (entry.person === namesake) entry.person = person
    if (isSame || namesake === undefined) byName.set(keyOf(name), person)
    const known = [person.name, ...person.aliases].map(keyOf)
    if (!known.includes(keyOf(name))) person.aliases.push(name)
  }
  return {
    named: ({ key, id, name }) => {
      const ownId = tableId(id)
      const hasName = ({ person }: { person: Person }) => sharesWord(person, name)
      const found =
        people.find(other => ownId !== null && hasId(other.person, ownId) && hasName(other)) ??
        people.find(
          other =>
            key !== '' && other.key === key && (ownId === null || isStandIn(other.person)) && hasName(other),
        )
      if (found !== undefined && ownId !== null) addId(found.person, ownId)
      if (found !== undefined) return found.person
      if (ownId === null && key === '') return null
      const person = {
        ...noOne,
        id: ownId ?? key.toUpperCase(),
        otherIds: [],
        aliases: [],
        seats: [],
        parties: [],
        chairs: [],
      }
      people.push({ person, key })
      return person
    },
    known: ({ key, id }) => {
      const ownId = tableId(id)
      const byId = people.filter(({ person }) => ownId !== null && hasId(person, ownId))
      if (new Set(byId.map(({ person }) => person)).size === 1) return byId[0]?.person ?? null
      const among = byId.length > 0 ? byId : people
      return among.find(other => key !== '' && other.key === key)?.person ?? null
    },
    byFullName: name => {
      const exact = byName.get(keyOf(name))
      if (exact !== undefined) return exact
      const parsed = parseName(name)
      const fitting = people.filter(({ person }) => person.name !== '' && fitsName(parsed, person))
      return fitting.length === 1 ? (fitting[0]?.person ?? null) : null
    },
    alsoKnownAs: (person, id) => {
      const ownId = tableId(id)
      if (ownId !== null) addId(person, ownId)
    },
    name: (person, name, surname) => {
      if (person.name === '') {
        person.name = tidy(name)
        person.surname = tidy(surname)
      }
      alias(person, name)
    },
    alias,
    seat: (person, seat) => {
      const told = person.seats.filter(other => other.chamber === seat.chamber)
      person.seats.push(...told.reduce((rest, other) => rest.flatMap(part => without(part, other)), [seat]))
    },
    party: (person, party) => {
      person.parties.push(party)
    },
    changedParty: (person, party) => {
      changedParties.set(person, [...(changedParties.get(person) ?? []), party])
    },
    termParty: (person, party) => {
      termParties.set(person, [...(termParties.get(person) ?? []), party])
    },
    chair: (person, chair) => {
      person.chairs.push(chair)
    },
    chairIfVacant: (person, chair) => {
      const held = people.flatMap(({ person: other }) => other.chairs)
      const isHeld = held.some(other => other.office === chair.office && covers(other, chair.from))
      if (!isHeld) person.chairs.push(chair)
    },
    division: (name, state) => {
      const key = divisionKey(name)
      if (!divisions.has(key)) divisions.set(key, state)
    },
    finish: () => {
      const persons = [...new Set(people.map(({ person }) => person))].filter(({ name }) => name !== '')
      for (const person of persons)
        person.parties = settleParties(
          person.parties,
          changedParties.get(person) ?? [],
          termParties.get(person) ?? [],
        )
      return { persons: persons.toSorted(byIdAndName), divisions }
    },
  }
}

const noOne = { name: '', surname: '' }

function hasId({ id, otherIds }: Person, wanted: string): boolean {
  return id === wanted || otherIds.includes(wanted)
}

function sharesWord({ name, aliases }: Person, other: string): boolean {
  const words = new Set(nameWords(other))
  return [name, ...aliases].some(own => nameWords(own).some(word => words.has(word)))
}

/** Party tables, then changes after their last date; parties of terms only when none of these has a date. */
function settleParties(
  parties: readonly Affiliation[],
  changed: readonly Affiliation[],
  ofTerms: readonly Affiliation[],
): Affiliation[] {
  const last = parties.flatMap(({ from, to }) => [from, to]).reduce(later, '')
  const known = [...parties, ...changed.filter(({ from }) => from >= last)]
  const isDated = known.some(({ from, to }) => from !== '' || to !== '')
  const all = isDated ? known : [...known, ...ofTerms]
  return [...new Map(all.map(entry => [`${entry.party} ${entry.from} ${entry.to}`, entry])).values()]
}

function byIdAndName(one: Person, other: Person): number {
  return `${one.id} ${one.name}` < `${other.id} ${other.name}` ? -1 : 1
}

function keyOf(name: string): string {
  return nameWords(name).join(' ')
}

function tidy(name: string): string {
  return name
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/,?\s*\b(?:MP|Senator)\b/g, ' ')
    .replaceAll(/[\t;:|\n,]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/**
 * The parliament's id in a table cell; null when it is not one. Restores ids such as `8E4`, which spreadsheets turn into
 * numbers and write as 80000 or 8.00E+04.
 */
export function tableId(text: string): string | null {
  const id = text.trim().toUpperCase()
  const scientific = /^(\d)(?:\.0+)?E\+0*(\d)$/.exec(id)
  if (scientific !== null) return `${scientific[1]}E${scientific[2]}`
  if (/^1000[01]?$/.test(id) || !/^[0-9A-Z]{2,8}$/.test(id)) return null
  const rounded = /^([2-9])(0{4,})$/.exec(id)
  return rounded === null ? id : `${rounded[1]}E${rounded[2]?.length}`
}
