import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listSentences } from './list-sentences.ts'

const cases: [string, string, string[]][] = [
  ['sentences end at stops', 'One here. Two there! Three?', ['One here.', 'Two there!', 'Three?']],
  [
    'abbreviations do not end one',
    'See e.g. Smith et al. 2020. It works.',
    ['See e.g. Smith et al. 2020.', 'It works.'],
  ],
  ['numbers do not end one', 'Version 3.11 is out. Use it.', ['Version 3.11 is out.', 'Use it.']],
  ['quotes and brackets belong to it', 'He said “no.” She left.', ['He said “no.”', 'She left.']],
  ['headings and code are none', '# Title\n\nText.\n\n```py\nx = 1. \n```\n\nMore.', ['Text.', 'More.']],
  [
    'items of a list are their own',
    '- first thing\n- second thing. And more',
    ['first thing', 'second thing.', 'And more'],
  ],
  ['lines of one paragraph go on', 'This goes\non here. End.', ['This goes\non here.', 'End.']],
  ['rows of a table are their own', '| a | b |\n| - | - |\n| 1 | 2 |', ['| a | b |', '| 1 | 2 |']],
  ['scripts without spaces', '東京は大きい。京都は古い。', ['東京は大きい。', '京都は古い。']],
  ['nothing gives nothing', '\n\n---\n', []],
]

for (const [name, text, expected] of cases)
  test(name, () => {
    const sentences = listSentences(text)
    assert.deepEqual(
      sentences.map(sentence => sentence.text),
      expected,
    )
    for (const { start, end, text: own } of sentences) assert.equal(text.slice(start, end), own, 'verbatim')
  })
