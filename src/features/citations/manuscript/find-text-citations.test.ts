import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManuscriptBlock } from '../../../core/model/manuscript.ts'
import { findTextCitations } from './find-text-citations.ts'

function cited(text: string, kind: ManuscriptBlock['kind'] = 'text', keys: readonly string[] = []) {
  const blocks = [{ kind, start: 0, end: text.length, anchor: kind === 'note' ? 0 : null }]
  return findTextCitations({ text, blocks, citations: [] }, new Set(keys)).map(citation => [
    citation.written,
    citation.isNarrative,
    ...citation.works.map(({ key, authors, year, pages }) => [key ?? authors.join('+'), year, pages]),
  ])
}

test('author and year in brackets, with pages in the ways people write them', () => {
  const cases: [string, unknown[]][] = [
    ['as known (Lessig 2004, p. 63).', ['(Lessig 2004, p. 63)', false, ['Lessig', '2004', '63']]],
    ['as known (Lessig, 2004: 63–65).', ['(Lessig, 2004: 63–65)', false, ['Lessig', '2004', '63–65']]],
    [
      'wie bekannt (vgl. Müller 1998a, S. 12 f.).',
      ['(vgl. Müller 1998a, S. 12 f.)', false, ['Müller', '1998a', '12–13']],
    ],
    [
      'as known (see also van Gogh & Hunter, 1947, pp. 265-70).',
      ['(see also van Gogh & Hunter, 1947, pp. 265-70)', false, ['van Gogh+Hunter', '1947', '265–270']],
    ],
    ['as known (Adorno et al. 1950).', ['(Adorno et al. 1950)', false, ['Adorno', '1950', null]]],
    [
      'as known (Lessig 2004, p. 63; Arendt 1958, 7).',
      ['(Lessig 2004, p. 63; Arendt 1958, 7)', false, ['Lessig', '2004', '63'], ['Arendt', '1958', '7']],
    ],
    ['as known (Lessig 2004, ch. 3).', ['(Lessig 2004, ch. 3)', false, ['Lessig', '2004', null]]],
    ['In this vein Lessig (2004: 63) writes.', ['Lessig (2004: 63)', true, ['Lessig', '2004', '63']]],
    ['However, O’Neil (2016, p. xiv) doubts it.', ['O’Neil (2016, p. xiv)', true, ['O’Neil', '2016', 'xiv']]],
    [
      'as known (lessig2004free, pp. 77–78).',
      ['(lessig2004free, pp. 77–78)', false, ['lessig2004free', null, '77–78']],
    ],
  ]
  for (const [text, expected] of cases) assert.deepEqual(cited(text), [expected], text)
})

test('years, dates and remarks in brackets are no citations', () => {
  for (const text of [
    'The war (1914) was long.',
    'In May 2004 nothing happened (in March 2005 neither).',
    'The Act (see Figure 2004) applies (Windows 2000).',
    'A number (12) and a list (a; b; c) stay.',
    'Since (2004) it is known.',
  ])
    assert.deepEqual(cited(text), [], text)
})

test('a page alone and "ibid." mean the work that was cited before', () => {
  assert.deepEqual(cited('Lessig (2004) says “one two” (p. 63).').at(-1), [
    '(p. 63)',
    false,
    ['Lessig', '2004', '63'],
  ])
  assert.deepEqual(cited('It is so (Lessig 2004, p. 3) and so (ibid., p. 4).').at(-1), [
    '(ibid., p. 4)',
    false,
    ['Lessig', '2004', '4'],
  ])
  assert.deepEqual(cited('Nothing was cited (p. 63).'), [])
})

test('a note cites without brackets', () => {
  assert.deepEqual(cited('Lessig 2004, p. 63.', 'note'), [
    ['Lessig 2004, p. 63', false, ['Lessig', '2004', '63']],
  ])
  assert.deepEqual(cited('Lessig 2004, p. 63.'), [])
})
