import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeReference, on, people } from '../../../../test/support/sample-references.ts'
import type { Reference } from '../../../core/model/reference.ts'
import { writeCitation } from './write-citation.ts'

/** Expected strings follow the patterns of Cite Them Right, without italics. */
const cases: [promise: string, fields: Partial<Reference>, expected: string][] = [
  [
    'a journal article',
    {
      type: 'article-journal',
      authors: people('Bright, Martin'),
      issued: on(1985),
      title: 'The poetry of art',
      container: 'Theatre in Art',
      volume: '8',
      issue: '4',
      pages: '112-118',
      doi: '10.1000/xyz',
      accessed: on(2020, 1, 1),
    },
    'Bright, M. (1985) ‘The poetry of art’, Theatre in Art, 8(4), pp. 112–118. Available at: https://doi.org/10.1000/xyz.',
  ],
  [
    'a book in a later edition',
    {
      type: 'book',
      authors: people('Bell, Judith'),
      issued: on(2014),
      title: 'Doing your research project',
      edition: '6',
      place: 'Maidenhead',
      publisher: 'Open University Press',
    },
    'Bell, J. (2014) Doing your research project. 6th edn. Maidenhead: Open University Press.',
  ],
  [
    'two authors',
    {
      type: 'book',
      authors: people('Goddard, Jim', 'Barrett, Sally'),
      issued: on(2015),
      title: 'The health needs of young people leaving care',
      place: 'Norwich',
      publisher: 'University of East Anglia',
    },
    'Goddard, J. and Barrett, S. (2015) The health needs of young people leaving care. Norwich: University of East Anglia.',
  ],
  [
    'three authors are named, four are not',
    { type: 'book', authors: people('A, B. C.', 'D, E.', 'F, G.'), issued: on(2001), title: 'T' },
    'A, B.C., D, E. and F, G. (2001) T.',
  ],
  [
    'four authors',
    { type: 'book', authors: people('A, B. C.', 'D, E.', 'F, G.', 'H, I.'), issued: on(2001), title: 'T' },
    'A, B.C. et al. (2001) T.',
  ],
  [
    'an edited book',
    {
      type: 'book',
      editors: people('Holt, Richard'),
      issued: on(1990),
      title: 'Sport and the working class in modern Britain',
      place: 'Manchester',
      publisher: 'Manchester University Press',
    },
    'Holt, R. (ed.) (1990) Sport and the working class in modern Britain. Manchester: Manchester University Press.',
  ],
  [
    'a chapter',
    {
      type: 'chapter',
      authors: people('Franklin, A. W.'),
      editors: people('Smith, S. M.'),
      issued: on(2012),
      title: 'Management of the problem',
      container: 'The maltreatment of children',
      place: 'Lancaster',
      publisher: 'MTP',
      pages: '83-95',
    },
    'Franklin, A.W. (2012) ‘Management of the problem’, in S.M. Smith (ed.) The maltreatment of children. Lancaster: MTP, pp. 83–95.',
  ],
  [
    'a conference paper',
    {
      type: 'paper-conference',
      authors: people('Drogen, Emilia'),
      issued: on(2014),
      title: 'Changing how we do business',
      container: 'Proceedings of the 12th annual outreach conference',
      place: 'Philadelphia',
      publisher: 'Institute of Commerce',
      pages: '35–41',
    },
    'Drogen, E. (2014) ‘Changing how we do business’, Proceedings of the 12th annual outreach conference. Philadelphia: Institute of Commerce, pp. 35–41.',
  ],
  [
    'a thesis',
    {
      type: 'thesis',
      genre: 'PhD thesis',
      authors: people('Parsons, John David'),
      issued: on(2018),
      title: 'Nutrition in contact sports',
      publisher: 'Nottingham Trent University',
      url: 'http://irep.ntu.ac.uk/1',
      accessed: on(2018, 7, 1),
    },
    'Parsons, J.D. (2018) Nutrition in contact sports. PhD thesis. Nottingham Trent University. Available at: http://irep.ntu.ac.uk/1 (Accessed: 1 July 2018).',
  ],
  [
    'a report with a number',
    {
      type: 'report',
      authors: people('Department of Health'),
      issued: on(2012),
      title: 'Health inequalities',
      number: '77',
      place: 'London',
      publisher: 'TSO',
    },
    'Department of Health (2012) Health inequalities. Report no. 77. London: TSO.',
  ],
  [
    'a web page',
    {
      type: 'webpage',
      authors: people('Burton, Peter A.'),
      issued: on(2012),
      title: 'Castles of the Knights Templar',
      url: 'http://www.templars.example/castles',
      accessed: on(2012, 6, 24),
    },
    'Burton, P.A. (2012) Castles of the Knights Templar. Available at: http://www.templars.example/castles (Accessed: 24 June 2012).',
  ],
  [
    'a newspaper article',
    {
      type: 'article-newspaper',
      authors: people('Mansell, Warwick', 'Bloom, Adi'),
      issued: on(2012, 6, 20),
      title: '£10,000 carrot to tempt physics experts',
      container: 'The Guardian',
      pages: '5',
    },
    'Mansell, W. and Bloom, A. (2012) ‘£10,000 carrot to tempt physics experts’, The Guardian, 20 June, p. 5.',
  ],
  [
    'a report of a kind',
    {
      type: 'report',
      genre: 'working paper',
      number: '7',
      authors: people('Doe, J.'),
      issued: on(2001),
      title: 'T',
      publisher: 'I',
    },
    'Doe, J. (2001) T. Working paper no. 7. I.',
  ],
  [
    'a report of no number',
    { type: 'report', genre: 'working paper', authors: people('Doe, J.'), issued: on(2001), title: 'T' },
    'Doe, J. (2001) T. Working paper.',
  ],
  [
    'without author and date',
    { type: 'book', title: 'Medicine in old age', publisher: 'House' },
    'Medicine in old age (no date). House.',
  ],
  [
    'a chapter with two editors, and a paper with one',
    {
      type: 'chapter',
      authors: people('Bartle, John'),
      editors: people('Allen, Nicholas', 'Bartle, John'),
      issued: on(2010),
      title: 'Why Labour lost?',
      container: 'Britain at the polls',
      edition: '2',
      publisher: 'SAGE',
      pages: '146',
    },
    'Bartle, J. (2010) ‘Why Labour lost?’, in N. Allen and J. Bartle (eds) Britain at the polls. 2nd edn. SAGE, p. 146.',
  ],
  [
    'a paper in proceedings with an editor',
    {
      type: 'paper-conference',
      authors: people('Drogen, E.'),
      editors: people('Roe, J. K.'),
      issued: on(2014),
      title: 'T',
      container: 'Proceedings',
    },
    'Drogen, E. (2014) ‘T’, in J.K. Roe (ed.) Proceedings.',
  ],
  [
    'a preprint',
    {
      type: 'article',
      authors: people('Shirani, A.', 'Doe, J.'),
      issued: on(2015),
      title: 'The T',
      publisher: 'arXiv',
      number: 'arXiv:1501.01',
      url: 'https://arxiv.org/abs/1501.01',
      accessed: on(2016, 2, 3),
    },
    'Shirani, A. and Doe, J. (2015) ‘The T’, arXiv [Preprint]. Available at: https://arxiv.org/abs/1501.01 (Accessed: 3 February 2016).',
  ],
  [
    'a newspaper article without author: the newspaper stands in',
    {
      type: 'article-newspaper',
      issued: on(2012, 6, 14),
      title: 'Bank accounts',
      container: 'The Times',
      pages: '7',
    },
    'The Times (2012) ‘Bank accounts’, 14 June, p. 7.',
  ],
  [
    'a journal article without author: the title does',
    {
      type: 'article-journal',
      issued: on(2012),
      title: 'Editorial',
      container: 'Nature',
      volume: '4',
      pages: '7-8',
    },
    '‘Editorial’ (2012) Nature, 4, pp. 7–8.',
  ],
]

