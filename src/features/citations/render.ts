import { wrongPageExitCode } from '../../core/contract/shell/exit-codes.ts'
import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { idLines, relevanceOf } from '../../core/contract/shell/render-passages.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { cutSnippet, highlight, termsOf } from '../../core/contract/shell/snippet.ts'
import { wrap } from '../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'
import { sayWaiting } from '../../core/model/collection.ts'

const indent = '   '

/** Numbered items: the citation, its place, and the text. */
export function renderItems({ value, input, terminal }: ShownAnswer): Rendering {
  const items = listField(value, 'items')
  const remark = remarkOf({ value, terminal })
  if (items.length === 0)
    return { answer: '', remark: ['Nothing found.', remark.remark ?? ''].join('\n').trim() }
  const { style } = terminal
  const terms = termsOf(String(input.text ?? input.query ?? ''))
  const width = terminal.columns - indent.length
  const blocks = items.map((item, index) => {
    const place = [textField(item, 'title'), textsField(item, 'section_path').join(' › ')].filter(
      part => part !== '',
    )
    return [
      [
        style.bold(`${index + 1}. ${textField(item, 'citation')}`),
        style.dim(relevanceOf(item, 'score')),
      ].join('  '),
      `${indent}${style.accent(place.join(' · '))}`,
      ...wrap(cutSnippet(textField(item, 'render_text'), terms, width * 4), width).map(
        line => indent + highlight(line, terms, style),
      ),
      ...idLines(item, terminal).map(line => indent + style.dim(line)),
    ].join('\n')
  })
  return { answer: blocks.join('\n\n'), ...remark }
}

/**
 * The verdict first, then every match with its differences; a wrong page comes before the verdict. `not_found` exits
 * with code 4, as for any missing thing.
 */
export function renderVerdict({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const verdict = textField(value, 'verdict')
  const words =
    { exact: style.good('exact'), close: style.warn('close') }[verdict] ?? notFound({ value, terminal })
  const isFound = verdict !== 'not_found'
  const page = textField(value.page_check, 'matched')
  const isConfirmed = page === '' || page === 'label' || page === 'pdf'
  const headline = page === 'unknown' ? style.warn('page not checked') : style.bad('wrong page')
  const message = isFound ? textField(value.page_check, 'message') : ''
  const shown = [
    ...(isFound && !isConfirmed ? [`${headline}  ${message}`] : []),
    isFound && isConfirmed && message !== '' ? `${words}  ${message}` : words,
  ].join('\n')
  const width = terminal.columns - indent.length
  const blocks = listField(value, 'matches').map((match, index) =>
    [
      `${index + 1}. ${textField(match, 'citekey') || textField(match, 'title')}  ${style.accent(pageOf(match))}`,
      ...wrap(textField(match, 'text'), width).map(line => indent + line),
      ...listField(match, 'differences').map(
        difference =>
          `${indent}${style.warn(textField(difference, 'kind'))}: “${textField(difference, 'quoted')}” → “${textField(difference, 'found')}”`,
      ),
    ].join('\n'),
  )
  return {
    answer: [shown, ...blocks].join('\n'),
    ...remarkOf({ value, terminal }),
    exitCode: !isFound ? 4 : isConfirmed ? 0 : wrongPageExitCode,
  }
}

function notFound({ value, terminal: { style } }: Pick<ShownAnswer, 'value' | 'terminal'>): string {
  const documents = numberField(value.checked, 'documents')
  return `${style.bad('not found')}  ${style.dim(`in ${countOf(documents, 'document')}`)}`
}

export function renderCitation({ value, terminal }: ShownAnswer): Rendering {
  return { answer: textField(value, 'citation'), ...remarkOf({ value, terminal }) }
}

export function renderProjects({ value, terminal }: ShownAnswer): Rendering {
  const projects = listField(value, 'projects')
  if (projects.length === 0)
    return { answer: '', remark: 'There are no projects yet. Create one with: quire project add <id>' }
  return {
    answer: renderTable(
      projects,
      [
        { title: 'PROJECT', cell: project => textField(project, 'id') },
        { title: 'COLLECTION', cell: project => textField(project, 'collection'), isFlexible: true },
        { title: 'MODEL', cell: project => textField(project, 'dense_model') },
        { title: 'WORDS', cell: project => textField(project, 'sparse_model') || '–' },
      ],
      terminal,
    ),
    ...waitingFor(projects),
  }
}

/** Which projects still wait for vectors, and how far they are. */
function waitingFor(projects: readonly unknown[]): Pick<Rendering, 'remark'> {
  const waiting = projects
    .filter(project => textField(project, 'meaning') !== '')
    .map(project => {
      const percent = Math.floor(numberField(project, 'meaning') * 100)
      return `${textField(project, 'id')}: meaning: ${percent} %, the rest is found by words until its vectors are made.`
    })
  const unfed = projects
    .filter(project => textField(project, 'index_waiting') !== '')
    .map(project => `${textField(project, 'id')}: ${sayWaiting(numberField(project, 'index_waiting'))}`)
  const lines = [...waiting, ...unfed]
  return lines.length === 0 ? {} : { remark: lines.join('\n') }
}

/** "page 4–5 (printed iv–v)". */
function pageOf(match: unknown): string {
  const physical = rangeOf(match, 'page_span')
  const printed = rangeOf(match, 'page_labels')
  if (physical === '') return ''
  return printed === '' || printed === physical ? `page ${physical}` : `page ${physical} (printed ${printed})`
}

function rangeOf(match: unknown, field: string): string {
  const [first, last] = listField(match, field).map(String)
  if (first === undefined) return ''
  return last === undefined || last === first ? first : `${first}–${last}`
}

function remarkOf({ value, terminal }: Pick<ShownAnswer, 'value' | 'terminal'>): { remark?: string } {
  const warnings = textsField(value, 'warnings').map(
    warning => `${terminal.noteStyle.warn('note:')} ${warning}`,
  )
  return warnings.length === 0 ? {} : { remark: warnings.join('\n') }
}

const outcomes = ['added', 'updated', 'skipped', 'failed'] as const

/** The documents that failed, then the total. Exits with code 1 when a document failed. */
export function renderSource({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const errors = listField(value, 'errors').map(
    row =>
      `${style.bad('failed'.padEnd(8))}  ${textField(row, 'document')}\n          ${style.dim(textField(row, 'error'))}`,
  )
  const counts = outcomes.filter(name => numberField(value.documents, name) > 0)
  const parts = [
    ...counts.map(name => `${numberField(value.documents, name)} ${name}`),
    countOf(numberField(value, 'chunks_written'), 'new chunk'),
  ]
  const total = countOf(numberField(value, 'documents_processed'), 'document')
  const sum = `${total}: ${parts.join(', ')} → project ${textField(value, 'project')}`
  const warnings = textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  return {
    answer: [...errors, style.bold(sum)].join('\n'),
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
    exitCode: numberField(value.documents, 'failed') > 0 ? 1 : 0,
  }
}
