import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import type { Manuscript } from '../../../core/model/manuscript.ts'
import { findQuotations } from './find-quotations.ts'
import { findTextCitations } from './find-text-citations.ts'
import { pairCitations, withRunning } from './pair-citations.ts'
import { quotedText } from './quoted-text.ts'
import { readMarkdownManuscript } from './read-markdown-manuscript.ts'
import { readTexManuscript } from './read-tex-manuscript.ts'

/** Each quotation with the works that it is paired with. */
function paired(manuscript: Manuscript) {
  const text = withRunning({ ...manuscript, citations: findTextCitations(manuscript, new Set()) })
  const quotations = findQuotations(text)
  return quotations.map(quotation => {
    const { citations } = pairCitations(quotation, text, quotations)
    const works = citations.flatMap(({ works }) =>
      works.map(({ key, authors, pages }) => `${key ?? authors[0]}${pages === null ? '' : ` ${pages}`}`),
    )
    return [quotedText(quotation, text).replace(/\s+/g, ' '), ...works]
  })
}

test('Markdown: keys in brackets and in the sentence, notes, quotations in paragraphs of their own', () => {
  const cases: [string, string[][]][] = [
    ['He says “one two three” [@a, p. 63].', [['one two three', 'a 63']]],
    ['He says “one two three.” [see @a, pp. 63-65; @b]', [['one two three.', 'a 63–65', 'b']]],
    ['@a [p. 63] says “one two three”.', [['one two three', 'a 63']]],
    ['She says “one two three” [-@a, chap. 3].', [['one two three', 'a']]],
    ['He says “one two three”.[^1]\n\n[^1]: See @a [p. 63].', [['one two three', 'a 63']]],
    ['He says “one two three”.^[See @{a:b}, p. 63.]', [['one two three', 'a:b 63']]],
    ['As he says:\n\n> one two\n> three [@a, 63]', [['one two three', 'a 63']]],
    ['As @a [p. 63] says:\n\n> one two three', [['one two three', 'a 63']]],
    ['> one two three [@a,\n> p. 63]', [['one two three', 'a 63']]],
    ['> one two three\n\n[@a, 63]', [['one two three', 'a 63']]],
    [
      'He says “one two” [@a, 1] and she says “three four” [@b, 2].',
      [
        ['one two', 'a 1'],
        ['three four', 'b 2'],
      ],
    ],
    [
      '@a says “one two” and @b says “three four”.',
      [
        ['one two', 'a'],
        ['three four', 'b'],
      ],
    ],
    [
      'He says “one two” and “three four” [@a, 1].',
      [
        ['one two', 'a 1'],
        ['three four', 'a 1'],
      ],
    ],
    ['He says “one two”. Other things follow. They are known [@a, 1].', [['one two']]],
    ['Write to me@example.org “one two three”.', [['one two three']]],
    ['```\n“code two three” [@a]\n```\n\n# References\n\nA, B. “A title here” (2004).', []],
  ]
  for (const [text, expected] of cases) assert.deepEqual(paired(readMarkdownManuscript(text)), expected, text)
})

test('LaTeX: citation commands, quotation commands and environments, notes, accents', async () => {
  const cases: [string, string[][]][] = [
    ["He says ``one two three'' \\cite[63]{a}.", [['one two three', 'a 63']]],
    [
      'He says \\enquote{one \\emph{two} three} \\autocite[see][63--65]{a,b}.',
      [['one two three', 'a', 'b 63–65']],
    ],
    ['\\textcite[63]{a} says \\enquote{one two three}.', [['one two three', 'a 63']]],
    ['He says \\enquote{one two three}\\footcite[p.~63]{a}.', [['one two three', 'a 63']]],
    ['He says \\enquote{one two three}.\\footnote{See \\cite[63]{a}.} More.', [['one two three', 'a 63']]],
    ['He says \\textquote[{\\cite[63]{a}}]{one two three}.', [['one two three', 'a 63']]],
    ['He says \\textcquote[63]{a}{one two three}.', [['one two three', 'a 63']]],
    ['\\autocites[1]{a}[2]{b} say \\enquote{one two three}.', [['one two three', 'a 1', 'b 2']]],
    ['So:\n\\begin{quote}\none two three \\parencite[63]{a}\n\\end{quote}', [['one two three', 'a 63']]],
    ['So:\n\\begin{displaycquote}[63]{a}\none two three\n\\end{displaycquote}', [['one two three', 'a 63']]],
    ['Er sagt "`eins zwei drei"\' \\cite[S.~63]{a}.', [['eins zwei drei', 'a 63']]],
    ['Il dit \\og un deux trois\\fg{} \\cite[63]{a}.', [['un deux trois', 'a 63']]],
    ["He says ``na\\\"{\\i}ve caf\\'e \\& more'' \\cite{a}.", [['naïve café & more', 'a']]],
    ['A \\% sign % “a comment here”\nand \\verb|x| \\begin{verbatim}“one two three”\\end{verbatim} end.', []],
    ['\\newcommand{\\x}{“one two three”} \\label{a} Text.', []],
  ]
  for (const [tex, expected] of cases)
    assert.deepEqual(paired(await readTexManuscript(tex, async () => null)), expected, tex)
})

test('C-MANUSCRIPT-5 included files keep their file and line, and what cannot be read is a warning', async () => {
  const files: Record<string, string> = {
    'one.tex': "% c\nHe says ``one two three'' \\cite{a}.\\input{two}",
    'two.tex': 'More.',
  }
  const read = async (path: string) => files[path] ?? null
  const main =
    '\\documentclass{x}\n\\begin{document}\nStart. \\input{one} \\include{gone}\n\\end{document}\nAfter.'
  const manuscript = await readTexManuscript(main, read)
  const [quotation] = findQuotations(manuscript)
  const place = manuscript.places.findLast(({ start }) => start <= (quotation?.start ?? 0))
  assert.equal(place?.place, 'one.tex line 2')
  assert.match(manuscript.text, /Start\..*More\./s)
  assert.doesNotMatch(manuscript.text, /After/)
  assert.match(manuscript.warnings.join(), /gone/)
})

test('C-MANUSCRIPT-5 a file that includes itself, and braces that never close, end', slow, async () => {
  const manuscript = await readTexManuscript('a \\input{x}', async () => 'b \\input{x}')
  assert.match(manuscript.warnings.join(), /left out/)
  for (const piece of [
    '\\section{',
    '\\enquote{',
    '\\cite[',
    '\\begin{quote}',
    '\\footnote{',
    '{',
    '$',
    '\\begin{a}\\end{a}',
  ])
    await readTexManuscript(piece.repeat(20_000), async () => null)
})
