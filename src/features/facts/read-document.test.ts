import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../core/model/json.ts'
import { directoryOf, type KnownPerson } from './people.ts'
import { readDocument } from './read-document.ts'

const read = (markdown: string, metadata: JsonObject = {}, members: KnownPerson[] = []) =>
  readDocument({ id: 'd', title: 't', language: 'en', markdown, metadata }, directoryOf(members, []))

/** One fact as "subject RELATION object [from – to]". */
const told = (markdown: string, metadata: JsonObject = {}, members: KnownPerson[] = []): string[] =>
  read(markdown, metadata, members).map(
    ({ subject, relation, object, validAt, invalidAt }) =>
      `${subject.name} ${relation} ${object.name} [${validAt ?? '…'} – ${invalidAt ?? '…'}]`,
  )

const cases: Record<string, string[]> = {
  'The Treasurer (Mr. Chifley) spoke.': ['Mr Chifley HOLDS_OFFICE Treasurer [2010-05-11 – …]'],
  'I ask the Minister for Aviation, Mr Beazley, about it.': [
    'Mr Beazley HOLDS_OFFICE Minister for Aviation [2010-05-11 – …]',
  ],
  'Mr Lewis, the head of ASIO, condemned it.': ['Mr Lewis HOLDS_OFFICE Head of ASIO [2010-05-11 – …]'],
  'The honourable member for Holt (Mr Duffy) spoke.': ['Mr Duffy REPRESENTS Holt [2010-05-11 – …]'],
  'Dr Allan Hawke, a former secretary of the Department of Defence, wrote it.': [
    'Allan Hawke HOLDS_OFFICE Secretary of the Department of Defence [… – 2010-05-11]',
  ],
  'The then Premier of Victoria, Joan Kirner, opened it.': [
    'Joan Kirner HOLDS_OFFICE Premier of Victoria [… – 2010-05-11]',
  ],
  'Jane Doe has been chair of the Reserve Bank since 2004.': [
    'Jane Doe HOLDS_OFFICE Chair of the Reserve Bank [2004-01-01 – …]',
  ],
  'Jane Doe was the chair of the Reserve Bank from 2001 to 2005.': [
    'Jane Doe HOLDS_OFFICE Chair of the Reserve Bank [2001-01-01 – 2005-12-31]',
  ],
  'John Roe was appointed director of the Mint on 9 June 2009.': [
    'John Roe HOLDS_OFFICE Director of the Mint [2009-06-09 – …]',
  ],
  'Ben Chifley succeeded John Curtin as Prime Minister in July 1945.': [
    'Ben Chifley SUCCEEDED John Curtin [1945-07-01 – …]',
    'Ben Chifley HOLDS_OFFICE Prime Minister [1945-07-01 – …]',
    'John Curtin HOLDS_OFFICE Prime Minister [… – 1945-07-01]',
  ],
  'I thank the Minister for Women and Minister for Finance, Senator Gallagher.': [
    'Senator Gallagher HOLDS_OFFICE Minister for Women [2010-05-11 – …]',
    'Senator Gallagher HOLDS_OFFICE Minister for Finance [2010-05-11 – …]',
  ],
  'The Tarragindi Bowls Club was established in 1944.': [
    'Tarragindi Bowls Club FOUNDED_IN 1944 [1944-01-01 – …]',
  ],
  'Hugh McCrindle OAM was born in Sydney in 1928.': [
    'Hugh McCrindle BORN_IN Sydney [1928-01-01 – …]',
    'Hugh McCrindle BORN_IN 1928 [1928-01-01 – …]',
  ],
  'Acme Corporation acquired Roadrunner Industries in 2016.': [
    'Acme Corporation ACQUIRED Roadrunner Industries [2016-01-01 – …]',
  ],
  'Leipzig City is a town in Germany.': [
    'Leipzig City IS_A town [2010-05-11 – …]',
    'Leipzig City LOCATED_IN Germany [2010-05-11 – …]',
  ],
  'Acme Corporation is based in Sydney.': ['Acme Corporation LOCATED_IN Sydney [2010-05-11 – …]'],
  'Mary Major was a member of the Royal Society.': ['Mary Major MEMBER_OF Royal Society [… – 2010-05-11]'],
  'The Saxon weaver Friedrich Gottlob Keller found it.': ['Friedrich Gottlob Keller IS_A weaver [… – …]'],
  'British Prime Minister Tony Blair agreed.': ['Tony Blair HOLDS_OFFICE British Prime Minister [… – …]'],
}

