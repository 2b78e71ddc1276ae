import { countOf, numberOf, textOf, textsOf } from '../../../core/contract/shell/read-fields.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

export function renderIngested({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const status = textOf(value, 'status')
  const chunks = numberOf(value, 'chunk_count')
  const outcome = status === 'skipped' ? 'unchanged' : countOf(chunks, 'chunk')
  const painted = status === 'skipped' ? style.dim(status) : style.good(status)
  const warnings = textsOf(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  return {
    answer: `${painted}  ${textOf(value, 'source')}  ${style.dim(`→ ${textOf(value, 'library')}, ${outcome}, ${textOf(value, 'doc_id')}`)}`,
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
  }
}
