import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitPolicy, headingBudget, headingsAbove, textToEmbed } from './embed-chunks.ts'

const countTokens = (text: string) => text.split(/\s+/).filter(Boolean).length
const policy = { maxTokens: 512, overlapTokens: 64, minTokens: 50, headingContext: 3 }
const chunk = { id: 'x', ordinal: 0, start: 0, end: 20, pages: null, tokens: 4 }

test('a chunk with its headings fits into what the model reads', () => {
  assert.equal(fitPolicy(policy, { maxTokens: 512 }).maxTokens, 512 - 2 - headingBudget)
  assert.equal(fitPolicy(policy, { maxTokens: 8192 }).maxTokens, 512)
})

test('a tiny model still leaves a legal policy', () => {
  const fitted = fitPolicy(policy, { maxTokens: 16 })
  assert.ok(fitted.maxTokens >= 1)
  assert.ok(fitted.overlapTokens < fitted.maxTokens)
  assert.ok(fitted.minTokens <= fitted.maxTokens)
})

test('the embedded text carries the headings that the passage itself does not', () => {
  const document = { title: 'Paper', markdown: 'It was made of rags' }
  assert.equal(
    textToEmbed(
      { document, chunk: { ...chunk, sectionPath: ['History', 'Europe'] }, headingContext: 3 },
      { countTokens },
    ),
    'Paper > History > Europe\n\nIt was made of rags',
  )
})

test('a heading that the passage contains is not repeated', () => {
  const document = { title: 'Paper', markdown: '## Paper\n\nmade of rags' }
  assert.equal(
    textToEmbed(
      { document, chunk: { ...chunk, end: 24, sectionPath: ['Paper'] }, headingContext: 3 },
      { countTokens },
    ),
    document.markdown,
  )
})

test('headings beyond the budget are left out, outermost first', () => {
  const document = { title: 'long '.repeat(60).trim(), markdown: 'It was made of rags' }
  assert.equal(
    textToEmbed(
      { document, chunk: { ...chunk, sectionPath: ['Europe'] }, headingContext: 3 },
      { countTokens },
    ),
    'Europe\n\nIt was made of rags',
  )
})

test('the title comes first unless the section path begins with it', () => {
  assert.deepEqual(headingsAbove('Paper', { sectionPath: ['History'] }), ['Paper', 'History'])
  assert.deepEqual(headingsAbove('Paper', { sectionPath: ['Paper', 'History'] }), ['Paper', 'History'])
  assert.deepEqual(headingsAbove('annual-report-2020.pdf', { sectionPath: [] }), ['annual-report-2020.pdf'])
  for (const name of ['MED-10.md', '1417', 'IMG_2041.jpg'])
    assert.deepEqual(headingsAbove(name, { sectionPath: ['History'] }), ['History'])
})
