import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference } from '../../../../test/support/sample-references.ts'
import type { Reference } from '../../../core/model/reference.ts'
import { arxivOfReference, type VersionSigns, weighVersion } from './weigh-version.ts'

const article = makeReference({
  type: 'article-journal',
  container: 'Journal of Night Birds',
  pages: '465–74',
  doi: '10.1000/owls',
})
const preprint = makeReference({ type: 'article', url: 'https://arxiv.org/abs/1706.03762' })

describe('a document fits a reference', () => {
  const cases: [promise: string, signs: Partial<VersionSigns>, reference: Reference, sign: -1 | 0 | 1][] = [
    ['with its DOI', { doi: 'https://doi.org/10.1000/OWLS' }, article, 1],
    ['with its number of pages', { pageCount: 10 }, article, 1],
    ['with its journal on the first page', { firstPage: 'JOURNAL OF NIGHT\nBIRDS 8' }, article, 1],
    ['with its arXiv number', { fileName: '1706.03762v1.pdf' }, preprint, 1],
    ['not with another DOI', { doi: '10.1000/other' }, article, -1],
    ['not as a preprint with as many pages', { firstPage: '*Preprint*', pageCount: 10 }, article, -1],
    [
      'not as a preprint submitted to a journal',
      { firstPage: 'Preprint submitted to Elsevier' },
      article,
      -1,
    ],
    ['not with a stamp of arXiv', { firstPage: 'arXiv:hep-th/9901001v2 1 Jan 1999' }, article, -1],
    ['not with a DOI of a server', { doi: '10.1101/069187' }, { ...article, doi: null }, -1],
    [
      'not with the notice of a server',
      { firstPage: 'This preprint was not certified by peer review.' },
      article,
      -1,
    ],
    ['not as a preprint of another number', { fileName: '1801.00001.pdf' }, preprint, -1],
    [
      'as the article, when it only cites a preprint',
      { firstPage: 'See arXiv:1706.03762 for more.' },
      article,
      1,
    ],
    ['as the article, when it writes about preprints', { firstPage: 'Preprint servers help.' }, article, 1],
    ['perhaps, when nothing tells', {}, preprint, 0],
  ]
  for (const [promise, signs, reference, sign] of cases)
    test(promise, () => {
      const document = { doi: null, fileName: 'a.pdf', firstPage: '', pageCount: null, ...signs }
      assert.equal(Math.sign(weighVersion(document, reference).score), sign)
    })
})

describe('the arXiv number of a reference', () => {
  const cases: [fields: Partial<Reference>, number: string | null][] = [
    [{ doi: '10.48550/arxiv.1706.03762' }, '1706.03762'],
    [{ url: 'https://arxiv.org/pdf/1706.03762v5.pdf' }, '1706.03762'],
    [{ container: 'arXiv preprint arXiv:1706.03762' }, '1706.03762'],
    [{ number: 'arXiv:hep-th/9901001' }, 'hep-th/9901001'],
    [{ url: 'https://example.org/1706.03762' }, null],
  ]
  for (const [fields, number] of cases)
    test(`${Object.values(fields)[0]} is ${number}`, () =>
      assert.equal(arxivOfReference(makeReference(fields)), number))
})
