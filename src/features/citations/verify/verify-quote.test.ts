import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../../core/model/failure.ts'
import { openShelf, testClock } from './test/shelf.ts'

const essay = {
  title: 'Essay',
  metadata: { citekey: 'doe2020', year: 2020 },
  pages: [
    {
      label: 'xi',
      text: '# On Paper\n\nThe *oﬃce* kept **two** ledgers, and neither of them was complete. Nobody had ever asked why; the clerk did not say.',
    },
    {
      label: 'xii',
      text: '## Of Ink\n\nIron gall ink turns brown after some hundred years, which is well-known to archi-\nvists and “readers” alike. It was bought for 12 shillings in 1843 by the',
    },
    {
      label: '1',
      text: 'warden of the mill [see below], who paid late. See [the ledger](https://example.org/ledger) for more.[^3] It costs 5% of the price.',
    },
  ],
}

test('the same words are exact, however they are set', async context => {
  const { verify } = await openShelf(context, [essay])
  const quotes = [
    'The office kept two ledgers, and neither of them was complete.',
    'the office kept two ledgers, and neither',
    '“…kept two ledgers, and neither of them was complete”',
    '**kept** two\nledgers,   and neither of them was com\u00adplete',
    'kept two ledgers , and nei- ther of them was complete',
    'well-known to archivists and "readers" alike',
    'well–known to archi-\nvists and ‘readers’ alike',
    'bought for 12 shillings in 1843 by the warden of the mill [see below], who paid late',
    'See the ledger for more. It costs 5% of the price',
    'Nobody had ever asked why; the clerk did not say. Of Ink Iron gall ink',
  ]
  for (const quote of quotes) assert.equal((await verify(quote)).verdict, 'exact', quote)
})

test('a quote with ligatures is exact in a text without them, and points at its letters', async context => {
  const text = 'It was said that the final office effort of the staff was flawless, in fact.'
  const { verify } = await openShelf(context, [{ title: 'Letters', markdown: text }])
  const { verdict, matches } = await verify('the ﬁnal oﬃce eﬀort of the staﬀ was ﬂawless')
  assert.equal(verdict, 'exact')
  assert.equal(matches[0]?.text, 'the final office effort of the staff was flawless')
})

test('a word changed, swapped, dropped or put in is never exact, and is named', async context => {
  const { verify } = await openShelf(context, [essay])
  const cases = [
    ['The office kept three ledgers, and neither of them was complete', 'changed', 'three', 'two'],
    ['Iron gall ink turns brown after hundred some years', 'moved', 'hundred some', 'some hundred'],
    ['Nobody had asked why; the clerk did not say', 'missing', '', 'ever'],
    ['Nobody had ever asked why; the clerk did say', 'missing', '', 'not'],
    ['Nobody had ever really asked why; the clerk did not say', 'added', 'really', ''],
    ['It was bought for 13 shillings in 1843', 'changed', '13', '12'],
    ['Iron Gall ink turns brown after some hundred years', 'changed', 'Gall', 'gall'],
    ['the clerk did not, say. Of Ink', 'changed', 'not, say', 'not say'],
    ['turns brown after somehundred years', 'changed', 'somehundred', 'some hundred'],
    ['turns brown after some hundred years, which is well known', 'changed', 'well known', 'well-known'],
  ] as const
  for (const [quote, kind, quoted, found] of cases) {
    const { verdict, matches } = await verify(quote)
    assert.equal(verdict, 'close', quote)
    const [difference] = matches[0]!.differences
    assert.deepEqual({ ...difference, charSpan: null }, { kind, quoted, found, charSpan: null }, quote)
    assert.equal(matches[0]!.differences.length, 1, quote)
  }
})

test('parts of words, signs that make another number, and brackets that hide a change are not exact', async context => {
  const { verify } = await openShelf(context, [
    {
      title: 'Traps',
      markdown:
        'They concat sat only here. It grew by 5 points over 3 years. As shown [12] by us. [Table 1] Comparison of the acts of law [see note four]. Use List<String> as a type. The value is C# and not C at all.',
    },
  ])
  const quotes = [
    'cat sat only here',
    'concat sat on',
    'grew by 5% points over',
    'It grew by -5 points over',
    'over €3 years',
    'As shown [13] by us',
    '[Table 2] Comparison of the acts',
    '[Comparison of the] acts of law',
    'acts of law [see note five]',
    '[Table Comparison of the acts of 1] law',
    'Use List<Integer> as a type',
    'The value is C and not C at all',
  ]
  for (const quote of quotes) assert.notEqual((await verify(quote)).verdict, 'exact', quote)
})

