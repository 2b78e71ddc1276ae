import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseModelCard } from './model-card.ts'

const cases: readonly [name: string, readme: string, expected: ReturnType<typeof parseModelCard>][] = [
  ['one language', '---\nlanguage: en\nlicense: mit\n---\n# A', { languages: ['en'], license: 'mit' }],
  [
    'a list below the key',
    '---\r\ntags:\r\n- x\r\nlanguage:\r\n- de\r\n- "fr"\r\nlicense: apache-2.0\r\n---\r\n',
    { languages: ['de', 'fr'], license: 'apache-2.0' },
  ],
  ['a list on the line', '---\nlanguage: [EN, es]\n---\n', { languages: ['en', 'es'], license: null }],
  [
    'a word that is no code',
    '---\nlanguage:\n- multilingual\n- af\nlicense: mit\n---\n',
    { languages: null, license: 'mit' },
  ],
  ['no header', '# A model\nlanguage: en', { languages: null, license: null }],
  ['a header that does not end', '---\nlanguage: en', { languages: null, license: null }],
]

for (const [name, readme, expected] of cases)
  test(`the card of a model: ${name}`, () => {
    assert.deepEqual(parseModelCard(readme), expected)
  })
