import { wrongPageExitCode } from '../exit-codes.ts'
import { wrap } from '../style.ts'
import type { Answer, Rendering } from './index.ts'
import { idLines, nearnessOf } from './passages.ts'
import { countOf, listOf, numberOf, textOf, textsOf } from './read.ts'
import { cutSnippet, highlight, termsOf } from './snippet.ts'
import { renderTable } from './table.ts'

const indent = '   '

/** Numbered items: the citation to paste, where it stands, and what it says. */
export function renderItems({ value, input, terminal }: Answer): Rendering {
  const items = listOf(value, 'items')
  const remark = remarkOf({ value, terminal })
  if (items.length === 0)
    return { answer: '', remark: ['Nothing found.', remark.remark ?? ''].join('\n').trim() }
  const { style } = terminal
  const terms = termsOf(String(input.text ?? input.query ?? ''))
  const width = terminal.columns - indent.length
  const nearness = nearnessOf(items, 'score')
  const blocks = items.map((item, index) => {
    const place = [textOf(item, 'title'), textsOf(item, 'section_path').join(' › ')].filter(
      part => part !== '',
    )
    return [
      [style.bold(`${index + 1}. ${textOf(item, 'citation')}`), style.dim(nearness(item))]
        .join('  ')
        .trimEnd(),
      `${indent}${style.accent(place.join(' · '))}`,
      ...wrap(cutSnippet(textOf(item, 'render_text'), terms, width * 4), width).map(
        line => indent + highlight(line, terms, style),
      ),
      ...idLines(item, terminal).map(line => indent + style.dim(line)),
    ].join('\n')
  })
  return { answer: blocks.join('\n\n'), ...remark }
}

/**
 * The verdict first, then every place with its differences; a wrong stated page comes before the verdict. Not found is
 * exit code 4, as for anything missing.
 */
export function renderVerdict({ value, terminal }: Answer): Rendering {
  const { style } = terminal
  const verdict = textOf(value, 'verdict')
  const words =
    { exact: style.good('exact'), close: style.warn('close') }[verdict] ?? notFound({ value, terminal })
  const isFound = verdict !== 'not_found'
  const page = textOf(value.page_check, 'matched')
  const isConfirmed = page === '' || page === 'label' || page === 'pdf'
  const headline = page === 'unknown' ? style.warn('page not checked') : style.bad('wrong page')
  const says = isFound ? textOf(value.page_check, 'message') : ''
  const shown = [
    ...(isFound && !isConfirmed ? [`${headline}  ${says}`] : []),
    isFound && isConfirmed && says !== '' ? `${words}  ${says}` : words,
  ].join('\n')
  const width = terminal.columns - indent.length
  const blocks = listOf(value, 'matches').map((match, index) =>
    [
      `${index + 1}. ${textOf(match, 'citekey') || textOf(match, 'title')}  ${style.accent(pageOf(match))}`,
      ...wrap(textOf(match, 'text'), width).map(line => indent + line),
      ...listOf(match, 'differences').map(
        difference =>
          `${indent}${style.warn(textOf(difference, 'kind'))}: “${textOf(difference, 'quoted')}” → “${textOf(difference, 'found')}”`,
      ),
    ].join('\n'),
  )
  return {
    answer: [shown, ...blocks].join('\n'),
    ...remarkOf({ value, terminal }),
    exitCode: !isFound ? 4 : isConfirmed ? 0 : wrongPageExitCode,
  }
}

function notFound({ value, terminal: { style } }: Pick<Answer, 'value' | 'terminal'>): string {
  const documents = numberOf(value.checked, 'documents')
  return `${style.bad('not found')}  ${style.dim(`in ${countOf(documents, 'document')}`)}`
}

export function renderCitation({ value, terminal }: Answer): Rendering {
  return { answer: textOf(value, 'citation'), ...remarkOf({ value, terminal }) }
}

export function renderProjects({ value, terminal }: Answer): Rendering {
  const projects = listOf(value, 'projects')
  if (projects.length === 0)
    return { answer: '', remark: 'There are no projects yet. Create one with: quire project add <id>' }
  return {
    answer: renderTable(
      projects,
      [
        { title: 'PROJECT', cell: project => textOf(project, 'id') },
        { title: 'COLLECTION', cell: project => textOf(project, 'collection'), isFlexible: true },
        { title: 'MODEL', cell: project => textOf(project, 'dense_model') },
        { title: 'WORDS', cell: project => textOf(project, 'sparse_model') || '–' },
      ],
      terminal,
    ),
  }
}

/** "pp. 4–5 (printed iv–v)". */
function pageOf(match: unknown): string {
  const physical = rangeOf(match, 'page_span')
  const printed = rangeOf(match, 'page_labels')
  if (physical === '') return ''
  return printed === '' || printed === physical ? `page ${physical}` : `page ${physical} (printed ${printed})`
}

function rangeOf(match: unknown, field: string): string {
  const [first, last] = listOf(match, field).map(String)
  if (first === undefined) return ''
  return last === undefined || last === first ? first : `${first}–${last}`
}

function remarkOf({ value, terminal }: Pick<Answer, 'value' | 'terminal'>): { remark?: string } {
  const warnings = textsOf(value, 'warnings').map(warning => `${terminal.noteStyle.warn('note:')} ${warning}`)
  return warnings.length === 0 ? {} : { remark: warnings.join('\n') }
}
