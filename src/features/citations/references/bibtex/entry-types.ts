/** The CSL type of each BibTeX and BibLaTeX entry type, and what kind of thesis or report it names. */
export const entryTypes: Readonly<Record<string, { type: string; genre?: string }>> = {
  article: { type: 'article-journal' },
  suppperiodical: { type: 'article-journal' },
  book: { type: 'book' },
  mvbook: { type: 'book' },
  collection: { type: 'book' },
  mvcollection: { type: 'book' },
  proceedings: { type: 'book' },
  mvproceedings: { type: 'book' },
  reference: { type: 'book' },
  mvreference: { type: 'book' },
  manual: { type: 'book' },
  booklet: { type: 'pamphlet' },
  inbook: { type: 'chapter' },
  bookinbook: { type: 'chapter' },
  incollection: { type: 'chapter' },
  suppbook: { type: 'chapter' },
  suppcollection: { type: 'chapter' },
  inreference: { type: 'entry-encyclopedia' },
  inproceedings: { type: 'paper-conference' },
  conference: { type: 'paper-conference' },
  thesis: { type: 'thesis' },
  phdthesis: { type: 'thesis', genre: 'Doctoral dissertation' },
  mastersthesis: { type: 'thesis', genre: 'Master’s thesis' },
  bachelorsthesis: { type: 'thesis', genre: 'Bachelor’s thesis' },
  report: { type: 'report' },
  techreport: { type: 'report' },
  unpublished: { type: 'manuscript' },
  online: { type: 'webpage' },
  electronic: { type: 'webpage' },
  www: { type: 'webpage' },
  periodical: { type: 'periodical' },
  dataset: { type: 'dataset' },
  software: { type: 'software' },
  patent: { type: 'patent' },
  standard: { type: 'standard' },
  jurisdiction: { type: 'legal_case' },
  legislation: { type: 'legislation' },
  letter: { type: 'personal_communication' },
  artwork: { type: 'graphic' },
  image: { type: 'graphic' },
  movie: { type: 'motion_picture' },
  video: { type: 'motion_picture' },
  audio: { type: 'song' },
  music: { type: 'song' },
  performance: { type: 'performance' },
  review: { type: 'review' },
}

/** Types of CSL that an `entrysubtype` may name; `newspaper` and `magazine` are BibLaTeX's own. */
export const subtypes: Readonly<Record<string, string>> = {
  newspaper: 'article-newspaper',
  magazine: 'article-magazine',
  ...Object.fromEntries(
    `article article-magazine article-newspaper bill broadcast classic collection dataset document entry entry-dictionary
     entry-encyclopedia event figure hearing interview legal_case legislation manuscript map motion_picture
     musical_score pamphlet patent performance periodical personal_communication post post-weblog regulation review
     review-book software song speech standard treaty graphic`
      .split(/\s+/)
      .map(type => [type, type]),
  ),
}
