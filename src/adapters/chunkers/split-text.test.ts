import assert from 'node:assert/strict'
import test from 'node:test'
import {
  endsSentence,
  type Span,
  splitCharacters,
  splitClauses,
  splitSentences,
  splitWords,
  wordStartsBackwards,
} from './split-text.ts'

function cut(split: (text: string, span: Span) => Span[], text: string): string[] {
  return split(text, { start: 0, end: text.length }).map(span => text.slice(span.start, span.end))
}

const sentenceCases: [text: string, sentences: string[]][] = [
  ['One. Two! Three? Four… Five', ['One.', 'Two!', 'Three?', 'Four…', 'Five']],
  ['Dr. Smith met J. R. Ewing. They spoke.', ['Dr. Smith met J. R. Ewing.', 'They spoke.']],
  [
    'It cost 3.50 euros, i.e. little. See Fig. 4 and p. 12.',
    ['It cost 3.50 euros, i.e. little.', 'See Fig. 4 and p. 12.'],
  ],
  [
    'Am 3. Oktober war es, z. B. Kalt. Im Jahr 1990. Danach.',
    ['Am 3. Oktober war es, z. B. Kalt.', 'Im Jahr 1990.', 'Danach.'],
  ],
  ['He said “Stop.” Then he (really!) left.', ['He said “Stop.”', 'Then he (really!) left.']],
  ['これは文です。次の文！「終わり。」続き', ['これは文です。', '次の文！', '「終わり。」', '続き']],
  ['هل هذا سؤال؟ نعم.', ['هل هذا سؤال؟', 'نعم.']],
  ['यह एक वाक्य है। दूसरा।', ['यह एक वाक्य है।', 'दूसरा।']],
  ['- first item\n- second. With more\n1. third', ['- first item', '- second.', 'With more', '1. third']],
  ['see www.example.org/a.b for more', ['see www.example.org/a.b for more']],
  ['wait... What?! No.', ['wait...', 'What?!', 'No.']],
  ['', []],
]

for (const [text, sentences] of sentenceCases)
  test(`sentences of ${JSON.stringify(text.slice(0, 30))}`, () => {
    assert.deepEqual(cut(splitSentences, text), sentences)
  })

test('clauses end at commas, colons, dashes and line breaks, but not inside numbers', () => {
  assert.deepEqual(cut(splitClauses, 'one, two: 1,000 — three\nfour；五、六'), [
    'one,',
    'two:',
    '1,000 —',
    'three',
    'four；',
    '五、',
    '六',
  ])
})

test('words are separated by white space of any kind', () => {
  assert.deepEqual(cut(splitWords, ' a\tb\u00a0c\u3000d '), ['a', 'b', 'c', 'd'])
})

test('a run without spaces is cut between words where the script has them', () => {
  const text = '図書館で本を読む'
  const pieces = cut((given, span) => splitCharacters(given, span, { window: 5, fits: () => true }), text)
  assert.equal(pieces.join(''), text)
  assert.ok(pieces.every(piece => piece.length <= 5))
})

test('words from the end are found in spaced and unspaced text', () => {
  const spaced = 'alpha beta gamma'
  assert.deepEqual([...wordStartsBackwards(spaced, { start: 0, end: spaced.length })], [11, 6])
  const unspaced = '図書館で本'
  assert.ok([...wordStartsBackwards(unspaced, { start: 0, end: unspaced.length })].length > 0)
})

test('a text ends a sentence also behind closing marks', () => {
  for (const text of ['End.', 'End.”', 'End!)', 'End.**', '終。'])
    assert.ok(endsSentence(text, text.length), text)
  for (const text of ['goes on', 'a comma,', '']) assert.ok(!endsSentence(text, text.length), text)
})
