import type { Paper } from './compose-paper.ts'
import { escapeLatex } from './write-prose.ts'

export type PaperClass = {
  name: string
  /** Body sentences, for four to eight pages. */
  sentences: number
  /** The deepest level whose headings are lines of their own. */
  deepest: 2 | 3
  /** `starred` floats span the page; `inside`: the columns are an environment inside the page. */
  wideFloats: 'starred' | 'plain' | 'inside'
  hasDropCap: boolean
  columns?: { before: string; after: string }
  /** On which pages a number is printed. The second seed of acmsmall prints "13:2" for page 2 of article 13. */
  printsNumbers: 'all' | 'not first' | 'none'
  /** What is printed before the page number. */
  numberPrefix(seed: number): string
  preamble(seed: number): string
  frontMatter(paper: Paper, abstract: string): string
}

const letters = '\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}'
const noPrefix = () => ''

/** Only papers of the first seed have an outline, a title and page labels in the file. */
const hideFromFile = (seed: number) =>
  seed === 1 ? '' : '\\PassOptionsToPackage{bookmarks=false,pdfpagelabels=false}{hyperref}\n'

const hideTitle = (seed: number) => (seed === 1 ? '' : '\n\\AtBeginDocument{\\hypersetup{pdftitle={}}}')

export const paperClasses: readonly PaperClass[] = [
  {
    name: 'ieee-journal',
    sentences: 215,
    deepest: 2,
    wideFloats: 'starred',
    hasDropCap: true,
    printsNumbers: 'all',
    numberPrefix: noPrefix,
    preamble: () => `\\documentclass[journal]{IEEEtran}\n${letters}`,
    frontMatter: (paper, abstract) =>
      [
        `\\title{${escapeLatex(paper.title)}}`,
        `\\author{${paper.authors.map(({ name }) => name).join(', ')}\\thanks{The authors are with the ${paper.authors[0]?.place}.}}`,
        `\\markboth{Transactions on Printed Matter}{${escapeLatex(paper.runningHead)}}`,
        '\\maketitle',
        `\\begin{abstract}\n${abstract}\n\\end{abstract}`,
      ].join('\n'),
  },
  {
    name: 'ieee-conference',
    sentences: 190,
    deepest: 2,
    wideFloats: 'starred',
    hasDropCap: false,
    printsNumbers: 'none',
    numberPrefix: noPrefix,
    preamble: () => `\\documentclass[conference]{IEEEtran}\n${letters}`,
    frontMatter: (paper, abstract) =>
      [
        `\\title{${escapeLatex(paper.title)}}`,
        `\\author{${paper.authors
          .map(({ name, place }) => `\\IEEEauthorblockN{${name}}\\IEEEauthorblockA{${place}}`)
          .join('\n\\and\n')}}`,
        '\\maketitle',
        `\\begin{abstract}\n${abstract}\n\\end{abstract}`,
      ].join('\n'),
  },
  {
    name: 'acm-sigconf',
    sentences: 190,
    deepest: 2,
    wideFloats: 'starred',
    hasDropCap: false,
    printsNumbers: 'all',
    numberPrefix: noPrefix,
    preamble: seed =>
      `${hideFromFile(seed)}\\documentclass[sigconf]{acmart}\n\\usepackage{lmodern}${hideTitle(seed)}
\\settopmatter{printfolios=true}
\\acmConference[Printed Matter ’26]{Conference on Printed Matter}{June 2026}{Leiden}
\\acmBooktitle{Proceedings of the Conference on Printed Matter}`,
    frontMatter: acmFrontMatter,
  },
  {
    name: 'acm-small',
    sentences: 120,
    deepest: 2,
    wideFloats: 'plain',
    hasDropCap: false,
    printsNumbers: 'not first',
    numberPrefix: seed => (seed === 2 ? '13:' : ''),
    preamble: seed =>
      `${hideFromFile(seed)}\\documentclass[acmsmall]{acmart}\n\\usepackage{lmodern}${hideTitle(seed)}
\\acmJournal{TOMS}\n\\acmVolume{4}\n\\acmNumber{2}\n\\acmYear{2026}\n\\acmMonth{6}\n\\acmArticle{${seed === 2 ? '13' : ''}}`,
    frontMatter: acmFrontMatter,
  },
  {
    name: 'revtex',
    sentences: 190,
    deepest: 2,
    wideFloats: 'starred',
    hasDropCap: false,
    printsNumbers: 'not first',
    numberPrefix: noPrefix,
    preamble: () => '\\documentclass[aps,prb,reprint,nofootinbib]{revtex4-2}\n\\usepackage[utf8]{inputenc}',
    frontMatter: (paper, abstract) =>
      [
        `\\title{${escapeLatex(paper.title)}}`,
        ...paper.authors.map(({ name, place }) => `\\author{${name}}\n\\affiliation{${place}}`),
        '\\date{\\today}',
        `\\begin{abstract}\n${abstract}\n\\end{abstract}`,
        '\\maketitle',
      ].join('\n'),
  },
  {
    name: 'llncs',
    sentences: 105,
    deepest: 2,
    wideFloats: 'plain',
    hasDropCap: false,
    printsNumbers: 'not first',
    numberPrefix: noPrefix,
    preamble: () => `\\documentclass[runningheads]{llncs}\n${letters}\n\\usepackage{lmodern}`,
    frontMatter: (paper, abstract) =>
      [
        `\\title{${escapeLatex(paper.title)}}\n\\titlerunning{${escapeLatex(paper.runningHead)}}`,
        `\\author{${paper.authors.map(({ name }) => name).join(' \\and ')}}\n\\authorrunning{${paper.authors[0]?.name} et al.}`,
        `\\institute{${paper.authors[0]?.place}}`,
        '\\maketitle',
        `\\begin{abstract}\n${abstract}\n\\end{abstract}`,
      ].join('\n'),
  },
  {
    name: 'article-one',
    sentences: 130,
    deepest: 3,
    wideFloats: 'plain',
    hasDropCap: false,
    printsNumbers: 'all',
    numberPrefix: noPrefix,
    preamble: () =>
      `\\documentclass[11pt]{article}\n${letters}\n\\usepackage{lmodern}\n\\usepackage[a4paper,margin=3cm]{geometry}`,
    frontMatter: articleFrontMatter,
  },
  {
    name: 'article-three',
    sentences: 220,
    deepest: 3,
    wideFloats: 'inside',
    hasDropCap: false,
    columns: { before: '\\begin{multicols}{3}', after: '\\end{multicols}' },
    printsNumbers: 'all',
    numberPrefix: noPrefix,
    preamble: () =>
      `\\documentclass[a4paper]{article}\n${letters}\n\\usepackage{mathptmx}\n\\usepackage[margin=1.6cm]{geometry}\n\\usepackage{multicol,fancyhdr}
\\pagestyle{fancy}\n\\fancyhf{}\n\\fancyhead[L]{Notes on Printed Matter}\n\\fancyhead[R]{\\thepage}\n\\setlength{\\headheight}{14pt}\n\\emergencystretch=2em`,
    frontMatter: (paper, abstract) => `${articleFrontMatter(paper, abstract)}\n\\thispagestyle{fancy}`,
  },
]

function acmFrontMatter(paper: Paper, abstract: string): string {
  return [
    `\\title[${escapeLatex(paper.runningHead)}]{${escapeLatex(paper.title)}}`,
    ...paper.authors.map(
      ({ name, place }) =>
        `\\author{${name}}\n\\affiliation{\\institution{${place}}\\city{Leiden}\\country{Netherlands}}`,
    ),
    `\\begin{abstract}\n${abstract}\n\\end{abstract}`,
    '\\keywords{paper, printing, archives}',
    '\\maketitle',
  ].join('\n')
}

function articleFrontMatter(paper: Paper, abstract: string): string {
  return [
    `\\title{${escapeLatex(paper.title)}}`,
    `\\author{${paper.authors.map(({ name }) => name).join(' \\and ')}}`,
    '\\date{June 2026}',
    '\\maketitle',
    `\\begin{abstract}\n${abstract}\n\\end{abstract}`,
  ].join('\n')
}
