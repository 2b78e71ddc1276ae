import { listField, numberField, textField, textsField } from './read-fields.ts'
import { renderValue } from './render-value.ts'
import { cutSnippet, highlight, termsOf } from './snippet.ts'
import { wrap } from './style.ts'
import type { Rendering, ShownAnswer } from './tool-shell.ts'

const indent = '   '

/** Prints numbered hits: title, page and section, an excerpt with the words of the question marked, link and ids. */
export function renderPassages({ value, input, terminal }: ShownAnswer): Rendering {
  const passages = listField(value, 'results')
  const { style } = terminal
  const warnings = textsField(value, 'warnings').map(
    warning => `${terminal.noteStyle.warn('note:')} ${warning}`,
  )
  if (passages.length === 0) return { answer: '', remark: ['Nothing found.', ...warnings].join('\n') }

  const terms = termsOf(typeof input.query === 'string' ? input.query : '')
  const width = terminal.columns - indent.length
  const blocks = passages.map((passage, index) => {
    const headings = [textField(passage, 'title'), ...textsField(passage, 'section_path')]
    const snippet = cutSnippet(withoutHeadings(textField(passage, 'content'), headings), terms, width * 4)
    return [
      [
        style.bold(`${index + 1}. ${textField(passage, 'title')}`),
        style.dim(relevanceOf(passage, 'score')),
      ].join('  '),
      `${indent}${style.accent(placeOf(passage, input))}`,
      ...wrap(snippet, width).map(line => indent + highlight(line, terms, style)),
      `${indent}${style.dim(textField(passage, 'link') || textField(passage, 'source'))}`,
      ...idLines(passage, terminal).map(line => indent + style.dim(line)),
    ].join('\n')
  })
  const explanation =
    value.explanation === undefined ? [] : ['', renderValue({ explanation: value.explanation }, style)]
  return {
    answer: [blocks.join('\n\n'), ...explanation].join('\n'),
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
  }
}

/** Removes headings that are printed above the passage anyway, and the Markdown marks of the others. */
function withoutHeadings(markdown: string, headings: readonly string[]): string {
  return markdown.replaceAll(/^#{1,6}[ \t]+(.*)$/gm, (_line, heading: string) =>
    headings.includes(heading.trim()) ? '' : `${heading.trim()}:`,
  )
}

/** "page 12 (printed iv) · Methods › Sampling · library papers" */
export function placeOf(passage: unknown, input: Record<string, unknown> = {}): string {
  const library = textField(passage, 'library')
  const isProject = typeof input.project === 'string' && input.library === library
  return [
    pageOf(passage),
    textsField(passage, 'section_path').join(' › '),
    library === '' ? '' : isProject ? `project ${input.project}` : `library ${library}`,
  ]
    .filter(part => part !== '')
    .join(' · ')
}

function pageOf(passage: unknown): string {
  const first = numberField(passage, 'page')
  if (first === 0) return ''
  const last = Math.max(first, numberField(passage, 'page_end'))
  const label = textField(passage, 'page_label')
  const physical = first === last ? `page ${first}` : `pages ${first}–${last}`
  const isSame = label === '' || label === String(first) || label === `${first}–${last}`
  return isSame ? physical : `${physical} (printed ${label})`
}

/** The ids for `quire show` (doc) and `quire open` (hit), on one line if both fit. */
export function idLines(hit: unknown, { columns }: ShownAnswer['terminal']): string[] {
  const ids = [
    ['doc', textField(hit, 'doc_id')],
    ['hit', textField(hit, 'chunk_id')],
  ].flatMap(([name, id]) => (id === '' ? [] : [`${name} ${id}`]))
  const line = ids.join('  ')
  return line.length + indent.length > columns ? ids : line === '' ? [] : [line]
}

/** "relevance 42 %": the probability that a hit is relevant. */
export function relevanceOf(hit: unknown, field: string): string {
  return `relevance ${Math.round(numberField(hit, field) * 100)} %`
}
