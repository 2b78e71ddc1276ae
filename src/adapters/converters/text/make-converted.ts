import type { Converted, OutlineEntry, Page } from '../../../core/model/document.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { emptySource } from './broken-source.ts'
import { oneLine } from './clean-text.ts'

export type ConvertedParts = {
  fileType: string
  markdown: string
  title?: string | null | undefined
  pages?: Page[]
  outline?: OutlineEntry[]
  warnings?: string[]
  language?: string | undefined
  isListing?: boolean
}

/** The last step of every converter here: a source without any text is a Failure, not an empty document. */
export function makeConverted(raw: RawSource, parts: ConvertedParts): Converted {
  if (parts.markdown.trim() === '') throw emptySource(raw.name)
  const title = oneLine(parts.title ?? '')
  return {
    markdown: parts.markdown,
    title: title === '' ? null : title,
    fileType: parts.fileType,
    pages: parts.pages ?? [],
    outline: parts.outline ?? [],
    warnings: parts.warnings ?? [],
    ...(parts.language === undefined ? {} : { language: parts.language }),
    ...(parts.isListing === true ? { isListing: true as const } : {}),
  }
}
