import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsIn } from '../test/facts-in.ts'

/** Sentences of one fact each; the object and dates follow. */
const statements: readonly (readonly [text: string, ...facts: string[]])[] = [
  [
    'Ernst Vogel lost his life in a fire in Lund in 1931.',
    'Ernst Vogel | DIED_IN | 1931 | 1931-01-01 | -',
    'Ernst Vogel | DIED_IN | Lund | 1931-01-01 | -',
  ],
  ['A native of Lund, Ida Holm plays chess.', 'Ida Holm | BORN_IN | Lund | - | -'],
  [
    'Ida Holm took over as chief executive of Orrin Group in 2012.',
    'Ida Holm | HOLDS_OFFICE | Chief Executive of Orrin Group | 2012-01-01 | -',
  ],
  [
    'Orrin Group appointed Ida Holm as chief executive in 2012.',
    'Ida Holm | HOLDS_OFFICE | Chief Executive of Orrin Group | 2012-01-01 | -',
  ],
  ['Lund Mayor Paul Reyes opened the bridge.', 'Paul Reyes | HOLDS_OFFICE | Mayor of Lund | - | -'],
  [
    'As chairman of Orrin Bank, Hugo Rand opposed it.',
    'Hugo Rand | HOLDS_OFFICE | Chairman of Orrin Bank | - | -',
  ],
  [
    'Ida Holm left Orrin in 2009 to join Bexel.',
    'Ida Holm | EMPLOYED_BY | Bexel | 2009-01-01 | -',
    'Ida Holm | EMPLOYED_BY | Orrin | - | 2009-12-31',
  ],
  [
    'Dirk Maas was a footballer who played for Ajax (1973–78) and Everton (1978–81).',
    'Dirk Maas | MEMBER_OF | Ajax | 1973-01-01 | 1978-12-31',
    'Dirk Maas | MEMBER_OF | Everton | 1978-01-01 | 1981-12-31',
  ],
  [
    'Karl Boll met Ida Frey at school. The pair founded Orrin Systems.',
    'Ida Frey | FOUNDED | Orrin Systems | - | -',
    'Karl Boll | FOUNDED | Orrin Systems | - | -',
  ],
  [
    'Karl Boll and Ida Frey met at school. They founded Orrin Systems.',
    'Ida Frey | FOUNDED | Orrin Systems | - | -',
    'Karl Boll | FOUNDED | Orrin Systems | - | -',
  ],
  [
    'Bexel Group snapped up Orrin Systems in 1998.',
    'Bexel Group | ACQUIRED | Orrin Systems | 1998-01-01 | -',
  ],
  ['Orrin Systems operates out of Linz.', 'Orrin Systems | LOCATED_IN | Linz | - | -'],
  [
    'The Erasmus Prize went to Ines Duarte in 1990.',
    'Ines Duarte | RECEIVED | Erasmus Prize | 1990-01-01 | -',
  ],
  ['Ines Duarte, an Erasmus Prize winner, spoke first.', 'Ines Duarte | RECEIVED | Erasmus Prize | - | -'],
  [
    'Ines Duarte’s first novel, Salt Road, appeared in 1991.',
    'Ines Duarte | AUTHORED | Salt Road | 1991-01-01 | -',
  ],
  ['Joel Hart, a Reed College graduate, keeps bees.', 'Joel Hart | EDUCATED_AT | Reed College | - | -'],
  [
    'Anna Berg is survived by her husband, Paul Stein, and two sons, Ole Stein and Nils Stein.',
    'Nils Stein | CHILD_OF | Anna Berg | - | -',
    'Ole Stein | CHILD_OF | Anna Berg | - | -',
    'Paul Stein | MARRIED_TO | Anna Berg | - | -',
  ],
  ['The brothers Ole and Nils Berg ran the farm.', 'Ole Berg | SIBLING_OF | Nils Berg | - | -'],
]

for (const [text, ...facts] of statements)
  test(`“${text.slice(0, 60)}…” states its facts in other words`, () =>
    assert.deepEqual(factsIn(text), facts))

for (const text of [
  'Jan Roth wrote the memoir Coming to My Mind: The Making of a Cook.',
  'The inventor of the loom Sir Karl Dohm, poet Basil Hunt and others met.',
  'Ada Roth retired. They founded Orrin Systems.',
  'Orrin Systems is a supplier of Bexel, based in Linz.',
  'Jan Roth moved as a teenager to Ashby Township.',
  'Jan Roth studied at the “Primary” School in Lund.',
])
  test(`“${text}” is doubtful and states no fact`, () => assert.deepEqual(factsIn(text), []))
