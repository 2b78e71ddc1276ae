import type { Answer, Rendering } from '../../../surfaces/cli/render/index.ts'
import { countOf, numberOf, textOf } from '../../../core/contract/shell/read.ts'

export function renderDeleted({ value, terminal }: Answer): Rendering {
  const chunks = numberOf(value, 'deleted_chunks')
  const id = textOf(value, 'doc_id')
  if (chunks === 0) return { answer: `There was no document ${id}.` }
  return {
    answer: `${terminal.style.good('deleted')}  ${id}  ${terminal.style.dim(countOf(chunks, 'chunk'))}`,
  }
}

export function renderDeletedLibrary({ value, terminal }: Answer): Rendering {
  const { style } = terminal
  const what = `${countOf(numberOf(value, 'deleted_documents'), 'document')}, ${countOf(numberOf(value, 'deleted_chunks'), 'chunk')}`
  return { answer: `${style.good('deleted')}  library ${textOf(value, 'library')}  ${style.dim(what)}` }
}