test('an ellipsis or a bracket splits the quote, and what it replaces is shown', async context => {
  const { verify } = await openShelf(context, [essay])
  const { verdict, matches } = await verify('The office kept two ledgers […] the clerk did not say')
  assert.equal(verdict, 'exact')
  assert.deepEqual(matches[0]!.omissions, [
    { mark: '[…]', found: ', and neither of them was complete. Nobody had ever asked why;' },
  ])
  for (const quote of [
    'the office kept ... neither of them was complete',
    'Iron gall ink turns brown after some hundred years [sic], which is well-known',
    'Iron gall ink turns brown … [W]hich is well-known to archivists',
    '[The firm] kept two ledgers, and neither of them was complete',
    'It was bought for [a sum] in 1843 by the warden of the mill',
  ])
    assert.equal((await verify(quote)).verdict, 'exact', quote)
  for (const quote of [
    'the clerk did not say ... the office kept two ledgers',
    'Iron gall ink turns brown [sic] some hundred years',
    'kept two … ledgers of gold … was complete',
  ])
    assert.notEqual((await verify(quote)).verdict, 'exact', quote)
})

test('a quote across pages and chunks is found with both pages, and a stated page is judged apart', async context => {
  const { verify } = await openShelf(context, [essay])
  const quote = 'in 1843 by the warden of the mill'
  const at = async (page: number | string | null) => (await verify(quote, { page })).matches[0]!
  assert.deepEqual((await at(null)).pages, { first: 2, last: 3, firstLabel: 'xii', lastLabel: '1' })
  assert.equal((await at(null)).statedPage, null)
  const matched = { 2: 'pdf', 3: 'pdf', xii: 'label', 'p. XII': 'label', 'pp. 2–3': 'pdf', 1: 'label' }
  for (const [page, by] of Object.entries(matched)) assert.equal((await at(page)).statedPage, by, page)
  const wrong = await verify(quote, { page: 'xi' })
  assert.equal(wrong.verdict, 'exact')
  assert.equal(wrong.matches[0]!.statedPage, 'none')
  assert.deepEqual(wrong.matches[0]!.sectionPath, ['On Paper', 'Of Ink'])
  assert.equal(wrong.matches[0]!.metadata.citekey, 'doe2020')
})

test('a sentence that a footnote cuts in two is close, and the footnote is the difference', async context => {
  const { verify } = await openShelf(context, [
    {
      title: 'Cut',
      pages: [
        { text: 'The warden had bought the mill\n\n3 A footnote at the foot of the page.' },
        { text: 'in the spring of that year, and paid.' },
      ],
    },
  ])
  const { verdict, matches } = await verify('The warden had bought the mill in the spring of that year')
  assert.equal(verdict, 'close')
  assert.deepEqual(
    matches[0]!.differences.map(({ kind, found }) => ({ kind, found })),
    [{ kind: 'missing', found: '3 A footnote at the foot of the page' }],
  )
})

test('a stated page is compared with the printed label first, then with the number of the PDF', async context => {
  const pages = ['ix', 'x', '1', '2', '3', '4'].map((label, index) => ({
    label,
    text: `Leaf ${index} says that the ${['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][index]} mill burned down.`,
  }))
  const { verify } = await openShelf(context, [{ title: 'Mills', pages }])
  const check = async (words: string, page: number | string) =>
    (await verify(`says that the ${words} mill burned down`, { page })).pageCheck
  assert.deepEqual(await check('third', 1), {
    stated: '1',
    matched: 'label',
    message: 'It is on printed page 1 (PDF page 3).',
  })
  assert.deepEqual(await check('sixth', 'p. 6'), {
    stated: '6',
    matched: 'pdf',
    message: 'It is on PDF page 6, which is printed page 4.',
  })
  assert.deepEqual(await check('sixth', 200), {
    stated: '200',
    matched: 'none',
    message: 'It is not on page 200, but on printed page 4 (PDF page 6).',
  })
  assert.equal((await check('second', 'pp. ix–1'))?.matched, 'label', 'between two labels')
  assert.equal(
    (await verify('Nobody ever wrote these seven words anywhere', { page: 3 })).pageCheck?.matched,
    'none',
  )
})

