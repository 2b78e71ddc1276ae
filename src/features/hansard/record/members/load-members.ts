import type { RawSource } from '../../../../core/model/source.ts'
import { decodeText } from '../../../../core/text/decode-text.ts'
import { readDelimited, sniffDelimiter } from '../../../../core/text/read-delimited.ts'
import { nameWords } from './match-name.ts'
import { type DirectoryTable, type MemberDirectory, memberDirectory } from './member-directory.ts'
import { partyName } from './party-names.ts'
import { type PersonGatherer, personGatherer } from './person-gatherer.ts'
import { stateCode } from './states.ts'

export type LoadedMembers = { directory: MemberDirectory; warnings: string[] }

type MemberTables = { table: DirectoryTable; warnings: string[] }

type TableRow = { get(...columns: string[]): string }

type TableKind = {
  fits(columns: ReadonlySet<string>): boolean
  gather(row: TableRow, people: PersonGatherer): void
}

type Rows = { columns: ReadonlySet<string>; rows: TableRow[] }

/**
 * Builds the directory that an import uses. It is empty without tables: then party and seat come from the record alone.
 */
export function loadMembers(files: readonly RawSource[]): LoadedMembers {
  const { table, warnings } = readMemberTables(files)
  return { directory: memberDirectory(table), warnings }
}

/**
 * Reads tables of members as public data sets publish them. The header tells what a table contains. Several tables are
 * joined by the parliament's id, else by the full name.
 */
export function readMemberTables(files: readonly RawSource[]): MemberTables {
  const gatherer = personGatherer()
  const warnings: string[] = []
  // Tables of names come first, in whatever order the files are given: the others refer to them.
  const tables = files.map(file => ({ file, rows: readRows(file) }))
  const ranked = tables
    .map(({ file, rows }) => ({ file, rows, rank: tableKinds.findIndex(kind => kind.fits(rows.columns)) }))
    .toSorted((one, other) => one.rank - other.rank)
  for (const { file, rows, rank } of ranked) {
    const kind = tableKinds[rank]
    if (kind === undefined)
      warnings.push(`${file.name} is not a known kind of member table; it was left out.`)
    else gather(kind.gather, rows, gatherer)
  }
  return { table: gatherer.finish(), warnings }
}

function gather(
  take: (row: TableRow, gatherer: PersonGatherer) => void,
  { rows }: Rows,
  gatherer: PersonGatherer,
): void {
  for (const row of rows) take(row, gatherer)
}

function readRows(file: RawSource): Rows {
  const { text } = decodeText(file)
  const [header = [], ...lines] = [...readDelimited(text, sniffDelimiter(text))]
  const columns = new Map(header.map((name, at) => [columnKey(name), at]))
  const rows = lines.map(cells => ({
    get: (...names: string[]) => {
      for (const name of names) {
        const value = cells[columns.get(name) ?? -1]?.trim() ?? ''
        if (value !== '' && value !== 'NA') return value
      }
      return ''
    },
  }))
  return { columns: new Set(columns.keys()), rows }
}

