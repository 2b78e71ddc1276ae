import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyReference, type Reference } from '../../../core/model/reference.ts'
import { indexWorks } from './cited-works.ts'
import type { ManuscriptDesk } from './manuscript-desk.ts'
import { findNumberedCitations, readReferenceList } from './numbered-citations.ts'
import { readManuscript } from './read-manuscript.ts'

const reference = (citekey: string, title: string, family: string, year: number): Reference => ({
  ...emptyReference,
  ...{
    citekey,
    title,
    authors: [{ family, given: '', particle: '', suffix: '' }],
    issued: { year, month: null, day: null },
  },
})
const works = indexWorks(
  [],
  [
    reference('hunter1947', 'Papermaking', 'Hunter', 1947),
    reference('lessig2004', 'Free Culture', 'Lessig', 2004),
    {
      ...reference('arendt1958', 'The Human Condition', 'Arendt', 1958),
      doi: '10.7208/chicago/9780226924571',
    },
  ],
)
const list = `## References

[1] D. Hunter, *Papermaking*. New York: Knopf, 1947.

[2] L. Lessig, Free Culture. Penguin, 2004. [3] H. Arendt, https://doi.org/10.7208/chicago/9780226924571.

[4] N. Nobody, “A book that the project has not”, 1999.
`

function cited(sentence: string, references = list): unknown[] {
  const text = `${sentence}\n\n${references}`
  const blocks = [{ kind: 'text' as const, start: 0, end: sentence.length, anchor: null }]
  return findNumberedCitations({ text, blocks }, works.findInEntry).map(({ start, end, works: found }) => [
    text.slice(start, end),
    ...found.map(({ key, title, pages }) => [key ?? title, pages]),
  ])
}

test('numbers in brackets are the works of the list of references, with their pages', () => {
  assert.deepEqual(cited('“Rags became scarce” [1, p. 63].'), [['[1, p. 63]', ['hunter1947', '63']]])
  assert.deepEqual(cited('as known [1–3].'), [
    ['[1–3]', ['hunter1947', null], ['lessig2004', null], ['arendt1958', null]],
  ])
  assert.deepEqual(cited('as known [2, 3; 1, pp. 5-7].'), [
    ['[2, 3; 1, pp. 5-7]', ['lessig2004', null], ['arendt1958', null], ['hunter1947', '5–7']],
  ])
})

test('an entry that the project has not, and a number that the list has not, are unknown works', () => {
  assert.deepEqual(cited('as known [4].'), [
    ['[4]', ['N. Nobody, “A book that the project has not”, 1999.', null]],
  ])
  assert.deepEqual(cited('as known [9].'), [['[9]', ['number 9 of the list of references', null]]])
})

test('without a list, numbers in brackets are no citations; nor are links, years and other words', () => {
  assert.deepEqual(cited('the set [1, 2] of numbers', ''), [])
  assert.deepEqual(cited('see [1](https://example.org), [1 ml], [2004], [1–400] and [sic]'), [])
})

test('lists with other numbers, and lists that a word processor numbers, are read', () => {
  const dotted = 'References\n\n1. Hunter, D. Papermaking. 1947.\n2. Lessig, L. Free Culture. 2004.\n'
  assert.deepEqual(cited('as known [2].', dotted), [['[2]', ['lessig2004', null]]])
  const counted = 'References\n\nHunter, D. Papermaking. 1947.\n\nLessig, L. Free Culture. 2004.\n\n'
  assert.deepEqual(cited('as known [2].', counted), [['[2]', ['lessig2004', null]]])
  assert.equal(readReferenceList('No list here.'), null)
})

test('a short title needs its author, because other titles may contain it', () => {
  assert.deepEqual(works.findInEntry('Smith, A. History of Papermaking in Europe, 1950.'), [])
  assert.equal(works.findInEntry('Hunter: Papermaking, 1947')[0]?.citekey, 'hunter1947')
})

test('a list of references that a word processor wrote as plain paragraphs quotes nothing', async () => {
  const paragraphs = [
    'He says “one two three” [1].',
    'References',
    'Hunter, D. “Papermaking” (1947).',
    'Appendix',
    'The end.',
  ]
  const text = paragraphs.join('\n\n')
  const blocks = paragraphs.map(paragraph => {
    const start = text.indexOf(paragraph)
    const kind = paragraph === 'Appendix' ? ('heading' as const) : ('text' as const)
    return { kind, start, end: start + paragraph.length, anchor: null }
  })
  const manuscript = { text, blocks, citations: [], places: [], warnings: [] }
  const desk: ManuscriptDesk = {
    convert: async () => ({
      ...{ markdown: text, title: null, fileType: 'docx', pages: [], outline: [], warnings: [] },
      ...{ converter: 'docx', version: 1, manuscript },
    }),
    formatOf: async () => 'docx',
    listDocuments: async () => [],
    readPages: async () => [],
  }
  const raw = { source: 'a.docx', name: 'a.docx', bytes: new Uint8Array(1), mediaType: null, charset: null }
  const read = await readManuscript(
    { raw: { ...raw, lastModified: null, fileType: null }, readBeside: async () => null },
    { desk, ocrLanguages: [] },
    { signal: new AbortController().signal, progress: () => {} },
  )
  assert.deepEqual(
    read.blocks.map(({ start, end }) => text.slice(start, end)),
    ['He says “one two three” [1].', 'Appendix', 'The end.'],
  )
})
