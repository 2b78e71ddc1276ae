import { inlineElements } from './elements.ts'
import type { OpenDraft } from './open-draft.ts'
import type { Attributes } from './scan-markup.ts'

/** How the beginning of an element shows in running text. */
export function layOpen(draft: OpenDraft, name: string, attributes: Attributes): void {
  const { text } = draft
  if (name === 'table') text.openTable()
  else if (isRow(name) || isBreak(name)) text.breakLine()
  else if (isCell(name)) text.openCell()
  else if (name === 'tab') draft.write(' ')
  else if (!inlineElements.has(name)) text.breakBlock()
  if (attributes.label !== undefined) draft.labelNext(attributes.label)
}

/** How its end does. */
export function layClose({ text }: OpenDraft, name: string): void {
  if (name === 'table') text.closeTable()
  else if (isRow(name)) text.breakLine()
  else if (!isCell(name) && !isBreak(name) && !inlineElements.has(name)) text.breakBlock()
}

function isBreak(name: string): boolean {
  return name === 'br' || name === 'break'
}

/** Names of a division stand under each other. */
function isRow(name: string): boolean {
  return name === 'row' || name === 'tr' || name === 'vote'
}

function isCell(name: string): boolean {
  return name === 'entry' || name === 'td' || name === 'th'
}
