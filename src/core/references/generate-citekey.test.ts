import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '../../../test/support/cpu-ms.ts'
import { makeReference, on, people } from '../../../test/support/sample-references.ts'
import type { Reference } from '../model/reference.ts'
import { generateCitekey } from './generate-citekey.ts'

const cases: [promise: string, fields: Partial<Reference>, key: string][] = [
  [
    'author, title, year',
    { authors: people('Martin, Robert'), title: 'Clean Architecture', issued: on(2017) },
    'martinClean2017',
  ],
  [
    'articles are passed over',
    { authors: people('Doe, J.'), title: 'The Turn of the Tide', issued: on(1967) },
    'doeTurn1967',
  ],
  ['particles are left out', { authors: people('van~Gogh, Vincent'), title: 'Letters' }, 'goghLetters'],
  [
    'accents are spelled plainly',
    { authors: people('Ørsted, H.'), title: 'Über Bäume', issued: on(1820) },
    'orstedUber1820',
  ],
  [
    'editors stand in',
    { editors: people('Bunge, Mario'), title: 'Exact Philosophy', issued: on(1973) },
    'bungeExact1973',
  ],
  ['without people the title leads', { title: 'Exact Philosophy', issued: on(1973) }, 'exact1973'],
  [
    'numbers are passed over',
    { authors: people('Apathy, Peter'), title: '§ 1063 ABGB', issued: on(2010) },
    'apathyABGB2010',
  ],
  ['other scripts stay', { authors: people('长孙无忌'), title: '法医学' }, '长孙无忌法医学'],
  ['nothing at all', {}, 'reference'],
]

for (const [promise, fields, key] of cases)
  test(`a key for ${promise}`, () => assert.equal(generateCitekey(makeReference(fields), new Set()), key))

test('a key that is taken gets a letter, then two', () => {
  const reference = makeReference({ title: 'Notes' })
  const taken = new Set<string>()
  const keys = Array.from({ length: 29 }, () => {
    const key = generateCitekey(reference, taken)
    taken.add(key)
    return key
  })
  assert.deepEqual(
    [keys[0], keys[1], keys[2], keys[26], keys[27], keys[28]],
    ['notes', 'notesa', 'notesb', 'notesz', 'notesaa', 'notesab'],
  )
})

test('the first free letter is given, whatever else is taken, and to many of one name quickly', async () => {
  const reference = makeReference({ title: 'Notes' })
  const taken = new Set(['notesb', 'notesd', 'other'])
  const give = () => {
    const key = generateCitekey(reference, taken)
    taken.add(key)
    return key
  }
  assert.deepEqual([give(), give(), give(), give()], ['notes', 'notesa', 'notesc', 'notese'])
  assert.equal(generateCitekey(reference, new Set(['notes'])), 'notesa', 'another set is another question')
  const busyMs = await cpuMs(() => {
    for (let count = 0; count < 20_000; count++) give()
  })
  assert.ok(busyMs < 2_000, 'quadratic work takes minutes')
  assert.equal(taken.size, 20_007)
})
