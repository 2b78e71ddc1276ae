import {
  paragraph as docxParagraph,
  makeDocx,
  style,
} from '../../../../adapters/converters/office/test/make-office.ts'
import { makePdf } from '../../../../adapters/converters/pdf/test/make-pdf.ts'
import type { Random } from '../../../../app/eval/seeded-random.ts'
import type { Cited, DraftManuscript, Paragraph, Part } from './make-manuscript.ts'
import { drawLines, wrapText } from './make-sources.ts'

/** Pairs of quotation marks, by language. */
const markPairs = { en: ['“', '”'], de: ['„', '“'], fr: ['«\u00a0', '\u00a0»'], plain: ['"', '"'] } as const
export type Marks = keyof typeof markPairs

type Write = { random: Random; marks: Marks }

function quoted(text: string, { marks }: Write): string {
  const [open, close] = markPairs[marks]
  return `${open}${text}${close}`
}

/** Author and year, as people type them. */
function authorYear(
  { family, year, page }: Cited,
  form: 'brackets' | 'sentence' | 'note',
  random: Random,
): string {
  const pages = page === null ? '' : random.pick([`, p. ${page}`, `: ${page}`, `, ${page}`])
  if (form === 'sentence') return `${family} (${year}${pages})`
  if (form === 'note') return `${family} ${year}, p. ${page}.`
  return random.pick([
    `(${family} ${year}${pages})`,
    `(${family}, ${year}${pages})`,
    `(see ${family} ${year}${pages})`,
  ])
}

export function writeMarkdown({ paragraphs }: DraftManuscript, write: Write): string {
  const notes: string[] = []
  const { random } = write
  const cite = (form: 'brackets' | 'sentence' | 'note', cited: Cited): string => {
    const page =
      cited.page === null ? '' : random.pick([`, p. ${cited.page}`, ` p. ${cited.page}`, `, ${cited.page}`])
    if (form === 'note') {
      notes.push(random.pick([`[@${cited.citekey}${page}]`, authorYear(cited, 'note', random)]))
      return `[^n${notes.length}]`
    }
    if (form === 'sentence') return `@${cited.citekey} [p. ${cited.page}]`
    return random.pick([
      `[@${cited.citekey}${page}]`,
      `[see @${cited.citekey}${page}]`,
      authorYear(cited, 'brackets', random),
    ])
  }
  const blocks = paragraphs.map(paragraph => {
    const text = join(paragraph, cite, write)
    if (paragraph.kind === 'heading') return `## ${text}`
    return paragraph.kind === 'block'
      ? wrapText(text, 78)
          .map(line => `> ${line}`)
          .join('\n')
      : wrapText(text, 80).join('\n')
  })
  return `# A Manuscript\n\n${blocks.join('\n\n')}\n\n${notes.map((note, index) => `[^n${index + 1}]: ${note}`).join('\n\n')}\n\n# References\n\nLessig, L. (1961). A History of Paper.\n`
}

export function writeTex({ paragraphs }: DraftManuscript, write: Write): string {
  const { random } = write
  const cite = (form: 'brackets' | 'sentence' | 'note', { citekey, page }: Cited): string => {
    const option = page === null ? '' : `[${random.pick([page, `p.~${page}`])}]`
    if (form === 'note')
      return random.pick([`\\footcite${option}{${citekey}}`, `\\footnote{\\cite${option}{${citekey}}.}`])
    if (form === 'sentence')
      return random.pick([`\\textcite${option}{${citekey}}`, `\\citet${option}{${citekey}}`])
    return random.pick([
      `\\autocite${option}{${citekey}}`,
      `\\citep${option}{${citekey}}`,
      `\\parencite[see][${page}]{${citekey}}`,
      `\\cite${option}{${citekey}}`,
    ])
  }
  const quote = (text: string) => random.pick([`\\enquote{${text}}`, `\`\`${text}''`])
  const blocks = paragraphs.map(paragraph => {
    const text = paragraph.parts
      .map(part =>
        part.kind === 'words'
          ? part.text
          : part.kind === 'quote'
            ? quote(part.text)
            : cite(part.form, part.cited),
      )
      .join('')
    if (paragraph.kind === 'heading') return `\\section{${text}}`
    const environment = random.pick(['quote', 'quotation', 'displayquote'])
    return paragraph.kind === 'block' ? `\\begin{${environment}}\n${text}\n\\end{${environment}}` : text
  })
  return `\\documentclass{article}\n\\usepackage{csquotes}\n\\begin{document}\n\\title{A Manuscript}\n\n${blocks.map(block => wrapTex(block)).join('\n\n')}\n\n\\printbibliography\n\\end{document}\n`
}

function wrapTex(block: string): string {
  return block
    .split('\n')
    .flatMap(line => wrapText(line, 80))
    .join('\n')
}

/** As a program for typesetting prints it: author and year in brackets. */
export function writePlain({ paragraphs }: DraftManuscript, write: Write): string[] {
  const cite = (form: 'brackets' | 'sentence' | 'note', cited: Cited) => {
    const text = authorYear(cited, form === 'note' ? 'brackets' : form, write.random)
    return form === 'note' ? ` ${text}` : text
  }
  return paragraphs.map(paragraph =>
    join(
      paragraph.kind === 'block' ? { ...paragraph, parts: quotedBlock(paragraph.parts) } : paragraph,
      cite,
      write,
    ),
  )
}

