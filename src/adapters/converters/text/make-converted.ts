import type { Converted, OutlineEntry, Page } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { oneLine } from './markdown-parts.ts'

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

/** Last step of every converter in this folder: throws NO_TEXT when there is no text. */
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

/** The source does not match its format. `problem` completes "notes.docx …". */
export function brokenSource(name: string, problem: string, cause?: unknown): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `${name} ${problem}.`, {
    hint: 'Open it in the program that created it and save it again, or get a new copy.',
    cause,
  })
}

function emptySource(name: string): Failure {
  return new Failure('invalid', 'NO_TEXT', `No text could be extracted from ${name}.`, {
    hint: 'It may be empty, or contain only pictures of text: save it as PDF or images for text recognition, or pass the text with ingest_content.',
  })
}

/** Returns a Failure unchanged, and wraps any other error of a library as a broken source. */
export function asBrokenSource(name: string, problem: string, error: unknown): Failure {
  return error instanceof Failure ? error : brokenSource(name, problem, error)
}