function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/** The kinds of table, in the order in which they are read: tables that name people come first. */
const tableKinds: readonly TableKind[] = [
  {
    fits: columns => columns.has('displayname') && columns.has('surname') && columns.has('form'),
    gather: (row, people) => {
      const surname = row.get('surname')
      const [, given = row.get('commonname', 'firstname')] = row.get('displayname').split(',')
      // A display name may be reversed: the half that is not the surname is the given name.
      const isTurned = nameWords(given).join(' ') === nameWords(surname).join(' ')
      const name = `${isTurned ? row.get('commonname', 'firstname') : given} ${surname}`
      const person = people.named({ key: row.get('uniqueid'), id: row.get('nameid', 'phid'), name })
      if (person === null) return
      people.name(person, name, surname)
      people.alias(person, `${row.get('firstname')} ${surname}`)
      people.alias(person, `${row.get('firstname')} ${row.get('commonname')} ${surname}`)
      const party = partyName(row.get('party'), '')
      if (party !== null) people.termParty(person, { party, from: '', to: '' })
    },
  },
  {
    fits: columns => columns.has('personcount') && columns.has('aphid'),
    gather: (row, people) => {
      const name = withoutRemarks(row.get('name'))
      const count = row.get('personcount')
      if (name === '' || !/^\d+$/.test(count)) return
      const key = `OA${count}`
      const person = people.byFullName(name) ?? people.named({ key, id: row.get('aphid'), name })
      if (person === null) return
      people.alsoKnownAs(person, row.get('aphid'))
      people.name(person, name, name.split(' ').at(-1) ?? name)
      people.alias(person, withoutRemarks(row.get('altname')))
    },
  },
  {
    fits: columns => columns.has('membercount') && columns.has('dateofelection'),
    gather: gatherTerm,
  },
  {
    fits: columns =>
      (columns.has('memberfrom') && columns.has('electorate')) ||
      (columns.has('mpfrom') && columns.has('division')),
    gather: (row, people) => {
      const person = people.known({ key: row.get('uniqueid'), id: row.get('nameid', 'phid') })
      const place = row.get('electorate', 'division')
      if (person === null || place === '') return
      const from = isoDate(row.get('memberfrom', 'mpfrom'))
      const to = isoDate(row.get('memberto', 'mpto'))
      people.seat(person, { chamber: 'House of Representatives', place, from, to })
    },
  },
  {
    fits: columns => columns.has('senatorfrom') && columns.has('stateabbrev'),
    gather: (row, people) => {
      const person = people.known({ key: row.get('uniqueid'), id: row.get('nameid', 'phid') })
      const place = stateCode(row.get('stateabbrev'))
      if (person === null || place === null) return
      const from = isoDate(row.get('senatorfrom'))
      people.seat(person, { chamber: 'Senate', place, from, to: isoDate(row.get('senatorto')) })
    },
  },
  {
    fits: columns => columns.has('partyabbrev') && columns.has('partyfrom'),
    gather: (row, people) => {
      const person = people.known({ key: row.get('uniqueid'), id: row.get('nameid', 'phid') })
      const from = isoDate(row.get('partyfrom'))
      const to = isoDate(row.get('partyto'))
      const party = partyName(row.get('partyname', 'partyabbrev'), from)
      if (person === null || party === null) return
      people.party(person, wasOnlyRenamed(party, from) ? { party, from: '', to: '' } : { party, from, to })
    },
  },
  {
    fits: columns => columns.has('role') && columns.has('xmlnamepattern'),
    gather: (row, people) => {
      const from = isoDate(row.get('fromdate'))
      if (from === '') return
      // Ids in these tables are not the parliament's, so the name is used.
      const person = people.byFullName(
        withoutRemarks(row.get('fullname').replace(/^.*Hon\.\s*|^Senator\s*/, '')),
      )
      const office = row.get('role').replaceAll('_', ' ')
      if (person !== null) people.chairIfVacant(person, { office, from, to: isoDate(row.get('todate')) })
    },
  },
]

/** The Country Party was renamed in 1975 and in 1982: its members did not change parties then. */
function wasOnlyRenamed(party: string, from: string): boolean {
  if (party === 'National') return from.startsWith('1982-10')
  return party === 'Country Party' || party === 'National Country Party'
}

/** Offices that the tables have in the party column. */
const offices = new Map([
  ['SPK', 'SPEAKER'],
  ['CWM', 'DEPUTY SPEAKER'],
  ['PRES', 'PRESIDENT'],
  ['DPRES', 'DEPUTY PRESIDENT'],
])

/**
 * One term: a seat, and the party at its end. The party is exact for the whole term when a change of party began or
 * ended it.
 */
function gatherTerm(row: TableRow, people: PersonGatherer): void {
  const person = people.byFullName(withoutRemarks(row.get('name')))
  if (person === null) return
  const from = isoDate(row.get('dateofelection'))
  const to = isoDate(row.get('dateceasedtobeamember'))
  const code = row.get('mostrecentparty')
  const state = stateCode(row.get('stateterritory'))
  const division = row.get('division')
  if (division !== '') people.seat(person, { chamber: 'House of Representatives', place: division, from, to })
  else if (state !== null) people.seat(person, { chamber: 'Senate', place: state, from, to })
  if (division !== '' && state !== null) people.division(division, state)
  const office = offices.get(code)
  if (office !== undefined) people.chair(person, { office, from, to })
  const party = partyName(code, from)
  const isExact = [row.get('typeofelection'), row.get('reason')].includes('changed_party')
  if (party !== null && isExact) people.changedParty(person, { party, from, to })
  else if (party !== null) people.termParty(person, { party, from, to })
}

/** "1994-03-26", "26.3.1994", "26/03/1994" → ISO; empty when it is no date. */
function isoDate(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) return text.slice(0, 10)
  const found = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text.trim())
  if (found === null) return ''
  const [, day = '', month = '', year = ''] = found
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** "Billy Mackie (later Sir Billy) Snedden", "Ms Anna Elizabeth Burke". */
function withoutRemarks(name: string): string {
  return name
    .replaceAll(/\([^)]*\)/g, ' ')
    .replace(/^(?:Mr|Mrs|Ms|Miss|Dr|Sir|Dame|the Hon\.?)\s+/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
