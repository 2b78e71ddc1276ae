import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

const shownErrors = 10

/** Prints the counts of a crawl, what was skipped and what failed. The exit code is 1 if a page failed. */
export function renderCrawled({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const pages = numberField(value, 'pages_crawled')
  const unchanged = numberField(value, 'pages_unchanged')
  const errors = listField(value, 'errors')
  const library = textField(value, 'library')
  const skipped = Object.entries(Object(value.skipped))
    .map(([reason, count]) => `${count} ${reason.replaceAll('_', ' ')}`)
    .join(', ')
  const facts = [
    ...(unchanged > 0 ? [`${unchanged.toLocaleString('en')} unchanged`] : []),
    countOf(numberField(value, 'chunks_created'), 'new chunk'),
    ...(errors.length > 0 ? [`${errors.length.toLocaleString('en')} failed`] : []),
  ]
  const hidden = errors.length - shownErrors
  const isDone = textField(value, 'status') === 'done'
  const lines = [
    `${isDone ? style.good('crawled') : style.accent('running')}  ${textField(value, 'url')}  ${style.dim(`→ ${library}`)}`,
    `${style.bold(countOf(pages, 'page'))}: ${facts.join(', ')}`,
    ...(skipped === '' ? [] : [style.dim(`left out: ${skipped}`)]),
    ...errors
      .slice(0, shownErrors)
      .map(
        row =>
          `${style.bad('failed')}  ${textField(row, 'url')}\n        ${style.dim(textField(row, 'error'))}`,
      ),
    ...(hidden > 0 ? [`and ${countOf(hidden, 'more failure')}`] : []),
  ]
  const remarks = [
    ...textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`),
    `Search it with: quire search "…" --library ${library}`,
  ]
  return { answer: lines.join('\n'), remark: remarks.join('\n'), exitCode: errors.length > 0 ? 1 : 0 }
}
