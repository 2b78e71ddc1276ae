import { on, people } from '../../../../../../test/support/sample-references.ts'
import type { ApaCase } from './index.ts'

/** Conference papers, theses, reports, web pages, data and other works. */
export const apaOtherWorks: readonly ApaCase[] = [
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
    'a thesis that lies in no archive',
    {
      type: 'thesis',
      genre: 'Doctoral dissertation',
      authors: people('Harris, Lauren'),
      issued: on(2014),
      title: 'Instructional leadership perceptions',
      publisher: 'University of Virginia',
    },
    'Harris, L. (2014). Instructional leadership perceptions [Unpublished doctoral dissertation]. University of Virginia.',
  ],
  [
    'a thesis of a kind with a name of its own',
    { type: 'thesis', genre: 'PhD thesis', authors: people('Doe, J.'), title: 'T', publisher: 'U' },
    'Doe, J. (n.d.). T [Unpublished PhD thesis]. U.',
  ],
  [
    'a report of no number and no kind of its own',
    {
      type: 'report',
      genre: 'report',
      authors: people('Doe, J.'),
      issued: on(2016),
      title: 'T',
      publisher: 'I',
    },
    'Doe, J. (2016). T. I.',
  ],
  ['nothing but a title', { title: 'Notes' }, 'Notes. (n.d.).'],
]