for (const [sentence, facts] of Object.entries(cases))
  test(`“${sentence}” says ${facts.length === 1 ? 'one fact' : `${facts.length} facts`}`, () => {
    assert.deepEqual(told(sentence, { date: '2010-05-11' }), facts)
  })

const refused = [
  'He was the chair of the Reserve Bank.',
  'Was Jane Doe the chair of the Reserve Bank?',
  'Is Jane Doe the chair of the Reserve Bank?',
  'If Jane Doe was the chair of the Reserve Bank, all was well.',
  'It is alleged that Jane Doe was the chair of the Reserve Bank.',
  'They say that Jane Doe was the chair of the Reserve Bank.',
  'Jane Doe was not the chair of the Reserve Bank.',
  'Jane Doe would be the chair of the Reserve Bank.',
  'Jane Doe was the chair of the committee.',
  'Jane Doe was a former director of it.',
  'The Minister representing the Treasurer (Senator Smith) answered.',
  'The wife of the Premier (Mrs Smith) came.',
  'I thank the Treasurer, Mr Speaker, for that.',
  'I thank the Treasurer, Mr Swan and Mr Tanner.',
  'On 26 May 1978 the Minister for Administrative Services (Senator Withers) informed the Senate.',
  'Mr Ralph Clark, a Master of Arts, wrote it.',
  'New Zealand is an island nation.',
  'The late Premier of Victoria, Mr Dunstan, opened it.',
]

for (const sentence of refused)
  test(`“${sentence}” is not taken at its word`, () => {
    assert.deepEqual(told(sentence, { date: '2010-05-11' }), [])
  })

test('a fact rests on its sentence, verbatim', () => {
  const text = 'First.\n\nI saw it. The Treasurer (Mr. Chifley) spoke well of it. So did I.'
  const [fact] = read(text)
  assert.equal(text.slice(fact?.start, fact?.end), 'The Treasurer (Mr. Chifley) spoke well of it.')
})

test('a surname is the one person whom the document names in full; else a person of that year', () => {
  const [full] = told('Wayne Swan came. The Treasurer, Mr Swan, spoke.', { date: '2010-05-11' })
  assert.equal(full, 'Wayne Swan HOLDS_OFFICE Treasurer [2010-05-11 – …]')
  const [two] = told('Wayne Swan and Julia Swan came. The Treasurer, Mr Swan, spoke.', { date: '2010-05-11' })
  assert.equal(two, 'Mr Swan HOLDS_OFFICE Treasurer [2010-05-11 – …]')
  const [one] = read('The Treasurer, Mr Swan, spoke.', { date: '2010-05-11' })
  const [other] = read('The Treasurer, Mr Swan, spoke.', { date: '1910-05-11' })
  assert.notEqual(one?.subject.key, other?.subject.key)
})

const speech = {
  speaker: 'Alma Rivers',
  party: 'Labor',
  chamber: 'House of Representatives',
  electorate: 'Kingston',
  state: 'SA',
  date: '2001-02-06',
  role: 'Minister for Health and Leader of the House',
}

test('the record tells party, electorate, chamber and offices of who speaks, on the day', () => {
  assert.deepEqual(told('Ms RIVERS (Kingston): I move.', speech), [
    'Alma Rivers MEMBER_OF_PARTY Labor [2001-02-06 – …]',
    'Alma Rivers REPRESENTS Kingston [2001-02-06 – …]',
    'Alma Rivers SITS_IN House of Representatives [2001-02-06 – …]',
    'Alma Rivers HOLDS_OFFICE Minister for Health [2001-02-06 – …]',
    'Alma Rivers HOLDS_OFFICE Leader of the House [2001-02-06 – …]',
  ])
})

