import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatCitation } from '../../../src/cite/format-citation.ts'
import type { Reference } from '../../../src/model/reference.ts'
import { makeReference, on, people } from './sample-references.ts'

/** Expected strings follow the examples of the Publication Manual, 7th edition, without italics. */
const cases: [promise: string, fields: Partial<Reference>, expected: string][] = [
  [
    'a journal article',
    {
      type: 'article-journal',
      authors: people('Grady, Jessica S.', 'Her, Mao', 'Moreno, Geena', 'Perez, Cynthia', 'Yelinek, Jesse'),
      issued: on(2019, 7),
      title: 'Emotions in storybooks',
      container: 'Psychology of Popular Media Culture',
      volume: '8',
      issue: '3',
      pages: '207-217',
      doi: '10.1037/ppm0000185',
      url: 'https://example.org/not-used',
    },
    'Grady, J. S., Her, M., Moreno, G., Perez, C., & Yelinek, J. (2019). Emotions in storybooks. Psychology of Popular Media Culture, 8(3), 207–217. https://doi.org/10.1037/ppm0000185',
  ],
  [
    'a book in a later edition',
    {
      type: 'book',
      authors: people('Jackson, Lynne M.'),
      issued: on(2019),
      title: 'The psychology of prejudice',
      edition: '2',
      publisher: 'American Psychological Association',
      place: 'Washington',
    },
    'Jackson, L. M. (2019). The psychology of prejudice (2nd ed.). American Psychological Association.',
  ],
  [
    'an edited book',
    {
      type: 'book',
      editors: people('Torino, Gina C.', 'Rivera, David P.'),
      issued: on(2019),
      title: 'Microaggression theory',
      publisher: 'John Wiley & Sons',
    },
    'Torino, G. C., & Rivera, D. P. (Eds.). (2019). Microaggression theory. John Wiley & Sons.',
  ],
  [
    'a book with one editor, a volume and a first edition, which is not named',
    {
      type: 'book',
      editors: people('Kesharwani, Prashant'),
      issued: on(2020),
      title: 'Nanotechnology',
      edition: '1st',
      volume: '3',
      publisher: 'Academic Press',
    },
    'Kesharwani, P. (Ed.). (2020). Nanotechnology (Vol. 3). Academic Press.',
  ],
  [
    'a chapter of an edited book',
    {
      type: 'chapter',
      authors: people('Aron, Lisa', 'Botella, Marion', 'Lubart, Todd'),
      editors: people('Subotnik, Rena F.', 'Olszewski-Kubilius, Paula', 'Worrell, Frank C.'),
      issued: on(2019),
      title: 'Culinary arts: Talent and their development',
      container: 'The psychology of high performance',
      pages: '345--359',
      publisher: 'American Psychological Association',
      doi: '10.1037/0000120-016',
    },
    'Aron, L., Botella, M., & Lubart, T. (2019). Culinary arts: Talent and their development. In R. F. Subotnik, P. Olszewski-Kubilius, & F. C. Worrell (Eds.), The psychology of high performance (pp. 345–359). American Psychological Association. https://doi.org/10.1037/0000120-016',
  ],
  [
    'a chapter of a later edition, on one page, two editors',
    {
      type: 'chapter',
      authors: people('Weinstock, R.'),
      editors: people('Rosner, R.', 'Scott, C.'),
      issued: on(2003),
      title: 'Ethics',
      container: 'Forensic psychiatry',
      edition: 'Second',
      pages: '56',
      publisher: 'CRC Press',
    },
    'Weinstock, R. (2003). Ethics. In R. Rosner & C. Scott (Eds.), Forensic psychiatry (2nd ed., p. 56). CRC Press.',
  ],
  [
    'a paper in proceedings',
    {
      type: 'paper-conference',
      authors: people('Bedenel, Anne-Lise', 'Jourdan, Laetitia'),
      editors: people('Battiti, R.'),
      issued: on(2019, 6, 10),
      title: 'Probability estimation',
      container: 'Learning and intelligent optimization',
      pages: '225–240',
      publisher: 'Springer',
      doi: '10.1007/978-3-030-05348-2_21',
    },
    'Bedenel, A.-L., & Jourdan, L. (2019). Probability estimation. In R. Battiti (Ed.), Learning and intelligent optimization (pp. 225–240). Springer. https://doi.org/10.1007/978-3-030-05348-2_21',
  ],
  [
    'a dissertation',
    {
      type: 'thesis',
      genre: 'Doctoral dissertation',
      authors: people('Zambrano-Vazquez, Laura'),
      issued: on(2016),
      title: 'The interaction of state and trait worry',
      publisher: 'University of Arizona',
      url: 'https://repository.arizona.edu/handle/10150/620615',
    },
    'Zambrano-Vazquez, L. (2016). The interaction of state and trait worry [Doctoral dissertation, University of Arizona]. https://repository.arizona.edu/handle/10150/620615',
  ],
  [
    'a report with a number',
    {
      type: 'report',
      genre: 'NIH Publication',
      number: '18-2059',
      authors: people('National Cancer Institute'),
      issued: on(2019),
      title: 'Taking time',
      publisher: 'National Institutes of Health',
      url: 'https://www.cancer.gov/takingtime.pdf',
    },
    'National Cancer Institute. (2019). Taking time (NIH Publication No. 18-2059). National Institutes of Health. https://www.cancer.gov/takingtime.pdf',
  ],
  [
    'a publisher that is the author is not named twice',
    {
      type: 'report',
      authors: people('World Health Organization'),
      issued: on(2014),
      title: 'Comprehensive implementation plan',
      publisher: 'World Health Organization',
    },
    'World Health Organization. (2014). Comprehensive implementation plan.',
  ],
  [
    'a web page with its month',
    {
      type: 'webpage',
      authors: people('National Institute of Mental Health'),
      issued: on(2018, 7),
      title: 'Anxiety disorders',
      container: 'National Institutes of Health',
      url: 'https://www.nimh.nih.gov/anxiety',
      accessed: on(2020, 1, 9),
    },
    'National Institute of Mental Health. (2018, July). Anxiety disorders. National Institutes of Health. https://www.nimh.nih.gov/anxiety',
  ],
  [
    'a web page without a date says when it was seen',
    {
      type: 'webpage',
      authors: people('U.S. Census Bureau'),
      title: 'U.S. and world population clock',
      container: 'U.S. Department of Commerce',
      url: 'https://www.census.gov/popclock/',
      accessed: on(2020, 1, 9),
    },
    'U.S. Census Bureau. (n.d.). U.S. and world population clock. U.S. Department of Commerce. Retrieved January 9, 2020, from https://www.census.gov/popclock/',
  ],
  [
    'a newspaper article; a question mark ends the title',
    {
      type: 'article-newspaper',
      authors: people('Carey, Benedict'),
      issued: on(2019, 3, 22),
      title: 'Can we get better at forgetting?',
      container: 'The New York Times',
      url: 'https://www.nytimes.com/x.html',
    },
    'Carey, B. (2019, March 22). Can we get better at forgetting? The New York Times. https://www.nytimes.com/x.html',
  ],
  [
    'a newspaper in print',
    {
      type: 'article-newspaper',
      authors: people('Harlan, Chico'),
      issued: on(2013, 4, 2),
      title: 'North Korea vows to restart reactor',
      container: 'The Washington Post',
      pages: 'A1, A4',
    },
    'Harlan, C. (2013, April 2). North Korea vows to restart reactor. The Washington Post, A1, A4.',
  ],
  [
    'without author the title comes first',
    {
      type: 'book',
      issued: on(2003),
      title: 'Merriam-Webster’s collegiate dictionary',
      edition: '11th',
      publisher: 'Merriam-Webster',
    },
    'Merriam-Webster’s collegiate dictionary (11th ed.). (2003). Merriam-Webster.',
  ],
  [
    'suffixes, particles and initials already written together',
    {
      type: 'book',
      authors: people(
        'King, Jr., Martin Luther',
        'van der~Meij, Vincent',
        "d'~Alembert, Jean le Rond",
        'Bunge, MA',
        'Matthew, H.C.G.',
      ),
      issued: on(1968),
      title: 'T',
    },
    "King, M. L., Jr., van der Meij, V., d'Alembert, J. L. R., Bunge, M. A., & Matthew, H. C. G. (1968). T.",
  ],
  [
    'names in other scripts stay as they are',
    {
      type: 'book',
      authors: people('长孙无忌', '林, 秀贞', 'Καρυωτάκης, Κώστας'),
      issued: on(2001),
      title: '书',
    },
    '长孙无忌, 林, 秀贞, & Καρυωτάκης, Κ. (2001). 书.',
  ],
  [
    'years before our era',
    { type: 'book', authors: people('Caesar, Gaius'), issued: on(-44), title: 'T' },
    'Caesar, G. (44 B.C.E.). T.',
  ],
  [
    'a data set',
    {
      type: 'dataset',
      authors: people("O'Donohue, William"),
      issued: on(2017),
      title: 'Content analysis',
      publisher: 'ICPSR',
      doi: '10.3886/icpsr36966.v1',
    },
    "O'Donohue, W. (2017). Content analysis [Data set]. ICPSR. https://doi.org/10.3886/icpsr36966.v1",
  ],
  [
    'an unknown type in a container',
    {
      type: 'speech',
      authors: people('Doe, J.'),
      issued: on(2001, 5),
      title: 'Talk',
      container: 'Conference',
    },
    'Doe, J. (2001, May). Talk. Conference.',
  ],
  [
    'an article with an article number and no volume',
    {
      type: 'article-journal',
      authors: people('Doe, J.'),
      issued: on(2001),
      title: 'T',
      container: 'J',
      pages: 'e-123',
    },
    'Doe, J. (2001). T. J, e-123.',
  ],
  [
    'an edition that is no number',
    { type: 'book', authors: people('Doe, J.'), issued: on(2001), title: 'T', edition: 'Rev. ed.' },
    'Doe, J. (2001). T (Rev. ed.).',
  ],
  [
    'a magazine with a volume',
    {
      type: 'article-magazine',
      authors: people('Lyons, D.'),
      issued: on(2009, 6, 15),
      title: 'Don’t iTune us',
      container: 'Newsweek',
      volume: '153',
      issue: '24',
      pages: '27',
    },
    'Lyons, D. (2009, June 15). Don’t iTune us. Newsweek, 153(24), 27.',
  ],
  ['nothing but a title', { title: 'Notes' }, 'Notes. (n.d.).'],
]

describe('APA', () => {
  for (const [promise, fields, expected] of cases)
    test(promise, () => assert.equal(formatCitation(makeReference(fields), 'apa').text, expected))

  test('twenty authors are all named, of twenty-one the first nineteen and the last', () => {
    const authors = (count: number) =>
      people(...Array.from({ length: count }, (_, index) => `N${index + 1}, A.`))
    const twenty = formatCitation(makeReference({ authors: authors(20), title: 'T' }), 'apa').text
    assert.match(twenty, /N18, A\., N19, A\., & N20, A\. \(n\.d\.\)\. T\.$/)
    const more = formatCitation(makeReference({ authors: authors(25), title: 'T' }), 'apa').text
    assert.match(more, /N18, A\., N19, A\., \. \. \. N25, A\. \(n\.d\.\)\. T\.$/)
    assert.doesNotMatch(more, /N20|N24/)
  })

  const span = (first: number, last: number) => ({ first, last, firstLabel: null, lastLabel: null })
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
      assert.equal(formatCitation(makeReference(fields), 'apa', pages && span(...pages)).inText, expected))
})
