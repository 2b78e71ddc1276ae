import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chamber } from '../../speech.ts'
import { members, source, tables } from '../test/records.ts'
import { loadMembers, readMemberTables } from './load-members.ts'
import { partyName } from './party-names.ts'
import { stateCode } from './states.ts'

const house: Chamber = 'House of Representatives'
const at = (date: string, query: { id?: string; name?: string; chamber?: Chamber; electorate?: string }) =>
  members.find({ id: null, name: null, electorate: null, chamber: house, date, ...query })

test('a member has the party of the day', () => {
  assert.equal(at('2005-02-14', { id: 'ab1' })?.party, 'Liberal')
  assert.equal(at('2007-02-14', { id: 'AB1' })?.party, 'Independent')
})

test('a member has the seat of the day, and the state it lies in', () => {
  assert.deepEqual(at('2005-02-14', { id: 'CD2' }), {
    id: 'CD2',
    name: 'Thomas Finch',
    surname: 'Finch',
    party: 'Labor',
    electorate: 'Bass',
    state: 'TAS',
    chamber: house,
  })
  assert.equal(at('2015-02-14', { id: 'CD2' })?.electorate, null)
})

test('a name is found in every form the record prints', () => {
  for (const name of [
    'Wren, Peg, MP',
    'Mrs WREN',
    'Mrs PEG WREN',
    'Mrs Margaret Wren',
    'Ms MB Wren',
    'Wren Mrs M.',
    'Hon. P. Wren',
    'Wren',
  ])
    assert.equal(at('2005-02-14', { name })?.id, 'AB1', name)
  assert.equal(at('2005-02-14', { name: 'Heron, Sen Bill', chamber: 'Senate' })?.id, 'GH4')
  assert.equal(at('2005-02-14', { name: 'Senator the Hon. W. Heron AO', chamber: 'Senate' })?.id, 'GH4')
})

test('a name that fits two people is nobody unless date, given name or seat decides', () => {
  assert.equal(at('2005-02-14', { name: 'Mr Finch' })?.id, 'CD2')
  assert.equal(at('2015-02-14', { name: 'Ms Finch' })?.id, 'EF3')
  assert.equal(at('2010-08-20', { name: 'Finch' }), null)
  assert.equal(at('2010-08-20', { name: 'Ms ALICE FINCH' })?.id, 'EF3')
  assert.equal(at('2005-02-14', { name: 'Mr Stork' }), null)
  assert.equal(at('2005-02-14', { name: 'Wren', chamber: 'Senate' }), null)
})

test('the chair is found where the tables say who held it', () => {
  assert.equal(members.findChair('SPEAKER', house, '2010-01-01')?.name, 'Peg Wren')
  assert.equal(members.findChair('SPEAKER', house, '2001-01-01'), null)
})

test('a division tells who sat for it at a date', () => {
  assert.equal(members.findSeat('BASS', '2005-02-14')?.id, 'CD2')
  assert.equal(members.findSeat('Bass', '2015-02-14')?.id, 'EF3')
  assert.equal(members.findSeat('Nowhere', '2015-02-14'), null)
})

test('a seat that a table left open ends where another table says it did', () => {
  const open = source('open.csv', 'name_id,electorate,member_from,member_to\nCD2,Bass,1998-10-03,\n')
  const { table } = readMemberTables([open, ...tables.filter(({ name }) => name !== 'electorates.csv')])
  const finch = table.persons.find(({ id }) => id === 'CD2')
  assert.deepEqual(
    finch?.seats.map(({ place, from, to }) => [place, from, to]),
    [['Bass', '1998-10-03', '2010-08-21']],
  )
})

test('two people with one id stay two people', () => {
  const { table } = readMemberTables([
    source(
      'm.csv',
      'unique_id,name_id,surname,first_name,display_name,form1\nA,5A5,Rook,Ann,"Rook, Ann",x\nB,5A5,Jay,Joe,"Jay, Joe",x\n',
    ),
    source(
      'e.csv',
      'unique_id,name_id,electorate,member_from,member_to\nA,5A5,Bass,1980-01-01,\nB,5A5,Lyons,1980-01-01,\n',
    ),
  ])
  assert.deepEqual(
    table.persons.map(({ name, seats }) => [name, seats[0]?.place]),
    [
      ['Ann Rook', 'Bass'],
      ['Joe Jay', 'Lyons'],
    ],
  )
})

test('tables are recognised by their header, in any order, and others are named and left out', () => {
  const { table, warnings } = readMemberTables([...tables.toReversed(), source('other.csv', 'a,b\n1,2\n')])
  assert.equal(table.persons.length, 4)
  assert.deepEqual(warnings, ['other.csv is not a known kind of member table; it was left out.'])
})

test('without tables nobody is known, and with them the first table counts', () => {
  const query = { id: 'R36', name: null, chamber: house, date: '2024-06-25', electorate: null }
  assert.equal(loadMembers([]).directory.find(query), null)
  const { directory } = loadMembers([
    source(
      'm.csv',
      'name_id,surname,first_name,display_name,form1\nR36,Albanese,Anthony,"Albanese, Albo",x\n',
    ),
    source('p.csv', 'name_id,party_abbrev,party_name,party_from,party_to\nR36,IND,Independent,,\n'),
  ])
  assert.equal(directory.find(query)?.name, 'Albo Albanese')
  assert.equal(directory.find(query)?.party, 'Independent')
})

test('parties have the names readers know, at the date that counts', () => {
  for (const [code, date, name] of [
    ['LP', '2005-01-01', 'Liberal'],
    ['Nats', '2016-01-01', 'National'],
    ['AG', '2013-01-01', 'Greens'],
    ['Ind.', '2013-01-01', 'Independent'],
    ['ON', '2025-01-01', 'One Nation'],
    ['NAT', '1917-07-25', 'Nationalist'],
    ['PROT; LP from 1910; NAT from 1917; IND from 1931', '1901-12-13', 'Protectionist'],
    ['PROT; LP from 1910; NAT from 1917; IND from 1931', '1920-01-01', 'Nationalist'],
    ['Teapot Party', '2030-01-01', 'Teapot Party'],
    ['constructor', '2030-01-01', 'constructor'],
    ['N/A', '2005-01-01', null],
    ['', '2005-01-01', null],
  ] as const)
    assert.equal(partyName(code, date), name, code)
})

test('states are recognised in every spelling', () => {
  assert.deepEqual(['Tas.', 'New South Wales', 'QLD', 'Bass', null].map(stateCode), [
    'TAS',
    'NSW',
    'QLD',
    null,
    null,
  ])
})