test('what the record does not know, and chairs that speak for no one, are left out', () => {
  const bare = { ...speech, party: 'Unknown', electorate: null, role: null }
  assert.deepEqual(told('Ms RIVERS: I move.', bare), [
    'Alma Rivers SITS_IN House of Representatives [2001-02-06 – …]',
  ])
  assert.deepEqual(told('The SPEAKER: Order!', { ...bare, speaker: 'The SPEAKER' }), [])
})

test('a member named by surname is the one who spoke that day, by electorate where two share a name', () => {
  const members = [
    { name: 'Kim Beazley', id: 'PE4', electorate: 'Brand' },
    { name: 'Alan Smith', id: null, electorate: 'Swan' },
    { name: 'Warren Smith', id: null, electorate: 'Cook' },
  ]
  const said = (text: string) => told(text, { ...speech, speaker: 'The SPEAKER' }, members)
  assert.deepEqual(said('The Leader of the Opposition (Mr Beazley) spoke.'), [
    'Kim Beazley HOLDS_OFFICE Leader of the Opposition [2001-02-06 – …]',
  ])
  assert.deepEqual(said('The member for Cook (Mr Smith) spoke.'), [
    'Warren Smith REPRESENTS Cook [2001-02-06 – …]',
  ])
  assert.deepEqual(said('The Treasurer (Mr Smith) spoke.'), [
    'Mr Smith HOLDS_OFFICE Treasurer [2001-02-06 – …]',
  ])
  assert.deepEqual(said('The Victorian Minister for Health, Mr Beazley, spoke.'), [
    'Mr Beazley HOLDS_OFFICE Victorian Minister for Health [2001-02-06 – …]',
  ])
})

test('the record’s own id keeps namesakes apart and joins spellings of one name', () => {
  const keys = (metadata: JsonObject, text = 'x') =>
    new Set(read(text, metadata).map(({ subject }) => subject.key))
  const elder = { ...speech, speaker: 'Kim Beazley', speaker_id: 'JF7', date: '1956-09-06' }
  const younger = { ...elder, speaker_id: 'PE4', date: '1998-03-02' }
  assert.deepEqual([...keys(elder), ...keys(younger)], ['person:#JF7', 'person:#PE4'])
  assert.deepEqual(keys({ ...younger, speaker: 'K.C. Beazley' }), keys(younger))
  const namesakes = [
    { name: 'Kim Beazley', id: 'JF7', electorate: null },
    { name: 'Kim Beazley', id: 'PE4', electorate: null },
  ]
  const mentioned = (speakers: KnownPerson[]) =>
    readDocument(
      {
        id: 'd',
        title: 't',
        language: 'en',
        markdown: 'Kim Beazley, the head of ASIO, came.',
        metadata: { date: '1998-03-02' },
      },
      directoryOf([], speakers),
    )[0]?.subject.key
  assert.equal(mentioned(namesakes), 'person:kim beazley')
  assert.equal(mentioned(namesakes.slice(1)), 'person:#PE4')
})

test('a bibliographic record tells authors, venue and year; the text tells what is cited', () => {
  const reference = {
    citekey: 'martin2017clean',
    title: 'Clean Architecture',
    authors: [{ given: 'Robert C.', family: 'Martin', particle: '', suffix: '' }, { literal: 'ACM' }],
    issued: { year: 2017, month: 9, day: null },
    container: 'Journal of Tests',
    doi: '10.1234/clean',
  }
  const text = 'As shown [@evans2003domain], see https://doi.org/10.5555/other and doi:10.1234/clean.'
  assert.deepEqual(told(text, { reference }), [
    'Robert C. Martin AUTHORED Clean Architecture [2017-09-01 – …]',
    'ACM AUTHORED Clean Architecture [2017-09-01 – …]',
    'Clean Architecture PUBLISHED_IN Journal of Tests [2017-09-01 – …]',
    'Clean Architecture PUBLISHED_IN 2017 [2017-09-01 – …]',
    'Clean Architecture CITES doi:10.5555/other [2017-09-01 – …]',
    'Clean Architecture CITES evans2003domain [2017-09-01 – …]',
  ])
})

test('a text in another language is read for its metadata only', () => {
  const found = readDocument({
    id: 'd',
    title: 't',
    language: 'de',
    markdown: 'The Treasurer (Mr. Chifley) spoke.',
    metadata: {},
  })
  assert.deepEqual(found, [])
})
