import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentenceStream, type WrittenSentence } from './write-answer.ts'

function read(text: string, size: number, isCut = false) {
  const sentences: WrittenSentence[] = []
  const stream = sentenceStream(sentence => sentences.push(sentence))
  for (let at = 0; at < text.length; at += size) stream.add(text.slice(at, at + size))
  return { left: stream.end({ isCut }), sentences }
}

describe('an answer is taken apart as it arrives', () => {
  const text = 'Pumps are loud [1]. Filters clog. [2][3] See the manual [1, 4]. No mark here.'
  const expected = [
    { text: 'Pumps are loud.', numbers: [1] },
    { text: 'Filters clog.', numbers: [2, 3] },
    { text: 'See the manual.', numbers: [1, 4] },
    { text: 'No mark here.', numbers: [] },
  ]
  for (const size of [1, 3, 7, 1000])
    test(`marks belong to their sentence, ${size} letters at a time`, () =>
      assert.deepEqual(read(text, size), { left: null, sentences: expected }))

  test('what was cut off is not given', () => {
    const { left, sentences } = read('Pumps are loud [1]. Filters cl', 5, true)
    assert.deepEqual(sentences, [{ text: 'Pumps are loud.', numbers: [1] }])
    assert.equal(left, 'Filters cl')
  })
})