/** A plain text cannot indent; it quotes the words. */
function quotedBlock(parts: readonly Part[]): Part[] {
  return parts.map((part, index) =>
    index === 0 && part.kind === 'words' ? { kind: 'quote', text: part.text } : part,
  )
}

const linesPerPage = 44

export function writePdf(draft: DraftManuscript, write: Write): Uint8Array {
  const lines = writePlain(draft, write).flatMap(text => [...wrapText(text, 86), ''])
  const pages: string[][] = []
  for (let at = 0; at < lines.length; at += linesPerPage) pages.push(lines.slice(at, at + linesPerPage))
  return makePdf({ title: 'A Manuscript', pages: pages.map(page => ({ operators: drawLines(page) })) })
}

export function writeDocx({ paragraphs }: DraftManuscript, write: Write): Uint8Array {
  const { random } = write
  const notes: string[] = []
  const sources = new Map<string, Cited>()
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
  const field = (instruction: string, shown: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${escapeXml(instruction.slice(0, 40))}</w:instrText></w:r><w:r><w:instrText xml:space="preserve">${escapeXml(instruction.slice(40))}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const cite = (form: 'brackets' | 'sentence' | 'note', cited: Cited): string => {
    if (form === 'note') {
      const id = notes.length + 2
      notes.push(
        `<w:footnote w:id="${id}"><w:p><w:r><w:footnoteRef/></w:r>${run(' ')}${random.next() < 0.5 ? field(zotero(cited), authorYear(cited, 'note', random)) : run(authorYear(cited, 'note', random))}</w:p></w:footnote>`,
      )
      return `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
    }
    if (form === 'sentence') return run(authorYear(cited, 'sentence', random))
    const draw = random.next()
    if (draw < 0.4) return field(zotero(cited), authorYear(cited, 'brackets', random))
    if (draw < 0.7) return run(authorYear(cited, 'brackets', random))
    const tag = `${cited.family.slice(0, 3)}${String(cited.year).slice(2)}`
    sources.set(tag, cited)
    const pages = cited.page === null ? '' : ` \\p ${cited.page}`
    return `<w:sdt><w:sdtPr><w:citation/></w:sdtPr><w:sdtContent>${field(` CITATION ${tag}${pages} \\l 1033 `, authorYear(cited, 'brackets', random))}</w:sdtContent></w:sdt>`
  }
  const body = paragraphs.map(({ kind, parts }) => {
    const content = parts
      .map(part =>
        part.kind === 'words'
          ? run(part.text)
          : part.kind === 'quote'
            ? splitRuns(quoted(part.text, write), run)
            : cite(part.form, part.cited),
      )
      .join('')
    const styled = kind === 'heading' ? 'Heading1' : kind === 'block' && random.next() < 0.5 ? 'Quote' : null
    const indent = kind === 'block' && styled === null ? '<w:ind w:left="720" w:right="720"/>' : ''
    const properties = styled === null ? indent : `<w:pStyle w:val="${styled}"/>`
    return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
  })
  return makeDocx({
    body: `${docxParagraph('A Manuscript', 'Heading1')}${body.join('')}`,
    styles: `${style('Heading1', 'heading 1')}${style('Quote', 'Quote')}`,
    footnotes: `<w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>${notes.join('')}`,
    more: { 'customXml/item1.xml': wordSources(sources) },
  })
}

/** Editing leaves words of one sentence in several runs. */
function splitRuns(text: string, run: (text: string) => string): string {
  const middle = Math.floor(text.length / 2)
  return run(text.slice(0, middle)) + run(text.slice(middle))
}

function zotero({ citekey, family, year, title, page }: Cited): string {
  const itemData = {
    id: citekey,
    type: 'book',
    title,
    author: [{ family: firstAuthor(family), given: 'X' }],
    issued: { 'date-parts': [[year]] },
    'citation-key': citekey,
  }
  const item = { id: 7, itemData, ...(page === null ? {} : { locator: page, label: 'page' }) }
  return ` ADDIN ZOTERO_ITEM CSL_CITATION ${JSON.stringify({ citationID: 'a1', properties: {}, citationItems: [item] })} `
}

/** A text names several authors as "Fox and Brewer" or "Fox et al."; a field lists them. */
function firstAuthor(family: string): string {
  return family.replace(/ (?:and .*|et al\.)$/, '')
}

function wordSources(sources: ReadonlyMap<string, Cited>): string {
  const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/bibliography'
  const entries = [...sources].map(
    ([tag, { title, year, family }]) =>
      `<b:Source><b:Tag>${tag}</b:Tag><b:SourceType>Book</b:SourceType><b:Title>${escapeXml(title)}</b:Title><b:Year>${year}</b:Year><b:Author><b:Author><b:NameList><b:Person><b:Last>${escapeXml(firstAuthor(family))}</b:Last></b:Person></b:NameList></b:Author></b:Author></b:Source>`,
  )
  return `<b:Sources xmlns:b="${namespace}">${entries.join('')}</b:Sources>`
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

function join(
  { parts }: Paragraph,
  cite: (form: 'brackets' | 'sentence' | 'note', cited: Cited) => string,
  write: Write,
): string {
  return parts
    .map(part => {
      if (part.kind === 'words') return part.text
      return part.kind === 'quote' ? quoted(part.text, write) : cite(part.form, part.cited)
    })
    .join('')
}
