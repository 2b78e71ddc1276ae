import { countOf, numberOf, textOf } from '../../../core/contract/shell/read-fields.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

export function renderDeleted({ value, terminal }: ShownAnswer): Rendering {
  const chunks = numberOf(value, 'deleted_chunks')
  const id = textOf(value, 'doc_id')
  if (chunks === 0) return { answer: `There was no document ${id}.` }
  return {
    answer: `${terminal.style.good('deleted')}  ${id}  ${terminal.style.dim(countOf(chunks, 'chunk'))}`,
  }
}

export function renderDeletedLibrary({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const what = `${countOf(numberOf(value, 'deleted_documents'), 'document')}, ${countOf(numberOf(value, 'deleted_chunks'), 'chunk')}`
  return { answer: `${style.good('deleted')}  library ${textOf(value, 'library')}  ${style.dim(what)}` }
}
