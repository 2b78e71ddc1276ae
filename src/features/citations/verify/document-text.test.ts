import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
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

test('every letter is mapped back to where it stands, whatever stands between', () => {
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

test('a span taken from a text is found there, and says the same when read again', () => {
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

test('hostile text is read in a time that grows with its length', async () => {
  const busyMs = await cpuMs(() => {
    for (const piece of ['](', '[a](', '[', '<!--', '<a ', '![', '&#', '.', '-\n', '| --- '])
      prepareDocument(toDocument({ title: 'Hostile', markdown: piece.repeat(20_000) }))
  })
  assert.ok(busyMs < 5_000)
})

test('the cache keeps what was used last, stays within its bounds, and reads a changed document anew', async () => {
  const documents = new Map(
    ['a', 'b', 'c'].map(title => [title, toDocument({ title, markdown: `${title} `.repeat(1_000) })]),
  )
  const reads: string[] = []
  const store = {
    async readDocument(id: string) {
      reads.push(id)
      return documents.get(id) ?? null
    },
  }
  const cache = createTextCache(store, 16_000)
  const load = async (title: string) => {
    const summary = documents.get(title) ?? toDocument({ title, markdown: '' })
    return cache.load({ ...summary, id: title })
  }
  for (const title of ['a', 'b', 'a', 'c', 'a', 'b']) await load(title)
  assert.deepEqual(reads, ['a', 'b', 'c', 'b'])
  documents.set('a', toDocument({ title: 'a', markdown: 'quite new' }))
  const changed = await load('a')
  assert.ok(changed !== null && changed !== 'unlikely')
  assert.equal(changed.letters, 'quitenew')
  assert.equal(await load('gone'), null)
  const [first] = reads.splice(0)
  assert.equal(first, 'a')
  const corrected = { ...toDocument({ title: 'a', markdown: 'quite new' }), title: 'Corrected' }
  documents.set('a', corrected)
  const renamed = await load('a')
  assert.ok(renamed !== null && renamed !== 'unlikely')
  assert.equal(renamed.document.title, 'Corrected')
  const summary = { ...toDocument({ title: 'c', markdown: '' }), id: 'c', fingerprint: 'new' }
  assert.equal(await createTextCache(store).load(summary, () => false), 'unlikely')
})
