import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsIn } from '../test/facts-in.ts'

/** Sentences whose facts need their structure: dates of descriptions, ends of posts, couples, brackets; the facts follow. */
const statements: readonly (readonly [text: string, ...facts: string[]])[] = [
  [
    'Killed by a sniper at Linz in 1918, Edmund Varley is remembered on a plaque.',
    'Edmund Varley | DIED_IN | 1918 | 1918-01-01 | -',
    'Edmund Varley | DIED_IN | Linz | 1918-01-01 | -',
  ],
  [
    'Emmy Vogel (Linz, 23 March 1882 – Lund, 14 April 1935) taught algebra.',
    'Emmy Vogel | BORN_IN | 23 March 1882 | 1882-03-23 | -',
    'Emmy Vogel | BORN_IN | Linz | 1882-03-23 | -',
    'Emmy Vogel | DIED_IN | 14 April 1935 | 1935-04-14 | -',
    'Emmy Vogel | DIED_IN | Lund | 1935-04-14 | -',
  ],
  [
    'Anna Berg, editor of the Leeds Times from 1901 to 1909, wrote it.',
    'Anna Berg | HOLDS_OFFICE | Editor of the Leeds Times | 1901-01-01 | 1909-12-31',
  ],
  [
    'Karl Boll was appointed director of the Leeds Museum in 1950. He held the post until 1962.',
    'Karl Boll | HOLDS_OFFICE | Director of the Leeds Museum | 1950-01-01 | 1962-12-31',
  ],
  [
    'Karl Boll joined Siemens in 1950, where he remained until 1981.',
    'Karl Boll | EMPLOYED_BY | Siemens | 1950-01-01 | 1981-12-31',
  ],
  [
    'In 1954 Ida Stone married Denis Rand. They divorced in 1960.',
    'Ida Stone | MARRIED_TO | Denis Rand | 1954-01-01 | 1960-12-31',
  ],
  [
    'In 1954 Ida Stone married Denis Rand. Their daughters, Ruth and Hilary, live in Lund.',
    'Hilary | CHILD_OF | Denis Rand | - | -',
    'Hilary | CHILD_OF | Ida Stone | - | -',
    'Ida Stone | MARRIED_TO | Denis Rand | 1954-01-01 | -',
    'Ruth | CHILD_OF | Denis Rand | - | -',
    'Ruth | CHILD_OF | Ida Stone | - | -',
  ],
  [
    'Ole Lund became director of the Leeds Museum in 1990. In 1999 the post passed to Anna Holt.',
    'Anna Holt | HOLDS_OFFICE | Director of the Leeds Museum | 1999-01-01 | -',
    'Anna Holt | SUCCEEDED | Ole Lund | 1999-01-01 | -',
    'Ole Lund | HOLDS_OFFICE | Director of the Leeds Museum | 1990-01-01 | -',
  ],
  ['Bexel paid $4 million for Orrin Systems in 2003.', 'Bexel | ACQUIRED | Orrin Systems | 2003-01-01 | -'],
  [
    'Dalton Reed was formed in 1969 by the merger of Dalton Mills and Reed Textiles.',
    'Dalton Mills | MERGED_WITH | Reed Textiles | 1969-01-01 | -',
    'Dalton Reed | FOUNDED_IN | 1969 | 1969-01-01 | -',
  ],
  [
    'The Berlin start-up Orrin was founded by Karl Boll.',
    'Karl Boll | FOUNDED | Orrin | - | -',
    'Orrin | LOCATED_IN | Berlin | - | -',
  ],
  [
    'Winners of the Erasmus Prize include Ida Holm (2001) and Hugo Rand (2005).',
    'Hugo Rand | RECEIVED | Erasmus Prize | 2005-01-01 | -',
    'Ida Holm | RECEIVED | Erasmus Prize | 2001-01-01 | -',
  ],
  [
    'Ida Holm was made a Knight of the Order of St Olav in 1988.',
    'Ida Holm | RECEIVED | Order of St Olav | 1988-01-01 | -',
  ],
  [
    'The Leeds Academy elected Ida Holm, its first woman member, in 1980.',
    'Ida Holm | MEMBER_OF | Leeds Academy | 1980-01-01 | -',
  ],
  ['Salt Road is a 1981 novel by Ines Duarte.', 'Ines Duarte | AUTHORED | Salt Road | 1981-01-01 | -'],
  [
    'Kip Holm (BS, Reed College, 1962; PhD, Yale University, 1965) studies gravitation.',
    'Kip Holm | EDUCATED_AT | Reed College | - | 1962-12-31',
    'Kip Holm | EDUCATED_AT | Yale University | - | 1965-12-31',
  ],
  [
    'Ines Duarte is a poet. She studied at Somerville College, Oxford, where she won the Erasmus Prize.',
    'Ines Duarte | EDUCATED_AT | Somerville College, Oxford | - | -',
    'Ines Duarte | RECEIVED | Erasmus Prize | - | -',
  ],
  [
    'Anna Berg taught at the Murphy School from 1951 until she retired in 1989.',
    'Anna Berg | EMPLOYED_BY | Murphy School | 1951-01-01 | 1989-12-31',
  ],
  [
    'Anna Berg assumed the presidency of the Orrin Society in 1951.',
    'Anna Berg | HOLDS_OFFICE | President of the Orrin Society | 1951-01-01 | -',
  ],
  [
    'Ida Holm leaves two sons, Ole Holm of Lund and Nils Holm of Linz.',
    'Nils Holm | CHILD_OF | Ida Holm | - | -',
    'Ole Holm | CHILD_OF | Ida Holm | - | -',
  ],
  [
    'Directors of the Thal Observatory have been Carl Bosk (1948–61) and Moritz Ganz (since 1980).',
    'Carl Bosk | HOLDS_OFFICE | Director of the Thal Observatory | 1948-01-01 | 1961-12-31',
    'Moritz Ganz | HOLDS_OFFICE | Director of the Thal Observatory | 1980-01-01 | -',
  ],
]

for (const [text, ...facts] of statements)
  test(`“${text.slice(0, 60)}…” states its facts by its structure`, () =>
    assert.deepEqual(factsIn(text), facts.toSorted()))

for (const text of [
  'The minister opened the Leeds Museum in 1990.',
  'Ruth Cole handed over to Paul Reyes for the weather report.',
  'Acme paid $4 million for Super Bowl advertising in 2003.',
  'Karl Boll left Linz for Vienna in 1990.',
  'Karl Boll followed Anna Berg to Paris.',
  'The acquisition of Acme by Bexel was blocked in 2003.',
  'Had she been born in Vienna, Ida Holm would be known.',
  'Karl Boll was sent to Buchenwald in 1942.',
  'Karl Boll described the war in “The Times” in 1990.',
  'Karl Boll enlisted the help of Anna Berg in 1990.',
  'Managers have been Sunniva Aas (August 2013 – January 2014) and Per Lund (2014–2016).',
])
  test(`“${text}” looks like a fact and states none`, () => assert.deepEqual(factsIn(text), []))
