import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeCachedText } from './judge-cached-text.ts'

const judge = (text: string, pages: [number, number] | null = null, minLength?: number) =>
  judgeCachedText(
    { text, indexedPages: pages?.[0] ?? null, totalPages: pages?.[1] ?? null },
    minLength === undefined ? {} : { minLength },
  )
const sentence = 'This is a sentence of a decent length, as they go. '

test('running text of some length is usable, and good text scores 1', () => {
  assert.deepEqual(judge(sentence.repeat(40)), { isUsable: true, score: 1, reason: null })
})

for (const [what, text, reason] of [
  ['nothing', '   \n ', /empty/],
  ['fewer than a hundred characters', 'Short.', /6 characters, fewer than the required 100/],
  ['long text without the end of a sentence', 'word '.repeat(200), /no sentence end/],
  ['letters without spaces', `${'x'.repeat(300)}. `.repeat(3), /does not read as words/],
  ['letters drawn apart', 'a b c d e f. '.repeat(50), /does not read as words/],
] as const)
  test(`${what} is not usable`, () => {
    const verdict = judge(text)
    assert.equal(verdict.isUsable, false)
    assert.match(verdict.reason ?? '', reason)
  })

test('a hundred characters need no end of a sentence yet', () => {
  assert.equal(judge('word '.repeat(30)).isUsable, true)
})

test('text of which Zotero indexed only the first pages is not usable', () => {
  assert.match(judge(sentence.repeat(40), [100, 619]).reason ?? '', /100 of 619 pages/)
  assert.equal(judge(sentence.repeat(40), [12, 12]).isUsable, true)
})

test('scripts without spaces or with other stops are judged fairly', () => {
  assert.equal(judge('这是一个完整的句子，它有足够的长度。'.repeat(40)).isUsable, true)
  assert.equal(judge('यह एक पूरा वाक्य है और यह काफ़ी लंबा है। '.repeat(20)).isUsable, true)
})

test('the score is the mean of length and sentences against the asked length', () => {
  const text = 'Half of it is here now. '.repeat(5).trim()
  assert.equal(judge(text, null, 20).score, (Math.min(1, text.length / 200) + 0.5) / 2)
  assert.equal(judge(text, null, 200).isUsable, false)
})
