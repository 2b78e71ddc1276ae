import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference } from '../../../test/support/sample-references.ts'
import type { Document } from '../../core/model/document.ts'
import { referenceIndex } from './cite/match-reference.ts'
import { describeSource, findDoi, findDoiInText } from './describe-source.ts'

describe('the DOI of a first page', () => {
  const cases: [promise: string, text: string, doi: string | null][] = [
    ['after "doi:"', 'Nature. DOI: 10.1038/S41597-023-02464-W. Published', '10.1038/s41597-023-02464-w'],
    ['as an address', 'https://doi.org/10.1038/s41597-023-02464-w\n', '10.1038/s41597-023-02464-w'],
    ['as a Markdown link', '[10.1000/x(1)](https://doi.org/10.1000/x(1))', '10.1000/x(1)'],
    ['with brackets of its own', 'doi:10.1016/S0167-9236(02)00110-0.', '10.1016/s0167-9236(02)00110-0'],
    ['in brackets', '(see doi:10.1000/abc)', '10.1000/abc'],
    ['with escaped underscores', 'https://doi.org/10.1007/978-3\\_21', '10.1007/978-3_21'],
    ['bare, when it is the only one', 'Article 10.1000/abc here', '10.1000/abc'],
    ['none, when several bare ones stand there', '10.1000/abc and 10.1000/def', null],
    ['announced before bare', '10.1000/abc and doi:10.1000/def', '10.1000/def'],
    ['none of a bibliography', '# Paper\n\nText\n\n## References\n\n1. Doe. doi:10.1000/other', null],
    ['none', 'Version 10.5/2 of the text', null],
  ]
  for (const [promise, text, doi] of cases) test(promise, () => assert.equal(findDoiInText(text), doi))
})

describe('the DOI of a document', () => {
  const page = (number: number, start: number, end: number) => ({
    number,
    label: null,
    start,
    end,
    ocr: false,
  })

  test('metadata comes before the text', () => {
    const document = {
      markdown: 'doi:10.1000/text',
      pages: [],
      metadata: { doi: 'https://doi.org/10.1000/META' },
    }
    assert.equal(findDoi(document), '10.1000/meta')
  })

  test('metadata may say it within a sentence', () => {
    const metadata = { subject: 'Scientific Data, doi:10.1038/s41597-023-02464-w' }
    assert.equal(findDoi({ markdown: '', pages: [], metadata }), '10.1038/s41597-023-02464-w')
  })

  test('only the first page with text is searched', () => {
    const markdown = '  \nTitle page\ndoi:10.1000/cited'
    assert.equal(
      findDoi({ markdown, pages: [page(1, 0, 3), page(2, 3, 14), page(3, 14, 40)], metadata: {} }),
      null,
    )
    assert.equal(findDoi({ markdown, pages: [page(1, 0, 3), page(2, 3, 40)], metadata: {} }), '10.1000/cited')
  })

  test('a text without pages is searched at its beginning', () => {
    assert.equal(findDoi({ markdown: 'doi:10.1000/a', pages: [], metadata: {} }), '10.1000/a')
    assert.equal(findDoi({ markdown: `${'x '.repeat(5_000)}doi:10.1000/a`, pages: [], metadata: {} }), null)
  })
})

describe('pages of a document that the reference describes', () => {
  const reference = makeReference({
    type: 'article-journal',
    title: 'How Owls Hear in the Dark',
    container: 'Journal of Night Birds',
    pages: '465–466',
  })
  const item = {
    name: 'owls.pdf',
    read: () => Promise.reject(new Error('not read')),
    metadata: {},
    reference: null,
    page: null,
  }
  const cases: [promise: string, firstPage: string, labels: (string | null)[] | undefined][] = [
    ['are counted from its range', 'How Owls Hear in the Dark', ['465', '466']],
    ['are not counted in a preprint of it', 'arXiv:1912.01234v2 [q-bio.NC] 3 Dec 2019', undefined],
  ]
  for (const [promise, firstPage, labels] of cases)
    test(promise, () => {
      const at = firstPage.length
      const document: Document = {
        id: 'd',
        collection: 'c',
        source: '/papers/owls.pdf',
        title: 'How Owls Hear in the Dark',
        fileType: 'pdf',
        lastModified: null,
        contentHash: '',
        fingerprint: '',
        createdAt: '2026-01-01T00:00:00Z',
        language: 'en',
        metadata: {},
        warnings: [],
        pageLabelSource: 'none',
        markdown: `${firstPage}second`,
        pages: [
          { number: 1, label: null, start: 0, end: at, ocr: false },
          { number: 2, label: null, start: at, end: at + 6, ocr: false },
        ],
        outline: [],
      }
      const described = describeSource(item, referenceIndex([reference]))(document)
      assert.deepEqual(
        described.labels?.pages.map(page => page.label),
        labels,
      )
    })
})
