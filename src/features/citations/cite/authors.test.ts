import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import { type CitationStyle, citationStyles } from '../format-citation.ts'
import { writeCitation } from './write-citation.ts'

const many = (count: number) =>
  people(...Array.from({ length: count }, (_, index) => `N${index + 1}, Ada B.`))

const numbers = (from: number, to: number, write: (number: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, index) => write(from + index))

type Expected = Readonly<Record<Exclude<CitationStyle, 'bibtex'>, { list: string; inText: string }>>

/** How each style starts the reference to a book of 2001, and cites it in the text. */
const cases: [authors: number, expected: Expected][] = [
  [
    1,
    {
      apa: { list: 'N1, A. B. (2001). T.', inText: '(N1, 2001)' },
      vancouver: { list: 'N1 AB. T. 2001.', inText: '(1)' },
      harvard: { list: 'N1, A.B. (2001) T.', inText: '(N1, 2001)' },
    },
  ],
  [
    2,
    {
      apa: { list: 'N1, A. B., & N2, A. B. (2001). T.', inText: '(N1 & N2, 2001)' },
      vancouver: { list: 'N1 AB, N2 AB. T. 2001.', inText: '(1)' },
      harvard: { list: 'N1, A.B. and N2, A.B. (2001) T.', inText: '(N1 and N2, 2001)' },
    },
  ],
  [
    3,
    {
      apa: { list: 'N1, A. B., N2, A. B., & N3, A. B. (2001). T.', inText: '(N1 et al., 2001)' },
      vancouver: { list: 'N1 AB, N2 AB, N3 AB. T. 2001.', inText: '(1)' },
      harvard: { list: 'N1, A.B., N2, A.B. and N3, A.B. (2001) T.', inText: '(N1, N2 and N3, 2001)' },
    },
  ],
  [
    7,
    {
      apa: {
        list: `${numbers(1, 6, n => `N${n}, A. B.`).join(', ')}, & N7, A. B. (2001). T.`,
        inText: '(N1 et al., 2001)',
      },
      vancouver: { list: `${numbers(1, 6, n => `N${n} AB`).join(', ')}, et al. T. 2001.`, inText: '(1)' },
      harvard: { list: 'N1, A.B. et al. (2001) T.', inText: '(N1 et al., 2001)' },
    },
  ],
  [
    21,
    {
      apa: {
        list: `${numbers(1, 19, n => `N${n}, A. B.`).join(', ')}, . . . N21, A. B. (2001). T.`,
        inText: '(N1 et al., 2001)',
      },
      vancouver: { list: `${numbers(1, 6, n => `N${n} AB`).join(', ')}, et al. T. 2001.`, inText: '(1)' },
      harvard: { list: 'N1, A.B. et al. (2001) T.', inText: '(N1 et al., 2001)' },
    },
  ],
]

describe('authors, from one to more than anybody names', () => {
  for (const [count, expected] of cases)
    for (const style of ['apa', 'vancouver', 'harvard'] as const)
      test(`${count} in ${style}`, () => {
        const reference = makeReference({ type: 'book', authors: many(count), issued: on(2001), title: 'T' })
        const { text, inText } = writeCitation(reference, style)
        assert.deepEqual({ list: text, inText }, expected[style])
      })

  test('BibTeX names all of them', () => {
    const { text } = writeCitation(makeReference({ authors: many(21), title: 'T' }), 'bibtex')
    assert.equal(text.match(/ and /g)?.length, 20)
  })

  test('nobody and no date is said in the words of each style', () => {
    const texts = citationStyles.map(
      style => writeCitation(makeReference({ type: 'book', title: 'Who knows?' }), style).text,
    )
    assert.deepEqual(texts, [
      'Who knows? (n.d.).',
      'Who knows? [date unknown].',
      'Who knows? (no date).',
      '@book{key,\n  title = {Who knows?}\n}',
    ])
  })
})
