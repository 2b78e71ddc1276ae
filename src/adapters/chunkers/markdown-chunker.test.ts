import assert from 'node:assert/strict'
import test from 'node:test'
import type { Page } from '../../core/model/document.ts'
import { markdownChunker } from './markdown-chunker.ts'
import { countWords, requestFor, textsOf } from './test/chunk-fixtures.ts'

const chunker = markdownChunker()

/** Numbered sentences of exactly ten tokens, so that cuts are visible in the text. */
function sentences(count: number, from = 1): string {
  return Array.from(
    { length: count },
    (_, index) => `Sentence number ${from + index} has exactly nine words in it.`,
  ).join(' ')
}

test('a short document is one chunk, however short', () => {
  assert.deepEqual(chunker.chunk(requestFor('Hi')), [
    { ordinal: 0, start: 0, end: 2, pages: null, sectionPath: [], tokens: 1 },
  ])
})

test('a section starts a new chunk, with its heading, once the running one is long enough', () => {
  const markdown = `# Paper\n\n${sentences(6)}\n\n## Pulp\n\n${sentences(6, 20)}\n`
  const drafts = chunker.chunk(requestFor(markdown))
  assert.deepEqual(
    drafts.map(draft => draft.sectionPath),
    [['Paper'], ['Paper', 'Pulp']],
  )
  assert.ok(markdown.slice(drafts[1]?.start).startsWith('## Pulp\n\nSentence number 20'))
})

test('a section that is too short goes on with the next one and is cited by its first words', () => {
  const markdown = `# Tiny\n\nFew words.\n\n# Long\n\n${sentences(6)}`
  const drafts = chunker.chunk(requestFor(markdown))
  assert.equal(drafts.length, 1)
  assert.deepEqual(drafts[0]?.sectionPath, ['Tiny'])
})

test('a heading without text is put before the section below it, which names the path', () => {
  const markdown = `# Book\n\n## Part\n\n### Chapter\n\n${sentences(6)}`
  const drafts = chunker.chunk(requestFor(markdown, { policy: { minTokens: 1 } }))
  assert.deepEqual(
    drafts.map(draft => [draft.start, draft.sectionPath]),
    [[0, ['Book', 'Part', 'Chapter']]],
  )
})

test('a chunk never ends with the heading of the next one', () => {
  const markdown = `# One\n\n${sentences(4)}\n\n# Two\n\n${sentences(9, 30)}`
  const texts = textsOf(chunker, requestFor(markdown, { policy: { maxTokens: 60, overlapTokens: 0 } }))
  assert.ok(
    texts.every(text => !/#\s\w+$/.test(text)),
    JSON.stringify(texts),
  )
})

test('a last section that is too short is joined to the chunk before it', () => {
  const markdown = `# One\n\n${sentences(8)}\n\n# Licence\n\nFree for all.`
  const drafts = chunker.chunk(requestFor(markdown))
  assert.deepEqual(
    drafts.map(draft => [draft.start, draft.end, draft.sectionPath]),
    [[0, markdown.length, ['One']]],
  )
})

test('a chunk that goes on in its section begins with the last whole sentences of the one before', () => {
  const texts = textsOf(chunker, requestFor(sentences(30), { policy: { maxTokens: 100, overlapTokens: 25 } }))
  assert.match(texts[0] ?? '', /^Sentence number 1 .*number 10 [^.]*\.$/)
  assert.match(texts[1] ?? '', /^Sentence number 9 .*number 18 [^.]*\.$/)
})

test('the overlap is made of words when the last sentence is too long for it', () => {
  const markdown = `${sentences(1)} ${'word '.repeat(40).trim()} end. ${sentences(3, 2)}`
  const texts = textsOf(
    chunker,
    requestFor(markdown, { policy: { maxTokens: 55, overlapTokens: 4, minTokens: 1 } }),
  )
  assert.match(texts[1] ?? '', /^word word end\. Sentence number 2/)
})

test('a new section repeats nothing of the one before', () => {
  const markdown = `# A\n\n${sentences(12)}\n\n# B\n\n${sentences(12, 40)}`
  const texts = textsOf(chunker, requestFor(markdown))
  assert.ok(texts[1]?.startsWith('# B'))
})

test('tables and code stay whole when they fit', () => {
  const table = `| a | b |\n|---|---|\n${'| cell | cell |\n'.repeat(8)}`.trim()
  const code = `\`\`\`js\n${'call(argument)\n\n'.repeat(10)}\`\`\``
  const markdown = `${sentences(5)}\n\n${table}\n\n${sentences(4, 50)}\n\n${code}\n\n${sentences(2, 90)}`
  const texts = textsOf(chunker, requestFor(markdown, { policy: { maxTokens: 80, overlapTokens: 10 } }))
  assert.ok(texts.some(text => text.includes(table)))
  assert.ok(texts.some(text => text.includes(code)))
})

test('tables that do not fit are cut between rows and code between lines', () => {
  const rows = Array.from({ length: 40 }, (_, index) => `| row ${index} | value |`)
  const lines = Array.from({ length: 40 }, (_, index) => `line(${index}, argument)`)
  const markdown = `| a | b |\n|---|---|\n${rows.join('\n')}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``
  const texts = textsOf(chunker, requestFor(markdown, { policy: { maxTokens: 70, overlapTokens: 8 } }))
  for (const text of texts) assert.match(text, /^(\||line\(|```).*(\||\)|```)$/s)
})

test('a sentence that does not fit is cut after a comma, a clause between words', () => {
  const clauses = Array.from({ length: 12 }, (_, index) => `clause ${index} with a few words`).join(', ')
  const texts = textsOf(
    chunker,
    requestFor(`${clauses}.`, { policy: { maxTokens: 30, overlapTokens: 0, minTokens: 0 } }),
  )
  assert.ok(texts.slice(0, -1).every(text => text.endsWith(',')))
  const words = textsOf(
    chunker,
    requestFor('lorem ipsum '.repeat(50), { policy: { maxTokens: 7, overlapTokens: 0, minTokens: 0 } }),
  )
  assert.ok(words.every(text => /^(lorem|ipsum)( (lorem|ipsum))*$/.test(text)))
})

test('emoji made of several characters stay in one piece', () => {
  const request = {
    ...requestFor('👩‍👩‍👧‍👦'.repeat(40), { policy: { maxTokens: 30, overlapTokens: 0, minTokens: 0 } }),
    countTokens: (text: string) => text.length,
  }
  for (const text of textsOf(chunker, request)) assert.match(text, /^(?:👩‍👩‍👧‍👦)+$/u)
})

test('marks without words are kept beside words and dropped alone', () => {
  assert.deepEqual(textsOf(chunker, requestFor('---\n\n* * *\n')), [])
  assert.deepEqual(textsOf(chunker, requestFor('---\n\nWords.\n\n---')), ['---\n\nWords.\n\n---'])
})

test('what looks like a heading inside a fence starts no section', () => {
  const markdown = `# Real\n\n${sentences(6)}\n\n\`\`\`sh\n# comment\nls\n\`\`\`\n\n${sentences(2)}`
  assert.deepEqual(
    chunker.chunk(requestFor(markdown)).map(draft => draft.sectionPath),
    [['Real']],
  )
})

