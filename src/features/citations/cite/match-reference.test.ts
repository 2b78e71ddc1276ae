import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import { matchReference, referenceIndex } from './match-reference.ts'

const references = [
  makeReference({
    citekey: 'clean',
    title: 'Clean Architecture: A Craftsman’s Guide to Software Structure and Design',
    doi: '10.1000/clean',
    authors: people('Martin, Robert C.'),
    issued: on(2017),
  }),
  makeReference({ citekey: 'code', title: 'Clean Code', files: ['C:\\papers\\Code%20Book.pdf'] }),
  makeReference({ citekey: 'twin1', title: 'Introduction to Twins and Their Kin' }),
  makeReference({ citekey: 'twin2', title: 'Introduction to Twins and Their Kin' }),
  makeReference({
    citekey: 'water',
    title: 'Is water H₂O?',
    authors: people('van der~Meer, Gerard'),
    issued: on(2014),
  }),
  makeReference({ citekey: 'strassen', title: 'Große Straßen' }),
  makeReference({ citekey: 'sima', title: '法医学铁道损伤图谱' }),
  makeReference({
    citekey: 'muller2001',
    title: 'Über Äpfel und Bäume',
    doi: 'https://doi.org/10.1000/APFEL',
  }),
  makeReference({ citekey: 'hansard', title: 'Digitization of Debates', doi: '10.1038/s41597-023-02464-w' }),
  makeReference({ citekey: 'order1', title: 'Owls of Night and Day' }),
  makeReference({ citekey: 'order2', title: 'Day and Night of Owls' }),
  makeReference({
    citekey: 'attentionArticle',
    type: 'article-journal',
    title: 'Owls Are All You Need',
    container: 'Journal of Night Birds',
    pages: '465–474',
    doi: '10.1000/owls',
  }),
  makeReference({
    citekey: 'attentionPreprint',
    type: 'article',
    title: 'Owls are all you need',
    url: 'https://arxiv.org/abs/1706.03762',
  }),
]
const index = referenceIndex(references)

