import { countOf, listOf, numberOf, textOf } from '../../../core/contract/shell/read-fields.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

/** The Markdown alone on stdout, so that it can be piped on; what it is, beside it. */
export function renderDocument({ value, terminal }: ShownAnswer): Rendering {
  const pages = listOf(value, 'pages').length
  const facts = [
    `library ${textOf(value, 'library')}`,
    ...(pages > 0 ? [countOf(pages, 'page')] : []),
    countOf(numberOf(value, 'chunk_count'), 'chunk'),
  ]
  const { bold, dim } = terminal.noteStyle
  return {
    answer: textOf(value, 'content'),
    remark: `\n${bold(textOf(value, 'title'))}\n${dim(`${textOf(value, 'source')} · ${facts.join(' · ')}`)}`,
  }
}
