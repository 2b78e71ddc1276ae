import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRuns } from './find-runs.ts'

const sentence = 'The quick brown fox jumps over the lazy dog near the river bank'

test('a text is found on its page although OCR misreads letters and splits words', () => {
  const page = 'Head 12\nThe quick hrown fox jum ps over the lazy\ndog near the river bank.'
  const { runs, found } = findRuns(sentence, page)
  assert.equal(found, runs)
})

test('hyphens at the end of a line, marks of footnotes and Markdown are not compared', () => {
  const { runs, found } = findRuns(
    `## ${sentence}[^1]`,
    'The quick brown fox jumps over the lazy dog near the ri-\nver bank',
  )
  assert.equal(found, runs)
})

test('a text whose words are on the page in another order is not found', () => {
  const page = 'dog lazy bank the over river jumps near fox the quick brown the'
  assert.equal(findRuns(sentence, page).found, 0)
})

test('a text between whose lines another column stands is not found', () => {
  const other = 'and here goes on another column'
  const page = `The quick brown fox ${other} jumps over the lazy ${other} dog near the river ${other} bank`
  assert.equal(findRuns(sentence, page).found, 0)
})