test('a page cannot be checked where there are none, and is not checked when none is stated', async context => {
  const { verify } = await openShelf(context, [
    { title: 'Notes', markdown: 'The mill burned down twice in a year.' },
  ])
  assert.equal((await verify('The mill burned down twice', { page: 3 })).pageCheck?.matched, 'unknown')
  assert.equal((await verify('The mill burned down twice')).pageCheck, null)
})

test('misread letters are close, and a page read by OCR says so', async context => {
  const { verify } = await openShelf(context, [
    {
      title: 'Scan',
      pages: [{ ocr: true, text: 'Tbe modern rnill was bui1t in the year l843 by tbe river.' }],
    },
  ])
  const noisy = await verify('The modern mill was built in the year 1843 by the river')
  assert.equal(noisy.verdict, 'close')
  assert.match(noisy.matches[0]!.note ?? '', /read by OCR/)
  assert.equal(noisy.matches[0]!.isOcr, true)
  const same = await verify('was bui1t in the year l843')
  assert.equal(same.verdict, 'exact')
  assert.match(same.matches[0]!.note ?? '', /read by OCR/)
})

test('every place is given: all documents, all positions; more than can be shown is said', async context => {
  const line = 'All rights are reserved by the owners.'
  const { verify } = await openShelf(context, [
    { title: 'A', markdown: `${line}\n\nOther words stand here.\n\n${line}` },
    { title: 'B', markdown: `Before it. ${line}` },
    {
      title: 'Many',
      markdown: Array.from({ length: 60 }, () => 'This line is said again and again.').join('\n\n'),
    },
  ])
  const { matches } = await verify('All rights are reserved by the owners')
  assert.deepEqual(
    matches.map(match => [match.title, match.charSpan.start]),
    [
      ['A', 0],
      ['A', 65],
      ['B', 11],
    ],
  )
  const many = await verify('This line is said again and again')
  assert.equal(many.matches.length, 50)
  assert.match(many.warnings.join(), /60 places/)
})

test('what is not there is not found, after every document was read', async context => {
  const { verify } = await openShelf(context, [
    essay,
    { title: 'Other', markdown: 'Quite another matter is told in this one.' },
  ])
  const { verdict, matches, checked, warnings } = await verify(
    'Parchment is made of the skins of sheep and goats',
  )
  assert.deepEqual({ verdict, matches, warnings }, { verdict: 'not_found', matches: [], warnings: [] })
  assert.equal(checked.documents, 2)
  assert.equal(checked.chunks, 3)
})

test('what could not be read in time is said, and is not counted as checked', async context => {
  const drafts = Array.from({ length: 5 }, (_, n) => ({
    title: `D${n}`,
    markdown: `Number ${n} tells of sheep and of parchment, but not of goats.`,
  }))
  const { verify } = await openShelf(context, drafts, testClock(10))
  const { verdict, checked, warnings } = await verify('Parchment from sheep and goats', { budgetMs: 35 })
  assert.equal(verdict, 'not_found')
  assert.ok(checked.documents < 5)
  assert.match(warnings.join(), new RegExp(`before ${5 - checked.documents} of 5 documents`))
})

test('documents without its words that could not be read in time are said to be skimmed', async context => {
  const drafts = Array.from({ length: 5 }, (_, n) => ({
    title: `D${n}`,
    markdown: `Number ${n} has its own text here.`,
  }))
  const { verify } = await openShelf(context, drafts, testClock(10))
  const { verdict, checked, warnings } = await verify('Parchment from sheep and goats', { budgetMs: 35 })
  assert.deepEqual([verdict, checked.documents], ['not_found', 5])
  assert.match(warnings.join(), /[1-5] documents were only skimmed/)
})

