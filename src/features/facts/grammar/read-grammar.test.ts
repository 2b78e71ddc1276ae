import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsIn } from '../test/facts-in.ts'

const statements: readonly (readonly [text: string, facts: readonly string[]])[] = [
  [
    'Hans Lind, a grocer, was born in Lund, Sweden, the son of Karl Lind, a miller, and his wife Eva Holm.',
    [
      'Eva Holm | MARRIED_TO | Karl Lind | - | -',
      'Hans Lind | BORN_IN | Lund | - | -',
      'Hans Lind | CHILD_OF | Eva Holm | - | -',
      'Hans Lind | CHILD_OF | Karl Lind | - | -',
    ],
  ],
  [
    'Brix, a free mail service founded in 1996 by Jack Moss and Anna Rask, had many users.',
    [
      'Anna Rask | FOUNDED | Brix | 1996-01-01 | -',
      'Brix | FOUNDED_IN | 1996 | 1996-01-01 | -',
      'Jack Moss | FOUNDED | Brix | 1996-01-01 | -',
    ],
  ],
  [
    'Maria Fonseca is the founder and CEO of the Delta Innovation Lab.',
    [
      'Maria Fonseca | FOUNDED | Delta Innovation Lab | - | -',
      'Maria Fonseca | HOLDS_OFFICE | CEO of the Delta Innovation Lab | - | -',
    ],
  ],
  [
    'Ann Lee received her degree from Vassar College, a master’s degree from Cornell University, and her doctorate from Georgetown University.',
    [
      'Ann Lee | EDUCATED_AT | Cornell University | - | -',
      'Ann Lee | EDUCATED_AT | Georgetown University | - | -',
      'Ann Lee | EDUCATED_AT | Vassar College | - | -',
    ],
  ],
  [
    'Olga Brandt joined Orion Steel in 1990. She left Orion Steel in 1995.',
    [
      'Olga Brandt | EMPLOYED_BY | Orion Steel | - | 1995-12-31',
      'Olga Brandt | EMPLOYED_BY | Orion Steel | 1990-01-01 | -',
    ],
  ],
  [
    'Carl Berg was born at Lund, 29th January, 1782; died at Rome, 13th May, 1871.',
    [
      'Carl Berg | BORN_IN | 29th January, 1782 | 1782-01-29 | -',
      'Carl Berg | BORN_IN | Lund | 1782-01-29 | -',
      'Carl Berg | DIED_IN | 13th May, 1871 | 1871-05-13 | -',
      'Carl Berg | DIED_IN | Rome | 1871-05-13 | -',
    ],
  ],
  [
    '# Paul Aster\n\nBorn: June 7, 1848, Paris, France\nDied: May 8, 1903, Lima, Peru',
    [
      'Paul Aster | BORN_IN | June 7, 1848 | 1848-06-07 | -',
      'Paul Aster | BORN_IN | Paris | 1848-06-07 | -',
      'Paul Aster | DIED_IN | Lima | 1903-05-08 | -',
      'Paul Aster | DIED_IN | May 8, 1903 | 1903-05-08 | -',
    ],
  ],
]

for (const [text, facts] of statements)
  test(`“${text.slice(0, 60)}…” states its facts`, () => assert.deepEqual(factsIn(text), facts))

for (const text of [
  'An early version of Fortrand was designed by nobody known. It is based on Algon.',
  'The library is kept by Jane Roe. It was written by John Doe.',
  'The head of Acme Corporation was born in Turin.',
  'Peter Lang was not born in Turin.',
  'Peter Lang was to have been director of the Port Museum.',
  'Acme acquired the name Zeta in 1990.',
])
  test(`“${text}” states no fact`, () => assert.deepEqual(factsIn(text), []))
