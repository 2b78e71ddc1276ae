import type { Chamber } from '../../speech.ts'
import { fitsName, nameWords, parseName } from './match-name.ts'
import { partyAt } from './party-names.ts'
import { covers, currentOf, type Person } from './person.ts'
import { divisionKey, formerDivisions, stateCode } from './states.ts'

/** A member of parliament as at a date. */
export type Member = {
  /** The parliament's id (`R36`), as in the record. */
  id: string
  /** "Anthony Albanese". */
  name: string
  surname: string
  party: string | null
  /** Null for senators, and when the person held no seat at the date. */
  electorate: string | null
  /** Code of the state or territory. */
  state: string | null
  chamber: Chamber | null
}

export type MemberQuery = {
  id: string | null
  /**
   * In any form that the record prints: "Senator CHRIS EVANS", "Evans, Sen Christopher", "Ms AE Burke", "Mr Albanese".
   */
  name: string | null
  chamber: Chamber
  date: string
  electorate: string | null
}

/** Members of parliament with their seats, parties and offices over time. */
export interface MemberDirectory {
  /** Number of people in it. */
  readonly size: number
  /**
   * Finds a person by id, else by name: then the name must match exactly one person who sat in that chamber at the
   * date. Null when nobody or more than one person matches.
   */
  find(query: MemberQuery): Member | null
  /** Who held an office of the chair ("SPEAKER", "DEPUTY PRESIDENT") at a date; null when the tables do not have it. */
  findChair(office: string, chamber: Chamber, date: string): Member | null
  /** Who held the seat of a division of the House at a date. */
  findSeat(electorate: string, date: string): Member | null
  /** The state of a division of the House, also of a former one. */
  stateOf(electorate: string): string | null
}

export type DirectoryTable = { persons: readonly Person[]; divisions: ReadonlyMap<string, string> }

/** A directory over tables in memory. Looks in the first table first, and fills gaps from the next ones. */
export function memberDirectory(...tables: readonly DirectoryTable[]): MemberDirectory {
  const layers = tables.map(table => layerOf(table))
  const divisions = new Map(
    [formerDivisions, ...tables.toReversed().map(table => table.divisions)].flatMap(map => [...map]),
  )
  const stateOf = (electorate: string) => divisions.get(divisionKey(electorate)) ?? null
  const merged = (found: readonly (Member | null)[]): Member | null => {
    const members = found.filter(member => member !== null)
    const [first, ...others] = members
    if (first === undefined) return null
    const same = others.filter(({ id }) => id === first.id)
    const seat = [first, ...same].find(({ chamber }) => chamber !== null) ?? first
    const { electorate, chamber } = seat
    return {
      ...first,
      party: members.find(({ id, party }) => id === first.id && party !== null)?.party ?? null,
      electorate,
      chamber,
      state: electorate === null ? seat.state : stateOf(electorate),
    }
  }
  return {
    size: new Set(layers.flatMap(layer => layer.ids())).size,
    stateOf,
    find: query => merged(layers.map(layer => layer.find(query))),
    findSeat: (electorate, date) => merged(layers.map(layer => layer.findSeat(electorate, date))),
    findChair: (office, chamber, date) => merged(layers.map(layer => layer.findChair(office, chamber, date))),
  }
}

