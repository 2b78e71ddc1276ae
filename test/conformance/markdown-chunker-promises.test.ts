import assert from 'node:assert/strict'
import test from 'node:test'
import { markdownChunker } from '../../src/adapters/chunkers/markdown-chunker.ts'
import { brokenPromises, countWords, requestFor } from '../../src/adapters/chunkers/test/chunk-fixtures.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import type { ChunkPolicy } from '../../src/core/model/collection.ts'
import type { Page } from '../../src/core/model/document.ts'
import type { ChunkRequest } from '../../src/core/ports/chunker.ts'
import { cpuMs } from '../support/cpu-ms.ts'

const chunker = markdownChunker()

/** Token counters of different kinds; the second and third are not additive, the fourth ignores long words. */
const measures: ((text: string) => number)[] = [
  countWords,
  text => text.length,
  text => Math.ceil(text.length / 4),
  text =>
    text.split(/\s+/).reduce((sum, word) => sum + (word.length > 100 ? 1 : Math.ceil(word.length / 3)), 0),
  text => Buffer.byteLength(text),
]

const hostile: Record<string, string> = {
  'only white space': ' \n\t\r\n　 \n',
  'only marks': '---\n\n***\n\n…!?\n',
  'one letter': 'x',
  'a huge word': 'abcdefghij'.repeat(400),
  'a huge word between others': `before ${'q'.repeat(1000)} after.`,
  'only headings': Array.from({ length: 150 }, (_, i) => `${'#'.repeat((i % 6) + 1)} Heading ${i}`).join(
    '\n',
  ),
  'an endless heading': `# ${'word '.repeat(700)}`,
  'NULs and control characters': `\0a\0b\u0001\u0007 c\0\n\n${'\0'.repeat(500)}z`,
  'right to left': 'هذا نص عربي طويل جدا؟ '.repeat(80) + 'שלום עולם. '.repeat(80),
  'Chinese without spaces': '这是一个没有空格的很长的句子，它继续下去。'.repeat(200),
  'Chinese without any mark': '漢字仮名交じり文'.repeat(200),
  'Thai without spaces': 'ภาษาไทยไม่มีช่องว่างระหว่างคำ'.repeat(80),
  'families of emoji': '👩‍👩‍👧‍👦🏳️‍🌈👍🏽 a'.repeat(300),
  'combining marks': `a${'\u0301'.repeat(4000)}b`,
  'lone surrogates': `a\uD800b\uDC00c ${'\uD83D'.repeat(50)}`,
  'dots that never end': `${'.'.repeat(2000)}x${'!'.repeat(2000)}`,
  'an open fence': `text\n\n\`\`\`js\n${'const a = 1 // # no heading\n'.repeat(300)}`,
  'a wide table': `| a | b |\n|---|---|\n${`| ${'cell '.repeat(60)}| 2 |\n`.repeat(40)}`,
  'a table row that does not fit': `| a |\n|---|\n| ${'cell '.repeat(2000)}|\n`,
  'nested lists': Array.from({ length: 200 }, (_, i) => `${'  '.repeat(i % 8)}- item ${i}. More. Words`).join(
    '\n',
  ),
  'Windows line ends': '# A\r\n\r\nOne. Two.\r\n\r\nTitle\r\n===\r\n\r\nThree.\r\n'.repeat(50),
  'a desert of spaces': `a${' '.repeat(50_000)}b`,
  'letters outside the first plane': '𝒜𝒷𝒸𝒹'.repeat(500),
}

const policies: Record<string, ChunkPolicy> = {
  default: { maxTokens: 512, overlapTokens: 64, minTokens: 50, headingContext: 3 },
  'one token': { maxTokens: 1, overlapTokens: 0, minTokens: 1, headingContext: 0 },
  'all but one overlap': { maxTokens: 16, overlapTokens: 15, minTokens: 16, headingContext: 0 },
  'no minimum': { maxTokens: 40, overlapTokens: 8, minTokens: 0, headingContext: 1 },
}

for (const [name, markdown] of Object.entries(hostile))
  test(`the port's promises hold for ${name}`, () => {
    for (const [setting, policy] of Object.entries(policies))
      for (const countTokens of measures) {
        const request = { ...requestFor(markdown, { policy }), countTokens }
        const drafts = chunker.chunk(request)
        assert.deepEqual(
          brokenPromises(request, drafts),
          [],
          `${setting}, measure ${measures.indexOf(countTokens)}`,
        )
        assert.equal(drafts.length > 0, /[\p{L}\p{N}]/u.test(markdown))
      }
  })

test("the port's promises hold for random texts and settings", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const request = randomRequest(seed)
    const drafts = chunker.chunk(request)
    assert.deepEqual(brokenPromises(request, drafts), [], `seed ${seed}`)
    assert.deepEqual(chunker.chunk(request), drafts, `seed ${seed} gives another cut the second time`)
  }
})

test('pages of a chunk are exactly those its characters lie on, whatever the cut', () => {
  for (let seed = 1001; seed <= 1150; seed++) {
    const request = randomRequest(seed)
    for (const draft of chunker.chunk(request)) {
      const touched = request.pages.filter(page =>
        /\S/.test(request.markdown.slice(Math.max(page.start, draft.start), Math.min(page.end, draft.end))),
      )
      assert.equal(draft.pages?.first ?? null, touched[0]?.number ?? null, `seed ${seed}`)
      assert.equal(draft.pages?.last ?? null, touched.at(-1)?.number ?? null, `seed ${seed}`)
    }
  }
})

test('the time a text takes grows with its length, not with its square', async () => {
  const markdown = `${'Some words, and then some more words that go on. '.repeat(60)}\n\n`.repeat(400)
  assert.ok(markdown.length > 1_000_000)
  assert.ok((await cpuMs(() => chunker.chunk(requestFor(markdown)))) < 5000)
})

const bricks = [
  '# Top\n',
  '## Under it\n\n',
  'Setext\n---\n',
  '\n\n',
  'A short sentence. ',
  'Dr. J. Smith paid 3. 50 euros, e.g. in cash; was it enough? ',
  'one two three four five six seven eight nine ten eleven twelve\n',
  '- item one\n- item two. Second sentence\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '```\ncode # not a heading\n\n  more\n```\n',
  '    indented code\n',
  '日本語の文です。次の文、そして',
  '👩‍👩‍👧 ',
  'Wort'.repeat(40),
  '\0',
  '---\n\n',
  '> quoted words here\n',
]

function randomRequest(seed: number): ChunkRequest {
  const { next, below: upTo } = seededRandom(seed)
  const markdown = Array.from({ length: upTo(120) }, () => bricks[upTo(bricks.length)] ?? '').join('')
  const maxTokens = 1 + upTo(next() < 0.5 ? 8 : 120)
  const policy: ChunkPolicy = {
    maxTokens,
    overlapTokens: upTo(maxTokens),
    minTokens: upTo(maxTokens + 1),
    headingContext: upTo(4),
  }
  const request = requestFor(markdown, { policy, pages: randomPages(markdown.length, upTo) })
  return { ...request, countTokens: measures[upTo(measures.length)] ?? countWords }
}

function randomPages(length: number, upTo: (limit: number) => number): Page[] {
  const pages: Page[] = []
  for (let start = upTo(20); start < length; start += upTo(10)) {
    const end = Math.min(length, start + upTo(300))
    pages.push({ number: pages.length + 1, label: null, start, end, ocr: false })
    start = end
  }
  return pages
}
