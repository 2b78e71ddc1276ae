import { on, people } from '../../../../../../test/support/sample-references.ts'
import type { ApaCase } from './index.ts'

/** Articles of journals, magazines and newspapers, and preprints. */
export const apaPeriodicals: readonly ApaCase[] = [
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
  [
    'a preprint with its number',
    {
      type: 'article',
      authors: people('Ho, Hua-Kuo'),
      issued: on(2014),
      title: 'Teacher preparation for early childhood special education in Taiwan',
      number: 'ED545393',
      publisher: 'ERIC',
      url: 'https://files.eric.ed.gov/fulltext/ED545393.pdf',
    },
    'Ho, H.-K. (2014). Teacher preparation for early childhood special education in Taiwan (ED545393). ERIC. https://files.eric.ed.gov/fulltext/ED545393.pdf',
  ],
]