describe('Harvard', () => {
  for (const [promise, fields, expected] of cases)
    test(promise, () => assert.equal(writeCitation(makeReference(fields), 'harvard').text, expected))

  const pages = { first: 3, last: 4, firstLabel: 'iii', lastLabel: 'iv', fileType: 'pdf' }
  const inText: [promise: string, fields: Partial<Reference>, expected: string][] = [
    ['one author', { authors: people('Bell, J.'), issued: on(2014) }, '(Bell, 2014, pp. iii–iv)'],
    [
      'three authors',
      { authors: people('A, B.', 'C, D.', 'E, F.'), issued: on(2014) },
      '(A, C and E, 2014, pp. iii–iv)',
    ],
    [
      'four authors',
      { authors: people('A, B.', 'C, D.', 'E, F.', 'G, H.'), issued: on(2014) },
      '(A et al., 2014, pp. iii–iv)',
    ],
    [
      'a newspaper',
      { type: 'article-newspaper', title: 'Bank accounts', container: 'The Times', issued: on(2012) },
      '(The Times, 2012, pp. iii–iv)',
    ],
    ['no author, no date', { title: 'Medicine in old age' }, '(Medicine in old age, no date, pp. iii–iv)'],
  ]
  for (const [promise, fields, expected] of inText)
    test(`in the text: ${promise}`, () =>
      assert.equal(writeCitation(makeReference(fields), 'harvard', pages).inText, expected))
})