test('only the named collections and the filter are looked in', async context => {
  const { verify } = await openShelf(context, [
    essay,
    { ...essay, collection: 'secret' },
    { ...essay, title: 'Copy', metadata: { year: 1999 } },
  ])
  const quote = 'neither of them was complete'
  const titles = async (changes: Parameters<typeof verify>[1]) =>
    (await verify(quote, changes)).matches.map(match => match.documentId)
  assert.deepEqual(await titles({}), ['shelf/Copy', 'shelf/Essay'])
  assert.deepEqual(await titles({ collections: ['secret'] }), ['secret/Essay'])
  assert.deepEqual(await titles({ filter: [{ field: 'metadata.year', op: 'equals', value: 2020 }] }), [
    'shelf/Essay',
  ])
  assert.deepEqual(await titles({ filter: [{ field: 'doc_id', op: 'equals', value: 'shelf/Copy' }] }), [
    'shelf/Copy',
  ])
  assert.deepEqual(await titles({ filter: [{ field: 'page', op: 'equals', value: 2 }] }), [])
  assert.deepEqual(await titles({ filter: [{ field: 'section', op: 'starts_with', value: 'On' }] }), [
    'shelf/Copy',
    'shelf/Essay',
  ])
  const rare = await verify('Parchment is made of sheep', {
    filter: [{ field: 'metadata.year', op: 'equals', value: 2020 }],
  })
  assert.equal(rare.checked.documents, 1)
})

test('any script: composed or not, with or without spaces', async context => {
  const { verify } = await openShelf(context, [
    { title: 'Deutsch', language: 'de', markdown: 'Die schönen Bücher über Fußnoten gehören dem Müller.' },
    { title: '中文', language: 'zh', markdown: '知识就是力量，\n但是实践出真知。' },
    { title: 'عربي', language: 'ar', markdown: 'العلم نورٌ والجهل ظلام في كل زمان' },
    { title: '한국어', language: 'ko', markdown: '모든 국민은 법 앞에 평\n등하다고 말한다.' },
  ])
  assert.equal((await verify('Die schönen Bücher über Fußnoten'.normalize('NFD'))).verdict, 'exact')
  assert.equal((await verify('Die schonen Bücher über Fußnoten gehören')).verdict, 'close')
  assert.equal((await verify('知识就是力量，但是实践')).verdict, 'exact')
  const changed = await verify('知识就是金量，但是实践出真知')
  assert.equal(changed.verdict, 'close')
  assert.deepEqual(
    changed.matches[0]!.differences.map(({ quoted, found }) => [quoted, found]),
    [['金', '力']],
  )
  assert.equal((await verify('العلم نور والجهل ظلام')).verdict, 'exact')
  assert.equal((await verify('모든 국민은 법 앞에 평등하다고'.normalize('NFD'))).verdict, 'exact')
})

test('too short, too long, unknown places and filters that cannot hold are refused', async context => {
  const { verify } = await openShelf(context, [essay])
  const code = (expected: string) => (error: unknown) => error instanceof Failure && error.code === expected
  await assert.rejects(verify('two ledgers'), code('INVALID_INPUT'))
  await assert.rejects(verify('** … **'), code('INVALID_INPUT'))
  await assert.rejects(verify('知识力'), code('INVALID_INPUT'))
  await assert.rejects(verify('word '.repeat(401)), code('INVALID_INPUT'))
  await assert.rejects(verify('kept two ledgers', { collections: ['nowhere'] }), code('COLLECTION_NOT_FOUND'))
  const filter = [{ field: 'chunk_index', op: 'equals', value: 1 } as const]
  await assert.rejects(verify('kept two ledgers', { filter }), code('INVALID_FILTER'))
})

test('a caller who has gone away stops the work', async context => {
  const { parts } = await openShelf(context, [essay])
  const { verifyQuote } = await import('./verify-quote.ts')
  const gone = AbortSignal.abort()
  const request = { collections: ['shelf'], quote: 'kept two ledgers', filter: [], page: null }
  await assert.rejects(
    verifyQuote(request, parts, gone),
    (error: unknown) => error instanceof Failure && error.code === 'CANCELLED',
  )
})
