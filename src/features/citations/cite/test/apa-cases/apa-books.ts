import { on, people } from '../../../../../../test/support/sample-references.ts'
import type { ApaCase } from './index.ts'

/** Books, chapters and entries. Names and dates are also tested here. */
export const apaBooks: readonly ApaCase[] = [
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
    'an edition that is no number',
    { type: 'book', authors: people('Doe, J.'), issued: on(2001), title: 'T', edition: 'Rev. ed.' },
    'Doe, J. (2001). T (Rev. ed.).',
  ],
  [
    'an entry of a work that is kept up to date says when it was seen',
    {
      type: 'entry-dictionary',
      authors: people('Merriam-Webster'),
      title: 'Self-report',
      container: 'Merriam-Webster.com dictionary',
      url: 'https://www.merriam-webster.com/dictionary/self-report',
      accessed: on(2019, 7, 12),
    },
    'Merriam-Webster. (n.d.). Self-report. In Merriam-Webster.com dictionary. Retrieved July 12, 2019, from https://www.merriam-webster.com/dictionary/self-report',
  ],
]
