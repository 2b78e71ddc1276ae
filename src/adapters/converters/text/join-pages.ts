import type { Page } from '../../../core/model/document.ts'
import { cleanMarkdown } from './clean-text.ts'

export type PageText = { label: string | null; markdown: string }

/** Puts pages one after the other, numbered from 1; a page without text keeps its number and an empty span. */
export function joinPages(texts: readonly PageText[]): { markdown: string; pages: Page[] } {
  const parts: string[] = []
  const pages: Page[] = []
  let length = 0
  for (const [index, { label, markdown }] of texts.entries()) {
    const clean = cleanMarkdown(markdown)
    if (clean !== '' && length > 0) {
      parts.push('\n')
      length += 1
    }
    pages.push({ number: index + 1, label, start: length, end: length + clean.length, ocr: false })
    parts.push(clean)
    length += clean.length
  }
  return { markdown: parts.join(''), pages }
}
