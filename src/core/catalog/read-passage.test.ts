import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Chunk } from '../model/chunk.ts'
import type { Document, DocumentSummary } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { outlineFromHeadings, pagesOfSpan, sectionPathAt } from '../text/outline.ts'
import { type PassageRequest, readPassage } from './read-passage.ts'

const sentence = (name: string) => `The ${name} sentence has six words. `
const pageOne = `# Book\n\n${sentence('first')}${sentence('second')}\n\n## Alpha\n\n${sentence('third')}${sentence('fourth')}`
const pageTwo = `${sentence('fifth')}${sentence('sixth')}\n\n## Beta\n\n${sentence('seventh')}${sentence('eighth')}`
const markdown = `${pageOne.trim()}\n\n${pageTwo.trim()}`
const pages = [
  { number: 1, label: 'i', start: 0, end: pageOne.trim().length, ocr: false },
  { number: 2, label: 'ii', start: pageOne.trim().length + 2, end: markdown.length, ocr: false },
]
const outline = outlineFromHeadings(markdown)

/** Two sentences each; the second of one is the first of the next. */
const chunks = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map(
  (name, ordinal, names): Chunk => {
    const next = names[ordinal + 1] ?? 'eighth'
    const start = markdown.indexOf(`The ${name} `)
    const end = markdown.indexOf(sentence(next).trim()) + sentence(next).trim().length
    const sectionPath = sectionPathAt(outline, start)
    return {
      id: `c${ordinal}`,
      ordinal,
      start,
      end,
      pages: pagesOfSpan({ pages, markdown }, { start, end }),
      sectionPath,
      tokens: 12,
    }
  },
)

const document = {
  id: 'book',
  collection: 'shelf',
  title: 'Book',
  markdown,
  pages,
  outline,
} as unknown as Document // Only what readPassage reads.
/** Each page is one wide line. */
const geometry = pages.map(({ number, start, end }) => ({
  ...{ page: number, width: 612, height: 792 },
  lines: [{ start, end, x0: 0, y0: 100, x1: 10 * (end - start), y1: 110, isRightToLeft: false }],
}))
const store = {
  loadChunks: async (ids: readonly string[]) =>
    chunks
      .filter(chunk => ids.includes(chunk.id))
      .map(chunk => ({
        chunk,
        text: markdown.slice(chunk.start, chunk.end),
        document: document as unknown as DocumentSummary,
      })),
  readDocument: async (id: string) => (id === 'book' ? document : null),
  exportChunks: async () => chunks.map(chunk => ({ chunk, vector: new Float32Array(), tokenBits: null })),
  readGeometry: async (_: string, span: { first: number; last: number } | null) =>
    geometry.filter(({ page }) => span === null || (page >= span.first && page <= span.last)),
}
const countWords = (text: string) => text.match(/\w+/g)?.length ?? 0
const read = (changes: Partial<PassageRequest>) =>
  readPassage(
    {
      chunkId: 'c3',
      collection: 'shelf',
      scope: 'neighbours',
      before: 1,
      after: 1,
      maxTokens: 1_000,
      marked: null,
      ...changes,
    },
    store,
    countWords,
  )
const named = (text: string) => [...text.matchAll(/The (\w+) sentence/g)].map(found => found[1])

test('neighbours are one slice of the Markdown: what chunks repeat is not repeated', async () => {
  const passage = await read({})
  assert.deepEqual(named(passage.text), ['third', 'fourth', 'fifth', 'sixth'])
  assert.equal(passage.text, markdown.slice(passage.charSpan.start, passage.charSpan.end))
  assert.deepEqual(passage.pages, { first: 1, last: 2, firstLabel: 'i', lastLabel: 'ii' })
  assert.deepEqual(passage.sectionPath, ['Book', 'Alpha'])
  assert.equal(passage.truncated, false)
  assert.equal(passage.tokens, countWords(passage.text))
  assert.deepEqual([passage.previousChunkId, passage.nextChunkId], ['c1', 'c5'])
})

test('rects are where the passage is on its pages, or another span of the document', async () => {
  assert.equal((await read({})).rects, null)
  const { rects, charSpan } = await read({ marked: 'passage' })
  assert.deepEqual(rects, [
    { page: 1, x0: 10 * charSpan.start, y0: 100, x1: 10 * pageOne.trim().length, y1: 110 },
    { page: 2, x0: 0, y0: 100, x1: 10 * (charSpan.end - pageOne.trim().length - 2), y1: 110 },
  ])
  const start = markdown.indexOf('The second')
  const marked = await read({ marked: { start, end: start + 10 } })
  assert.deepEqual(marked.rects, [{ page: 1, x0: 10 * start, y0: 100, x1: 10 * start + 100, y1: 110 }])
  assert.deepEqual((await read({ marked: { start: 9e6, end: 9e6 + 5 } })).rects, [])
})

test('the ends of the document end the neighbourhood', async () => {
  const first = await read({ chunkId: 'c0', before: 5, after: 0 })
  assert.deepEqual(named(first.text), ['first', 'second'])
  assert.deepEqual([first.previousChunkId, first.nextChunkId], [null, 'c1'])
  const last = await read({ chunkId: 'c6', before: 0, after: 9 })
  assert.equal(last.nextChunkId, null)
})

test('a section is the deepest one above the chunk, with its heading', async () => {
  const passage = await read({ scope: 'section', chunkId: 'c2' })
  assert.match(passage.text, /^## Alpha/)
  assert.deepEqual(named(passage.text), ['third', 'fourth', 'fifth', 'sixth'])
})

test('pages are whole, all that the chunk touches', async () => {
  assert.equal((await read({ scope: 'pages', chunkId: 'c0' })).text, pageOne.trim())
  assert.equal((await read({ scope: 'pages', chunkId: 'c3' })).text, markdown)
})

test('a budget keeps the chunk, grows alternately after and before it, and cuts between sentences', async () => {
  const whole = await read({ scope: 'pages', maxTokens: 18 })
  assert.deepEqual(named(whole.text), ['fourth', 'fifth', 'sixth'])
  assert.equal(whole.truncated, true)
  const more = await read({ scope: 'pages', maxTokens: 24 })
  assert.deepEqual(named(more.text), ['third', 'fourth', 'fifth', 'sixth'])
  const uneven = await read({ scope: 'pages', maxTokens: 32 })
  assert.deepEqual(named(uneven.text), ['third', 'fourth', 'fifth', 'sixth', 'seventh'])
  for (let maxTokens = 12; maxTokens < 70; maxTokens++) {
    const passage = await read({ scope: 'pages', maxTokens })
    assert.ok(passage.tokens <= maxTokens, `${passage.tokens} of ${maxTokens}`)
    assert.deepEqual(named(passage.text).slice(0, 9).includes('fourth'), true)
    assert.match(passage.text, /(?:^The|^#)[\s\S]*(?:words\.|Beta)$/)
  }
})

test('the chunk itself is given even when it is over the budget', async () => {
  const passage = await read({ maxTokens: 3 })
  assert.deepEqual(named(passage.text), ['fourth', 'fifth'])
  assert.equal(passage.truncated, true)
})

test('a chunk that is not there, or in another collection, is not found', async () => {
  const isMissing = (error: unknown) => error instanceof Failure && error.code === 'CHUNK_NOT_FOUND'
  await assert.rejects(read({ chunkId: 'nowhere' }), isMissing)
  await assert.rejects(read({ collection: 'secret' }), isMissing)
})
