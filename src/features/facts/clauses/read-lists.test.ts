import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsIn } from '../test/facts-in.ts'

const texts: readonly (readonly [promise: string, text: string, facts: readonly string[]])[] = [
  [
    'items under a heading for works are written by whom the text is about',
    '# Jane Holm\n\nJane Holm is a novelist.\n\n## Novels\n\n- The Salt Road (1987)\n- *A Winter in Lund*, 1991\n- 1995 – Glass\n- Six Voices (ed., 1999)',
    [
      'Jane Holm | AUTHORED | A Winter in Lund | 1991-01-01 | -',
      'Jane Holm | AUTHORED | Glass | 1995-01-01 | -',
      'Jane Holm | AUTHORED | Salt Road | 1987-01-01 | -',
    ],
  ],
  [
    'items under a heading for awards were received, nominations were not',
    '# Jane Holm\n\nJane Holm is a novelist.\n\n## Awards\n\n- 1988: Lagerlof Prize\n- Strand Award (1990)\n- 1994: Nordic Prize (nominated)',
    [
      'Jane Holm | RECEIVED | Lagerlof Prize | 1988-01-01 | -',
      'Jane Holm | RECEIVED | Strand Award | 1990-01-01 | -',
    ],
  ],
  [
    'a table of facts is about whom the text is about',
    '# Karl Voss\n\nKarl Voss was a chemist.\n\n| Born | 4 March 1925 Leiden |\n|---|---|\n| Awards | Davy Medal (1977), Royal Medal (1984) |',
    [
      'Karl Voss | BORN_IN | 4 March 1925 | 1925-03-04 | -',
      'Karl Voss | BORN_IN | Leiden | 1925-03-04 | -',
      'Karl Voss | RECEIVED | Davy Medal | 1977-01-01 | -',
      'Karl Voss | RECEIVED | Royal Medal | 1984-01-01 | -',
    ],
  ],
  [
    'a numbered name is the head of the list below it',
    '# Players\n\n1. Anna Rask\n\n- Low Tide (1960): This album is often praised.\n\n2. Peter Lund\n\n- High Water (1962): An album of duets.',
    [
      'Anna Rask | AUTHORED | Low Tide | 1960-01-01 | -',
      'Peter Lund | AUTHORED | High Water | 1962-01-01 | -',
    ],
  ],
  [
    'a list of titles with publishers and asides gives each title its year',
    '# Anna Rask\n\nAnna Rask is a poet. Her collections of poetry include The Tin House (Graywolf Press, 2005), which was a finalist for a prize; Body of Salt (Chucha Press, 1996); and North (Hill Press, 1990).',
    [
      'Anna Rask | AUTHORED | Body of Salt | 1996-01-01 | -',
      'Anna Rask | AUTHORED | North | 1990-01-01 | -',
      'Anna Rask | AUTHORED | Tin House | 2005-01-01 | -',
    ],
  ],
  [
    'a headword and terms in brackets',
    'Lind, Olof (b. Nov. 27, 1870, Lund, Sweden - d. Dec. 14, 1956, Bergen, Norway), prime minister (1918, 1944-46) and president (1946–56) of Norway.',
    [
      'Olof Lind | BORN_IN | Lund | 1870-11-27 | -',
      'Olof Lind | BORN_IN | Nov. 27, 1870 | 1870-11-27 | -',
      'Olof Lind | DIED_IN | Bergen | 1956-12-14 | -',
      'Olof Lind | DIED_IN | Dec. 14, 1956 | 1956-12-14 | -',
      'Olof Lind | HOLDS_OFFICE | President of Norway | 1946-01-01 | 1956-12-31',
      'Olof Lind | HOLDS_OFFICE | Prime Minister of Norway | 1944-01-01 | 1946-12-31',
    ],
  ],
  [
    'a description without a subject is of the person in the heading',
    '# Rask, Anna\n\nSwedish composer and conductor, born in Lund. She studied at the Oslo Conservatory, graduating in 1945.',
    ['Anna Rask | BORN_IN | Lund | - | -', 'Anna Rask | EDUCATED_AT | Oslo Conservatory | - | 1945-12-31'],
  ],
  [
    'the museum of the title, and a description beside a speaker',
    '# Holm Museum - History\n\nThe museum was founded in 1816. It is open, said Karl Voss, director of the Holm Museum.',
    [
      'Holm Museum | FOUNDED_IN | 1816 | 1816-01-01 | -',
      'Karl Voss | HOLDS_OFFICE | Director of the Holm Museum | - | -',
    ],
  ],
]

for (const [promise, text, facts] of texts)
  test(promise, () => {
    assert.deepEqual(factsIn(text), facts)
  })
