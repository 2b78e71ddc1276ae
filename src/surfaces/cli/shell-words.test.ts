import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOptions } from '../../core/contract/shell/input-options.ts'
import { shellWords } from './shell-words.ts'

const blank = { group: null, summary: '', positionals: [], options: [], examples: [], run: async () => 0 }

const inWords = shellWords(
  [
    { ...blank, words: ['libraries'], tools: ['list_libraries'] },
    { ...blank, words: ['documents', 'list_libraries'], tools: ['list_libraries'] },
    { ...blank, words: ['citations', 'find_chunks'], tools: ['find_chunks'] },
    { ...blank, words: ['citations', 'query'], tools: ['query'] },
    { ...blank, words: ['search'], tools: ['search'] },
  ],
  {
    options: inputOptions({
      properties: { top_k: { type: 'integer' }, doc_id: { type: 'string' } },
      type: 'object',
    }),
    positionals: [{ field: 'doc_id', isRepeatable: false, isRequired: true }],
  },
)

test('a tool is named by its shortest command, a parameter by its flag or place', () => {
  const cases: [string, string][] = [
    ['Call list_libraries first.', 'Call `quire libraries` first.'],
    [
      'find_chunks reads on; list_libraries lists.',
      '`quire citations find-chunks` reads on; `quire libraries` lists.',
    ],
    ['top_k must be between 1 and 100; doc_id too.', '--top-k must be between 1 and 100; <doc-id> too.'],
    ['Use query, or switch it on.', 'Use `quire citations query`, or switch it on.'],
    ['Call again with the same input to join it.', 'Run the same command again to join it.'],
    ['Call the tool again with the same input to go on.', 'Run the same command again to go on.'],
    ['find_chunks(top_k=…) reads on.', '`quire citations find-chunks --top-k …` reads on.'],
    ['Call again with force_rebuild.', 'Run it again with force_rebuild.'],
  ]
  for (const [text, expected] of cases) assert.equal(inWords(text), expected)
})

test('ordinary words, paths, quotations and unknown names stay as they are', () => {
  for (const text of [
    'Ids change; search again for the current one.',
    '/data/list_libraries/a.md is not there.',
    'There is no library "list_libraries".',
    'The field some_other_name is unknown.',
    'list_libraries.md cannot be read.',
    'quire documents list_libraries needs --confirm.',
    'See quire documents list_libraries --help.',
    'Use search terms of more than one letter.'.replace('Use search', 'Give search'),
  ])
    assert.equal(inWords(text), text)
})
