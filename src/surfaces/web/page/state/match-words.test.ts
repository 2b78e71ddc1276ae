import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, matchWords, plainText } from './match-words.ts'

const marked = (text: string, question: string) =>
  matchWords(text, question)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

const cases: readonly [text: string, question: string, expected: string][] = [
  ['Printed sheets dry slowly.', 'why do prints dry', '[Printed] sheets [dry] slowly.'],
  ['The ink of the press', 'the ink', 'The [ink] of the press'],
  ['Nothing to see', '', 'Nothing to see'],
  ['Größe und Maße', 'Größe', '[Größe] und Maße'],
  ['<b>markup</b> stays text', 'markup', '<b>[markup]</b> stays text'],
]
for (const [text, question, expected] of cases)
  test(`“${question}” marks ${expected}`, () => assert.equal(marked(text, question), expected))

test('no character of a text is lost or changed', () => {
  const text = 'A long text, with “signs” and\nlines: printing, prints, printer.'
  assert.equal(
    matchWords(text, 'print lines')
      .map(piece => piece.text)
      .join(''),
    text,
  )
})

test('an excerpt begins near the first match and ends between words', () => {
  const text = `${'Before it all. '.repeat(60)}The gutter shows a stub.${' And after.'.repeat(60)}`
  const excerpt = excerptOf(text, 'gutter', 200)
  assert.match(excerpt, /^… .*gutter shows.* …$/)
  assert.ok(excerpt.length <= 210)
})

test('a short text is shown whole', () => assert.equal(excerptOf('Short.', 'x', 200), 'Short.'))

test('plain text has no signs of Markdown', () => {
  const markdown =
    '## Heading\n\nA **bold** [link](https://x.y) and `code`.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |'
  assert.equal(plainText(markdown), 'A bold link and code. one two a b c d')
})