test("a source's own outline may start a section inside a block", () => {
  const markdown = `${sentences(8)}\nChapter Two\n${sentences(8, 50)}`
  const start = markdown.indexOf('Chapter Two')
  const outline = [
    { level: 1, title: 'One', start: 0 },
    { level: 1, title: 'Two', start },
  ]
  const drafts = chunker.chunk(requestFor(markdown, { outline }))
  assert.deepEqual(
    drafts.map(draft => [draft.start, draft.sectionPath]),
    [
      [0, ['One']],
      [start, ['Two']],
    ],
  )
})

test('a chunk names the pages it touches, physical and printed', () => {
  const first = sentences(8)
  const second = sentences(8, 40)
  const markdown = `${first}\n\n${second}`
  const pages: Page[] = [
    { number: 1, label: 'iii', start: 0, end: first.length + 2, ocr: false },
    { number: 2, label: '1', start: first.length + 2, end: markdown.length, ocr: false },
  ]
  const whole = chunker.chunk(requestFor(markdown, { pages }))
  assert.deepEqual(
    whole.map(draft => draft.pages),
    [{ first: 1, last: 2, firstLabel: 'iii', lastLabel: '1' }],
  )
  const apart = chunker.chunk(requestFor(markdown, { pages, policy: { maxTokens: 120 } }))
  assert.deepEqual(
    apart.map(draft => [draft.pages?.firstLabel, draft.pages?.lastLabel]),
    [
      ['iii', 'iii'],
      ['1', '1'],
    ],
    'a half-full chunk ends with the page and the next one repeats nothing of it',
  )
})

test('a short page is joined to the next, but no third page is', () => {
  const texts = [sentences(3), sentences(3, 20), sentences(3, 40)]
  const markdown = texts.join('\n\n')
  const pages: Page[] = texts.map((text, index) => {
    const start = texts.slice(0, index).join('\n\n').length + (index === 0 ? 0 : 2)
    return { number: index + 1, label: null, start, end: start + text.length, ocr: false }
  })
  const drafts = chunker.chunk(requestFor(markdown, { pages, policy: { minTokens: 20 } }))
  assert.deepEqual(
    drafts.map(draft => [draft.pages?.first, draft.pages?.last]),
    [
      [1, 2],
      [3, 3],
    ],
  )
})

test('a few words that a page has for a section go with what is before them, not with the next section', () => {
  const [text, labels, next] = [
    `## The breasts\n\n${sentences(14)}`,
    'Nipple. Muscle. Ribs.',
    sentences(14, 60),
  ]
  const markdown = `${text}\n\n${labels}\n\n## Key questions\n\n${next}`
  const onSecond = text.length + 2
  const onThird = onSecond + labels.length + 2
  const pages: Page[] = [
    { number: 1, label: null, start: 0, end: onSecond, ocr: false },
    { number: 2, label: null, start: onSecond, end: onThird, ocr: false },
    { number: 3, label: null, start: onThird, end: markdown.length, ocr: false },
  ]
  const drafts = chunker.chunk(requestFor(markdown, { pages }))
  assert.deepEqual(
    drafts.map(draft => [draft.pages?.first, draft.pages?.last, draft.sectionPath]),
    [
      [1, 2, ['The breasts']],
      [3, 3, ['Key questions']],
    ],
  )
})

test('a sentence that runs over a page break is not taken for the end of a paragraph', () => {
  const first = `${sentences(8)} And here it goes`
  const markdown = `${first}\n\non over the page. ${sentences(3, 60)}`
  const pages: Page[] = [
    { number: 1, label: null, start: 0, end: first.length + 2, ocr: false },
    { number: 2, label: null, start: first.length + 2, end: markdown.length, ocr: false },
  ]
  const drafts = chunker.chunk(requestFor(markdown, { pages, policy: { maxTokens: 140 } }))
  assert.deepEqual(
    drafts.map(draft => [draft.pages?.first, draft.pages?.last]),
    [[1, 2]],
  )
})

test('tokens are those of the text that is returned', () => {
  const request = requestFor(`# A\n\n${sentences(70)}`)
  for (const draft of chunker.chunk(request))
    assert.equal(draft.tokens, countWords(request.markdown.slice(draft.start, draft.end)))
})
