import type { Block, Figure, MarkedSentence, Paper, Table } from './compose-paper.ts'
import type { PaperClass } from './paper-classes.ts'
import { escapeLatex, type Sentence } from './write-prose.ts'

/** The paper as a LaTeX document of its class. */
export function writeLatex(paper: Paper, paperClass: PaperClass, seed: number): string {
  const { before, after } = paperClass.columns ?? { before: '', after: '' }
  const sections = paper.sections.flatMap((section, index) => [
    `\\${'sub'.repeat(section.level - 1)}section{${escapeLatex(section.title)}}`,
    ...section.blocks.map((block, at) =>
      writeBlock(block, paperClass, index === 0 && at === 0 && paperClass.hasDropCap),
    ),
  ])
  return [
    paperClass.preamble(seed),
    '\\usepackage{tikz}\n\\usepackage{booktabs}',
    `\\begin{document}\n\\setcounter{page}{${paper.firstPage}}`,
    paperClass.frontMatter(paper, joinSentences(paper.abstract)),
    before,
    ...sections,
    after,
    writeReferences(paper.references),
    '\\end{document}\n',
  ].join('\n\n')
}

function writeBlock(block: Block, paperClass: PaperClass, hasDropCap: boolean): string {
  switch (block.kind) {
    case 'paragraph': {
      const text = block.sentences.map(writeSentence).join(' ')
      return hasDropCap ? text.replace(/^(\w)(\w*)/, '\\IEEEPARstart{$1}{$2}') : text
    }
    case 'list': {
      const name = block.isNumbered ? 'enumerate' : 'itemize'
      const items = block.items.map(item => `\\item ${item.map(writeSentence).join(' ')}`)
      return [`\\begin{${name}}`, ...items, `\\end{${name}}`].join('\n')
    }
    case 'equation':
      return `\\begin{equation}\n${block.latex}\n\\end{equation}`
    case 'figure':
      return writeFloat('figure', block.figure, paperClass, [
        drawFigure(block.figure),
        `\\caption{${joinSentences([block.figure.caption])}}`,
      ])
    case 'table':
      return writeFloat('table', block.table, paperClass, [
        `\\caption{${joinSentences([block.table.caption])}}`,
        writeTable(block.table),
      ])
  }
}

function writeSentence({ pieces, footnote }: MarkedSentence): string {
  return pieces
    .map(({ latex }, at) =>
      footnote?.afterPiece === at ? `${latex}\\footnote{${joinSentences([footnote.text])}}` : latex,
    )
    .join(' ')
}

function joinSentences(sentences: readonly Sentence[]): string {
  return sentences.map(({ pieces }) => pieces.map(({ latex }) => latex).join(' ')).join(' ')
}

function writeFloat(
  name: 'figure' | 'table',
  { isWide, place }: { isWide: boolean; place: 't' | 'b' },
  { wideFloats }: PaperClass,
  parts: readonly string[],
): string {
  if (wideFloats === 'inside') {
    // A float of one column inside multicols is set in the text, as its manual suggests.
    if (!isWide)
      return [
        '\\begin{center}',
        `\\makeatletter\\def\\@captype{${name}}\\makeatother`,
        ...parts,
        '\\end{center}',
      ].join('\n')
    return [`\\begin{${name}*}`, '\\centering', ...parts, `\\end{${name}*}`].join('\n')
  }
  const environment = isWide && wideFloats === 'starred' ? `${name}*` : name
  // LaTeX places floats of two columns only at the top.
  const where = environment.endsWith('*') ? 't' : place
  return [`\\begin{${environment}}[${where}]`, '\\centering', ...parts, `\\end{${environment}}`].join('\n')
}

function drawFigure({ kind, labels, isWide }: Figure): string {
  const width = isWide ? 11 : 6
  const named = labels.map(escapeLatex)
  return kind === 'chart' ? drawChart(named, width) : drawFlow(named, width)
}

/** Axes with numbers, a turned label at the left, a legend and two curves. */
function drawChart([across = '', upward = '', ...series]: readonly string[], width: number): string {
  const ticks = [0, 1, 2, 3, 4].flatMap(step => [
    `\\node[below,font=\\scriptsize] at (${((width - 1) * step) / 4},0) {${20 * step}};`,
    `\\node[left,font=\\scriptsize] at (0,${0.6 * step}) {${(0.25 * step).toFixed(2)}};`,
  ])
  const legend = series.map(
    (label, at) => `\\node[right,font=\\scriptsize] at (${width * 0.45},${2.9 - 0.35 * at}) {${label}};`,
  )
  return [
    '\\begin{tikzpicture}',
    `\\draw[->] (0,0) -- (${width - 0.5},0);`,
    '\\draw[->] (0,0) -- (0,3);',
    ...ticks,
    `\\node[below,font=\\small] at (${width / 2 - 0.5},-0.4) {${across}};`,
    `\\node[rotate=90,font=\\small] at (-1,1.5) {${upward}};`,
    `\\draw[thick] (0,0.3) .. controls (1,2.2) .. (${width * 0.4},2.4);`,
    `\\draw[dashed] (0,0.2) .. controls (2,0.8) .. (${width - 1},1.7);`,
    ...legend,
    '\\end{tikzpicture}',
  ].join('\n')
}

/** Boxes with words, in rows of three or five, joined by arrows. */
function drawFlow(labels: readonly string[], width: number): string {
  const perRow = width > 8 ? 5 : 3
  const boxes = labels.map(
    (label, at) =>
      `\\node[draw,font=\\scriptsize,align=center,text width=1.5cm] (n${at}) at (${2.2 * (at % perRow)},${-1.4 * Math.floor(at / perRow)}) {${label}};`,
  )
  const arrows = labels.slice(1).map((_, at) => `\\draw[->] (n${at}) -- (n${at + 1});`)
  return ['\\begin{tikzpicture}', ...boxes, ...arrows, '\\end{tikzpicture}'].join('\n')
}

function writeTable({ style, head, groups, rows }: Table): string {
  const isRuled = style === 'ruled'
  const numbers = head.length - 1
  const columns = isRuled ? `|l|${'r|'.repeat(numbers)}` : `l${'r'.repeat(numbers)}`
  const [top, middle, bottom] = isRuled
    ? ['\\hline', '\\hline', '\\hline']
    : ['\\toprule', '\\midrule', '\\bottomrule']
  const half = numbers / 2
  const end = isRuled ? 'c|' : 'c'
  const grouped = groups
    ? [
        ` & \\multicolumn{${half}}{${end}}{${groups[0]}} & \\multicolumn{${half}}{${end}}{${groups[1]}} \\\\${isRuled ? ' \\hline' : ''}`,
      ]
    : []
  return [
    '\\small',
    `\\begin{tabular}{${columns}}`,
    top,
    ...grouped,
    `${head.join(' & ')} \\\\`,
    middle,
    ...rows.map(row => `${row.map(escapeLatex).join(' & ')} \\\\${isRuled ? ' \\hline' : ''}`),
    isRuled ? '' : bottom,
    '\\end{tabular}',
  ]
    .filter(line => line !== '')
    .join('\n')
}

function writeReferences(references: readonly string[]): string {
  const items = references.map((reference, at) => `\\bibitem{r${at + 1}} ${escapeLatex(reference)}`)
  return ['\\begin{thebibliography}{99}', ...items, '\\end{thebibliography}'].join('\n')
}
