import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { slow } from '../../../../test/support/slow.ts'
import { seededRandom } from '../../../app/eval/seeded-random.ts'
import { createTextCache, prepareDocument } from './document-text.ts'
import { findExact } from './find-exact.ts'
import { listWords, readLetters } from './letter-stream.ts'
import { parseQuote } from './parse-quote.ts'
import { toDocument } from './test/shelf.ts'

const pieces = [
  'word',
  'Straße',
  'ﬁeld',
  'oﬃce',
  'u\u0308ber',
  'naïve',
  'x²',
  '½',
  '№',
  'ＡＢＣ',
  '𝔘nicode',
  '𠮷野家',
  '漢字',
  'かな',
  '한국',
  '\u1112\u1161\u11ab',
  'نورٌ',
  'עִבְרִית',
  'Σοφός',
  'İstanbul',
  'don’t',
  'well-known',
  'bro-\nken',
  'so\u00adft',
  '1,234.5',
  '5%',
  'C#',
  'snake_case',
  '**bold**',
  '_it_',
  '`code`',
  '[link](https://example.org/a_(b).html "t")',
  '[^12]',
  '![alt](a.png)',
  '<b>tag</b>',
  '<br>',
  '&amp;',
  '&#228;',
  '\\*',
  '|',
  '\n|---|---|\n',
  '\n\n',
  '\n# Heading\n',
  '\n> ',
  '\n- ',
  ' ',
  ' ',
  ' ',
  '—',
  '…',
  '“',
  '”',
  '\u200b',
  '\ufeff',
  '\u0001',
  '\uf0b7',
  'e\u0301\u0323',
  '👩‍🔬',
]

test('every letter is mapped back to its position, whatever is between', slow, () => {
  const random = seededRandom(7)
  for (let round = 0; round < 150; round++) {
    const markdown = Array.from(
      { length: 120 },
      () => random.pick(pieces) + (random.next() < 0.5 ? ' ' : ''),
    ).join('')
    const text = prepareDocument(toDocument({ title: 'Any', markdown }))
    const stream = readLetters(markdown)
    assert.equal(text.letters, stream.folded)
    for (let unit = 0; unit < stream.folded.length; unit++) {
      assert.equal(text.startOf(unit), stream.starts[unit])
      assert.equal(text.endOf(unit), stream.ends[unit])
    }
  }
})

test('a span taken from a text is found there, and says the same when read again', slow, () => {
  const random = seededRandom(11)
  let found = 0
  for (let round = 0; round < 300; round++) {
    const markdown = Array.from({ length: 80 }, () => `${random.pick(pieces)} `).join('')
    const text = prepareDocument(toDocument({ title: 'Any', markdown }))
    const words = listWords(readLetters(markdown))
    const from = random.below(words.length - 8)
    const [first, last] = [words[from]!, words[from + 6]!]
    const quote = markdown.slice(first.start, last.end)
    const { whole } = parseQuote(quote)
    // A slice that cuts a link or a cluster in two is a different text.
    if (readLetters(markdown, first.start, last.end).folded !== whole.stream.folded) continue
    for (const [span] of findExact([whole], text)) {
      found += 1
      const passage = markdown.slice(text.startOf(span!.from), text.endOf(span!.to - 1))
      assert.equal(readLetters(passage).folded, whole.stream.folded)
    }
  }
  assert.ok(found > 200, `only ${found} were found`)
})

test('far jumps between letters keep the map right', () => {
  const markdown = `one ${'-'.repeat(700)} two ${' '.repeat(300)} three`
  const text = prepareDocument(toDocument({ title: 'Far', markdown }))
  assert.equal(text.letters, 'onetwothree')
  assert.equal(text.startOf(3), markdown.indexOf('two'))
  assert.equal(text.startOf(10), markdown.length - 1)
})

test('hostile text is read in a time that grows with its length', slow, async () => {
  const busyMs = await cpuMs(() => {
    for (const piece of ['](', '[a](', '[', '<!--', '<a ', '![', '&#', '.', '-\n', '| --- '])
      prepareDocument(toDocument({ title: 'Hostile', markdown: piece.repeat(20_000) }))
  })
  assert.ok(busyMs < 5_000)
})

test('the cache keeps what was used last, stays within its bounds, and forgets a changed document', () => {
  const documents = new Map(
    ['a', 'b', 'c'].map(title => [title, toDocument({ title, markdown: `${title} `.repeat(1_000) })]),
  )
  const cache = createTextCache(16_000)
  const prepared: string[] = []
  const load = (title: string) => {
    const document = documents.get(title)!
    const known = cache.find(document)
    if (known === null) prepared.push(title)
    return known ?? cache.prepare(document, 'wanted')
  }
  for (const title of ['a', 'b', 'a', 'c', 'a', 'b']) load(title)
  assert.deepEqual(prepared, ['a', 'b', 'c', 'b'])
  documents.set('a', toDocument({ title: 'a', markdown: 'quite new' }))
  assert.equal(load('a').letters, 'quitenew')
  documents.set('a', { ...toDocument({ title: 'a', markdown: 'quite new' }), title: 'Corrected' })
  assert.equal(load('a').document.title, 'Corrected')
})

test('a document of a scan is cached only while there is room', () => {
  const [one, other] = ['one', 'other'].map(title => toDocument({ title, markdown: 'word '.repeat(1_000) }))
  const cache = createTextCache(25_000)
  cache.prepare(one!, 'wanted')
  cache.prepare(other!, 'optional')
  assert.deepEqual([cache.find(one!) === null, cache.find(other!) === null], [false, true])
})
