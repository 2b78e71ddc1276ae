import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords } from './count-words.ts'

test('words are separated by white space', () => {
  const cases: [string, number][] = [
    ['', 0],
    [' \n\t ', 0],
    ['one', 1],
    [' one  two\nthree ', 3],
    ['ice-cream, 1,000 — “yes”', 4],
    ['東京 大阪', 2],
    ['a\u00a0b\u3000c', 3],
  ]
  for (const [text, words] of cases) assert.equal(countWords(text), words, JSON.stringify(text))
})

test('every character is judged as a regular expression would', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`
    assert.equal(countWords(text), text.match(/\S+/g)?.length, `U+${code.toString(16)}`)
  }
})
