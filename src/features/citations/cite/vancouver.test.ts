import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import type { Reference } from '../../../core/model/reference.ts'
import { writeCitation } from './write-citation.ts'

/** Expected strings follow the samples of the ICMJE. */
const cases: [promise: string, fields: Partial<Reference>, expected: string][] = [
  [
    'a journal article',
    {
      type: 'article-journal',
      authors: people('Halpern, Scott D.', 'Ubel, Peter A.', 'Caplan, Arthur L.'),
      issued: on(2002, 7, 25),
      title: 'Solid-organ transplantation in HIV-infected patients',
      container: 'N Engl J Med',
      volume: '347',
      issue: '4',
      pages: '284-287',
    },
    'Halpern SD, Ubel PA, Caplan AL. Solid-organ transplantation in HIV-infected patients. N Engl J Med. 2002 Jul 25;347(4):284-7.',
  ],
  [
    'more than six authors, and a DOI',
    {
      type: 'article-journal',
      authors: people(
        'Rose, M. E.',
        'Huerbin, M. B.',
        'Melick, J.',
        'Marion, D. W.',
        'Palmer, A. M.',
        'Schiding, J. K.',
        'Kochanek, P. M.',
      ),
      issued: on(2002),
      title: 'Regulation of amino acid concentrations',
      container: 'Brain Res',
      volume: '935',
      issue: '1-2',
      pages: '40-46',
      doi: '10.1000/x',
    },
    'Rose ME, Huerbin MB, Melick J, Marion DW, Palmer AM, Schiding JK, et al. Regulation of amino acid concentrations. Brain Res. 2002;935(1-2):40-6. doi: 10.1000/x.',
  ],
  [
    'an organisation as author',
    {
      type: 'article-journal',
      authors: people('Diabetes Prevention Program Research Group'),
      issued: on(2002),
      title: 'Hypertension, insulin, and proinsulin',
      container: 'Hypertension',
      volume: '40',
      issue: '5',
      pages: '679-686',
    },
    'Diabetes Prevention Program Research Group. Hypertension, insulin, and proinsulin. Hypertension. 2002;40(5):679-86.',
  ],
  [
    'a book',
    {
      type: 'book',
      authors: people('Murray, Patrick R.', 'Rosenthal, Ken S.'),
      issued: on(2002, 3),
      title: 'Medical microbiology',
      edition: '4th ed.',
      place: 'St. Louis',
      publisher: 'Mosby',
    },
    'Murray PR, Rosenthal KS. Medical microbiology. 4th ed. St. Louis: Mosby; 2002.',
  ],
  [
    'editors, and a suffix as ordinal',
    {
      type: 'book',
      editors: people('Gilstrap, III, Larry C.', 'Cunningham, F. G.'),
      issued: on(2002),
      title: 'Operative obstetrics',
      edition: '2',
      place: 'New York',
      publisher: 'McGraw-Hill',
    },
    'Gilstrap LC 3rd, Cunningham FG, editors. Operative obstetrics. 2nd ed. New York: McGraw-Hill; 2002.',
  ],
  [
    'a chapter',
    {
      type: 'chapter',
      authors: people('Meltzer, Paul S.'),
      editors: people('Vogelstein, Bert', 'Kinzler, K. W.'),
      issued: on(2002),
      title: 'Chromosome alterations in human solid tumors',
      container: 'The genetic basis of human cancer',
      place: 'New York',
      publisher: 'McGraw-Hill',
      pages: '93-113',
    },
    'Meltzer PS. Chromosome alterations in human solid tumors. In: Vogelstein B, Kinzler KW, editors. The genetic basis of human cancer. New York: McGraw-Hill; 2002. p. 93-113.',
  ],
  [
    'a conference paper',
    {
      type: 'paper-conference',
      authors: people('Christensen, Steffen', 'Oppacher, Franz'),
      editors: people('Foster, James A.'),
      issued: on(2002),
      title: 'An analysis of computational effort',
      container: 'Genetic programming',
      place: 'Berlin',
      publisher: 'Springer',
      pages: '182-191',
    },
    'Christensen S, Oppacher F. An analysis of computational effort. In: Foster JA, editor. Genetic programming. Berlin: Springer; 2002. p. 182-91.',
  ],
  [
    'a dissertation',
    {
      type: 'thesis',
      genre: 'Doctoral dissertation',
      authors: people('Borkowski, M. M.'),
      issued: on(2002),
      title: 'Infant sleep and feeding',
      place: 'Mount Pleasant (MI)',
      publisher: 'Central Michigan University',
    },
    'Borkowski MM. Infant sleep and feeding [dissertation]. Mount Pleasant (MI): Central Michigan University; 2002.',
  ],
  [
    'a report',
    {
      type: 'report',
      authors: people('Yen, Gary G.'),
      issued: on(2002),
      title: 'Health monitoring',
      number: 'AFRL123',
      place: 'Arlington',
      publisher: 'Air Force Office',
    },
    'Yen GG. Health monitoring. Arlington: Air Force Office; 2002. Report No.: AFRL123.',
  ],
  [
    'a newspaper article',
    {
      type: 'article-newspaper',
      authors: people('Tynan, Trudy'),
      issued: on(2002, 8, 12),
      title: 'Medical improvements lower homicide rate',
      container: 'The Washington Post',
      pages: 'A2',
    },
    'Tynan T. Medical improvements lower homicide rate. The Washington Post. 2002 Aug 12:A2.',
  ],
  [
    'a web page without author',
    {
      type: 'webpage',
      issued: on(2000),
      accessed: on(2002, 7, 9),
      title: 'Cancer-Pain.org',
      place: 'New York',
      publisher: 'Association of Cancer Online Resources, Inc.',
      url: 'http://www.cancer-pain.org/',
    },
    'Cancer-Pain.org [Internet]. New York: Association of Cancer Online Resources, Inc.; 2000 [cited 2002 Jul 9]. Available from: http://www.cancer-pain.org/',
  ],
  [
    'particles, suffixes, hyphens and no date',
    {
      type: 'book',
      authors: people('van der~Meij, Vincent', 'King, Jr., Martin Luther', 'Sartre, Jean-Paul'),
      title: 'Why?',
      publisher: 'House',
    },
    'van der Meij V, King ML Jr, Sartre JP. Why? House; [date unknown].',
  ],
  [
    'people and a group as authors',
    {
      type: 'article-journal',
      authors: people('Vallancien, Guy', 'van~Moorselaar, R. J.', 'Alf-One Study Group'),
      issued: on(2003),
      title: 'Sexual dysfunction in 1,274 European men',
      container: 'J Urol',
      volume: '169',
      issue: '6',
      pages: '2257-2261',
    },
    'Vallancien G, van Moorselaar RJ; Alf-One Study Group. Sexual dysfunction in 1,274 European men. J Urol. 2003;169(6):2257-61.',
  ],
  [
    'a journal article on the Internet',
    {
      type: 'article-journal',
      authors: people('Abood, Sheila'),
      issued: on(2002, 6),
      accessed: on(2002, 8, 12),
      title: 'Quality improvement initiative in nursing homes',
      container: 'Am J Nurs',
      volume: '102',
      issue: '6',
      url: 'http://www.nursingworld.org/AJN/2002/june/Wawatch.htm',
    },
    'Abood S. Quality improvement initiative in nursing homes. Am J Nurs [Internet]. 2002 Jun [cited 2002 Aug 12];102(6). Available from: http://www.nursingworld.org/AJN/2002/june/Wawatch.htm',
  ],
  [
    'a book on the Internet',
    {
      type: 'book',
      editors: people('Foley, K. M.', 'Gelband, H.'),
      issued: on(2001),
      accessed: on(2002, 7, 9),
      title: 'Improving palliative care for cancer',
      place: 'Washington',
      publisher: 'National Academy Press',
      url: 'http://www.nap.edu/books/0309074029/html/',
    },
    'Foley KM, Gelband H, editors. Improving palliative care for cancer [Internet]. Washington: National Academy Press; 2001 [cited 2002 Jul 9]. Available from: http://www.nap.edu/books/0309074029/html/',
  ],
  [
    'a preprint',
    {
      type: 'article',
      authors: people('Bar, D. Z.', 'Atkatsh, K.'),
      issued: on(2016),
      accessed: on(2017, 1, 12),
      title: 'Biotinylation by antibody recognition- A novel method for proximity labeling',
      publisher: 'bioRxiv',
      number: '069187',
      doi: '10.1101/069187',
    },
    'Bar DZ, Atkatsh K. Biotinylation by antibody recognition- A novel method for proximity labeling. bioRxiv 069187 [Preprint]. 2016 [cited 2017 Jan 12]. Available from: https://doi.org/10.1101/069187',
  ],
  [
    'a newspaper on the Internet, a question as title',
    {
      type: 'article-newspaper',
      authors: people('Gaul, Gilbert'),
      issued: on(2005, 7, 24),
      accessed: on(2005, 8, 3),
      title: 'Who pays?',
      container: 'Washington Post',
      pages: 'A12',
      url: 'http://www.washingtonpost.com/x',
    },
    'Gaul G. Who pays? Washington Post [Internet]. 2005 Jul 24 [cited 2005 Aug 3]:A12. Available from: http://www.washingtonpost.com/x',
  ],
  ...(
    [
      ['284-287', '284-7'],
      ['S93-S99', 'S93-9'],
      ['126A-127A', '126A-127A'],
      ['998-1004', '998-1004'],
      ['iii-v', 'iii-v'],
      ['110-115, 120', '110-5, 120'],
      ['e1000167', 'e1000167'],
    ] as const
  ).map(([pages, short]): [string, Partial<Reference>, string] => [
    `pages ${pages}`,
    { type: 'article-journal', title: 'T', container: 'J', issued: on(2001), volume: '1', pages },
    `T. J. 2001;1:${short}.`,
  ]),
]

describe('Vancouver', () => {
  for (const [promise, fields, expected] of cases)
    test(promise, () => assert.equal(writeCitation(makeReference(fields), 'vancouver').text, expected))

  test('in the text a list of one has the number 1', () => {
    const pages = { first: 45, last: 46, firstLabel: null, lastLabel: null, fileType: 'pdf' }
    assert.equal(writeCitation(makeReference({}), 'vancouver').inText, '(1)')
    assert.equal(writeCitation(makeReference({}), 'vancouver', pages).inText, '(1, PDF pp. 45–46)')
  })
})
