import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import type { Reference } from '../../../core/model/reference.ts'
import { apaCases } from './test/apa-cases/index.ts'
import { writeCitation } from './write-citation.ts'

describe('APA', () => {
  for (const [promise, fields, expected] of apaCases)
    test(promise, () => assert.equal(writeCitation(makeReference(fields), 'apa').text, expected))

  test('twenty authors are all named, of twenty-one the first nineteen and the last', () => {
    const authors = (count: number) =>
      people(...Array.from({ length: count }, (_, index) => `N${index + 1}, A.`))
    const twenty = writeCitation(makeReference({ authors: authors(20), title: 'T' }), 'apa').text
    assert.match(twenty, /N18, A\., N19, A\., & N20, A\. \(n\.d\.\)\. T\.$/)
    const more = writeCitation(makeReference({ authors: authors(25), title: 'T' }), 'apa').text
    assert.match(more, /N18, A\., N19, A\., \. \. \. N25, A\. \(n\.d\.\)\. T\.$/)
    assert.doesNotMatch(more, /N20|N24/)
  })

  const span = (first: number, last: number) => ({
    first,
    last,
    firstLabel: String(first),
    lastLabel: String(last),
    fileType: 'pdf',
  })
  const inText: [
    promise: string,
    fields: Partial<Reference>,
    pages: [number, number] | null,
    expected: string,
  ][] = [
    [
      'one author and pages',
      { authors: people('Martin, Robert'), issued: on(2017) },
      [45, 46],
      '(Martin, 2017, pp. 45–46)',
    ],
    ['one page', { authors: people('Martin, Robert'), issued: on(2017) }, [45, 45], '(Martin, 2017, p. 45)'],
    [
      'two authors',
      { authors: people('Salas, E.', "d'~Agostino, L."), issued: on(2020) },
      null,
      "(Salas & d'Agostino, 2020)",
    ],
    [
      'three authors',
      { authors: people('Martin, R.', 'Doe, J.', 'Roe, K.'), issued: on(2020) },
      null,
      '(Martin et al., 2020)',
    ],
    ['no date', { authors: people('World Health Organization') }, null, '(World Health Organization, n.d.)'],
    [
      'no author of a part',
      { title: 'Understanding sensory memory', container: 'Site', issued: on(2018) },
      null,
      '(“Understanding sensory memory,” 2018)',
    ],
    [
      'no author of a whole',
      { type: 'book', title: 'Interpersonal skills', issued: on(2019) },
      null,
      '(Interpersonal skills, 2019)',
    ],
  ]
  for (const [promise, fields, pages, expected] of inText)
    test(`in the text: ${promise}`, () =>
      assert.equal(writeCitation(makeReference(fields), 'apa', pages && span(...pages)).inText, expected))
})