describe('a document is matched', () => {
  const cases: [
    promise: string,
    document: { doi?: string; title?: string; fileName?: string; firstPage?: string; pageCount?: number },
    citekey: string | null,
    by?: string,
  ][] = [
    ['by DOI, however it is written', { doi: 'https://dx.doi.org/10.1000/CLEAN' }, 'clean', 'doi'],
    ['by DOI, however the reference writes it', { doi: 'doi:10.1000/apfel' }, 'muller2001', 'doi'],
    ['by DOI before title', { doi: '10.1000/clean', title: 'Clean Code' }, 'clean', 'doi'],
    ['by title when the DOI is unknown', { doi: '10.1000/other', title: 'Clean Code' }, 'code', 'title'],
    [
      'by title without regard to case and punctuation',
      { title: 'CLEAN ARCHITECTURE — a craftsman’s guide to software structure and design.' },
      'clean',
      'title',
    ],
    [
      'by title with one word of ten missing',
      { title: 'Clean Architecture: A Craftsman’s Guide to Software Structure, Design' },
      'clean',
      'title',
    ],
    ['not by a title that shares too few words', { title: 'Clean Architecture' }, null],
    ['by title without regard to accents', { title: 'Uber Apfel und Baume' }, 'muller2001', 'title'],
    ['by title in capitals, which know no ß', { title: 'GROSSE STRASSEN' }, 'strassen', 'title'],
    ['by title with a formula written otherwise', { title: 'Is Water H2O' }, 'water', 'title'],
    ['by title in a script without blanks', { title: '法医学铁道损伤图谱' }, 'sima', 'title'],
    ['the first of equals', { title: 'Introduction to twins and their kin' }, 'twin1', 'title'],
    [
      'by the arXiv number of its stamp, before the title',
      { title: 'Owls Are All You Need', firstPage: 'arXiv:1706.03762v5 [cs.CL] 6 Dec 2017' },
      'attentionPreprint',
      'arxiv',
    ],
    ['by the arXiv number in its DOI', { doi: '10.48550/arXiv.1706.03762' }, 'attentionPreprint', 'arxiv'],
    ['by the arXiv number in its file name', { fileName: '1706.03762v2.pdf' }, 'attentionPreprint', 'arxiv'],
    [
      'of two with the same title: the article by its journal',
      { title: 'Owls Are All You Need', firstPage: 'Journal of Night Birds 8 (2018) 465' },
      'attentionArticle',
      'title',
    ],
    [
      'of two with the same title: the article by its number of pages',
      { title: 'Owls Are All You Need', pageCount: 10 },
      'attentionArticle',
      'title',
    ],
    [
      'of two with the same title: the preprint by what it says of itself',
      { title: 'Owls Are All You Need', firstPage: 'PREPRINT\n\nOwls Are All You Need' },
      'attentionPreprint',
      'title',
    ],
    [
      'of two with the same title: the one with its file name',
      { title: 'Owls Are All You Need', fileName: 'attentionPreprint.pdf' },
      'attentionPreprint',
      'title',
    ],
    [
      'of two with a title that is only printed: the preprint by what it says of itself',
      { title: 'untitled', firstPage: 'A Preprint\n\nOwls Are All You Need\n\nA. Author' },
      'attentionPreprint',
      'title',
    ],
    [
      'by a printed title in its own order of words',
      { title: 'untitled', firstPage: 'Day and Night of Owls\n\nA. Author' },
      'order2',
      'title',
    ],
    ['by the name of a file the reference lists', { fileName: 'code book.PDF' }, 'code', 'file'],
    ['by a file named like the citekey', { fileName: 'Muller2001.pdf' }, 'muller2001', 'file'],
    [
      'by a file whose name begins with the citekey',
      { fileName: 'muller2001 annotated copy.pdf' },
      'muller2001',
      'file',
    ],
    ['not by a file whose name only looks like the citekey', { fileName: 'muller2001b.pdf' }, null],
    [
      'by a file named after the end of its DOI, as publishers do',
      { fileName: 's41597-023-02464-w.pdf' },
      'hansard',
      'file',
    ],
    [
      'by a file named after its whole DOI',
      { fileName: '10.1038_s41597-023-02464-w.pdf' },
      'hansard',
      'file',
    ],
    ['not by a file named after the end of a DOI that says too little', { fileName: 'clean.1.pdf' }, null],
    [
      'by a file named as Zotero does',
      { fileName: 'Martin - 2017 - Clean Architecture A Craftsman’s Guide to Soft.pdf' },
      'clean',
      'file',
    ],
    [
      'by such a name with a particle',
      { fileName: 'van der Meer et al. - 2014 - Is water H2O.pdf' },
      'water',
      'file',
    ],
    [
      'not by such a name of another year',
      { fileName: 'Martin - 2016 - Clean Architecture A Craftsman’s Guide.pdf' },
      null,
    ],
    [
      'by the title printed on its first page, over several lines and below a heading of the series',
      {
        title: 'untitled',
        firstPage:
          'Working Papers\n\n# Clean Architecture\n\nA Craftsman’s Guide to Software\nStructure and Design∗\n\nRobert C. Martin\n\nAbstract',
      },
      'clean',
      'title',
    ],
    ['by a short title where the page begins', { firstPage: '## CLEAN CODE\n\nA handbook' }, 'code', 'title'],
    ['not by a short title further down', { firstPage: 'A\nB\nC\nClean Code\nD' }, null],
    [
      'not by a title that only stands in a sentence',
      { firstPage: 'Abstract\n\nWe follow Introduction to Twins and Their Kin in this.' },
      null,
    ],
    [
      'not by one of several titles that a list prints',
      { firstPage: 'Our publications\n\nÜber Äpfel und Bäume\n\nIntroduction to Twins and Their Kin\n' },
      null,
    ],
    [
      'not by a title below that of another work',
      {
        firstPage:
          'CLEAN CODE\n\nClean Architecture: A Craftsman’s Guide\nto Software Structure and Design\nMartin',
      },
      null,
    ],
    [
      'not by the printed title of a work with another DOI',
      { doi: '10.1000/review', firstPage: 'Digitization of Debates\n\nA review' },
      null,
    ],
    [
      'by file before the printed title',
      { fileName: 'code book.pdf', firstPage: 'Über Äpfel und Bäume' },
      'code',
      'file',
    ],
    ['not by anything', { title: 'Something else', fileName: 'x.pdf' }, null],
    ['not by an empty title', { title: '…' }, null],
  ]
  for (const [promise, document, citekey, by] of cases)
    test(promise, () => {
      const {
        doi = null,
        title = null,
        fileName = 'document.pdf',
        firstPage = '',
        pageCount = null,
      } = document
      const match = matchReference({ doi, title, fileName, firstPage, pageCount }, index)
      assert.deepEqual(match && [match.reference.citekey, match.by], citekey === null ? null : [citekey, by])
    })

  test('a library of twenty thousand is searched in milliseconds', () => {
    const words =
      'the of a theory model system network analysis quantum climate social early modern data'.split(' ')
    const many = Array.from({ length: 20_000 }, (_, position) =>
      makeReference({
        citekey: `k${position}`,
        title: `${words[position % 14]} ${words[(position * 7) % 13]} number ${position}`,
      }),
    )
    const large = referenceIndex(many)
    assert.equal(
      matchReference(
        { doi: null, title: many[19_999]?.title ?? '', fileName: '', firstPage: '', pageCount: null },
        large,
      )?.reference.citekey,
      'k19999',
    )
  })
})