function layerOf({ persons }: DirectoryTable) {
  const ids = persons.flatMap(person =>
    [person.id, ...person.otherIds].map(id => ({ id: id.toUpperCase(), person })),
  )
  const byId = Map.groupBy(ids, ({ id }) => id)
  const bySurname = Map.groupBy(
    persons.flatMap(person => surnamesOf(person).map(surname => ({ surname, person }))),
    ({ surname }) => surname,
  )
  const seats = persons.flatMap(person => person.seats.map(seat => ({ ...seat, person })))
  const chairs = persons.flatMap(person => person.chairs.map(chair => ({ ...chair, person })))
  const candidates = (name: string): Person[] => {
    const parsed = parseName(name)
    const endings =
      parsed.surname === null
        ? parsed.words.map((_, at) => parsed.words.slice(at).join(''))
        : [parsed.surname]
    const named = endings.flatMap(ending => bySurname.get(ending) ?? []).map(({ person }) => person)
    return [...new Set(named)].filter(person => fitsName(parsed, person))
  }
  return {
    ids: () => [...byId.keys()],
    find: ({ id, name, chamber, date, electorate }: MemberQuery): Member | null => {
      const known = id === null ? [] : (byId.get(id.toUpperCase()) ?? []).map(({ person }) => person)
      // Some ids in the tables belong to two people: take the one who sat at the date.
      const present = known.length < 2 ? known : known.filter(person => sits(person, chamber, date))
      if (present.length === 1 && present[0] !== undefined)
        return memberAt(present[0], { chamber, date, electorate })
      if (name === null) return null
      const sitting = candidates(name).filter(person => sits(person, chamber, date))
      const there = sitting.filter(({ seats }) =>
        seats.some(seat => electorate !== null && isPlace(seat.place, electorate)),
      )
      const fitting = there.length > 0 ? there : sitting
      return fitting.length === 1 && fitting[0] !== undefined
        ? memberAt(fitting[0], { chamber, date, electorate })
        : null
    },
    findSeat: (electorate: string, date: string): Member | null => {
      const chamber = 'House of Representatives'
      const there = seats.filter(seat => seat.chamber === chamber && isPlace(seat.place, electorate))
      const current = currentOf(there, date)
      return current === null ? null : memberAt(current.person, { chamber, date, electorate })
    },
    findChair: (office: string, chamber: Chamber, date: string): Member | null => {
      const current = currentOf(
        chairs.filter(chair => chair.office === office),
        date,
      )
      return current === null ? null : memberAt(current.person, { chamber, date, electorate: null })
    },
  }
}

function surnamesOf({ name, surname, aliases }: Person): string[] {
  const ofAliases = [name, ...aliases].map(alias => nameWords(alias).at(-1) ?? '')
  return [...new Set([nameWords(surname).join(''), ...ofAliases])]
}

/** Members speak on days around an election that the tables date differently. */
const graceDays = 60

function sits({ seats }: Person, chamber: Chamber, date: string): boolean {
  return seats.some(seat => seat.chamber === chamber && covers(widened(seat), date))
}

function widened({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from: shift(from, -graceDays), to: shift(to, graceDays) }
}

function shift(date: string, days: number): string {
  if (date === '') return ''
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? date : new Date(time + days * 86_400_000).toISOString().slice(0, 10)
}

type Moment = { chamber: Chamber; date: string; electorate: string | null }

function memberAt(person: Person, { chamber, date, electorate }: Moment): Member {
  const own = person.seats.filter(seat => seat.chamber === chamber)
  const stated = own.filter(seat => electorate !== null && isPlace(seat.place, electorate))
  const near = own.find(other => covers(widened(other), date))
  const seat = currentOf(stated, date) ?? currentOf(own, date) ?? near ?? null
  const isSenator = seat?.chamber === 'Senate'
  return {
    id: person.id,
    name: person.name,
    surname: person.surname,
    party: partyOf(person, date),
    electorate: seat === null || isSenator ? null : seat.place,
    state: isSenator ? stateCode(seat.place) : null,
    chamber: seat?.chamber ?? null,
  }
}

/** The party at a date. A member in the chair keeps the party they had before. */
function partyOf({ parties, chairs }: Person, date: string): string | null {
  const isInChair = chairs.some(chair => covers(chair, date))
  const before = isInChair
    ? parties.filter(({ from }) => from <= date).map(entry => ({ ...entry, to: '' }))
    : []
  const current = currentOf(parties, date) ?? currentOf(before, date)
  return current === null ? null : partyAt(current.party, date)
}

function isPlace(place: string, electorate: string): boolean {
  return divisionKey(place) === divisionKey(electorate) || (stateCode(electorate) ?? electorate) === place
}
