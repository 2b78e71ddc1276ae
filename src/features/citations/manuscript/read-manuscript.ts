import { basename } from 'node:path'
import type { Page } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Manuscript } from '../../../core/model/manuscript.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import type { ManuscriptDesk } from './manuscript-desk.ts'
import { lineNumbers, readMarkdownManuscript } from './read-markdown-manuscript.ts'
import { readTexManuscript } from './read-tex-manuscript.ts'
import { isReferencesHeading } from './references-heading.ts'
import type { ReadBeside } from './tex-source.ts'

/** The bytes of a manuscript, and how files beside it are read. */
export type ManuscriptSource = { raw: RawSource; readBeside: ReadBeside }

export type ReadManuscript = Manuscript & { format: string }

export const manuscriptLimits = { bytes: 100_000_000, characters: 5_000_000 } as const

/** Reads a manuscript of any format that Quire reads. Word, Markdown and LaTeX keep their citations as such. */
export async function readManuscript(
  { raw, readBeside }: ManuscriptSource,
  { desk, ocrLanguages }: { desk: ManuscriptDesk; ocrLanguages: readonly string[] },
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<ReadManuscript> {
  if (raw.bytes.length > manuscriptLimits.bytes)
    throw tooLarge(
      `${raw.name} has ${raw.bytes.length} bytes; at most ${manuscriptLimits.bytes} are checked.`,
    )
  const format = formatByName(raw.name) ?? (await desk.formatOf(raw))
  const read = await readAs(format, raw, { desk, ocrLanguages, readBeside, context })
  if (!/[\p{L}\p{N}]/u.test(read.text))
    throw new Failure('invalid', 'NO_TEXT', `${raw.name} contains no text.`, {
      hint: 'Check that it is the right file.',
    })
  return { ...read, format }
}

type Means = {
  desk: ManuscriptDesk
  ocrLanguages: readonly string[]
  readBeside: ReadBeside
  context: { signal: AbortSignal; progress: ReportProgress }
}

async function readAs(format: string, raw: RawSource, means: Means): Promise<Manuscript> {
  if (format === 'tex') return readTexManuscript(limited(decodeText(raw).text, raw.name), means.readBeside)
  if (format === 'md') return readMarkdownManuscript(limited(decodeText(raw).text, raw.name))
  if (format === 'txt') return readPlain(limited(decodeText(raw).text, raw.name))
  const { desk, ocrLanguages, context } = means
  const converted = await desk.convert(raw, { ocrLanguages, comments: [] }, context)
  if (converted.manuscript !== undefined) {
    limited(converted.manuscript.text, raw.name)
    return converted.manuscript
  }
  const manuscript = readMarkdownManuscript(limited(converted.markdown, raw.name))
  const places = converted.pages.length === 0 ? manuscript.places : pageNumbers(converted.pages)
  return { ...manuscript, places, warnings: [...converted.warnings, ...manuscript.warnings] }
}

/** LaTeX and plain text have one format in the converters; only the name tells them apart. */
function formatByName(name: string): 'tex' | 'md' | 'txt' | null {
  const extension = /\.([a-z]+)$/i.exec(basename(name))?.[1]?.toLowerCase() ?? ''
  if (['tex', 'ltx', 'latex'].includes(extension)) return 'tex'
  if (['md', 'markdown', 'mdown', 'qmd', 'rmd', 'mdx'].includes(extension)) return 'md'
  return extension === 'txt' || extension === 'text' ? 'txt' : null
}

function limited(text: string, name: string): string {
  if (text.length <= manuscriptLimits.characters) return text
  throw tooLarge(
    `${name} has ${text.length} characters of text; at most ${manuscriptLimits.characters} are checked.`,
  )
}

function tooLarge(message: string): Failure {
  return new Failure('too_large', 'SOURCE_TOO_LARGE', message, { hint: 'Check its chapters one by one.' })
}

/** Paragraphs between blank lines; an indented one is a quotation. */
function readPlain(source: string): Manuscript {
  const text = source.replace(/\r\n?/g, '\n')
  const blocks: Manuscript['blocks'] = []
  for (const { 0: paragraph, index: start } of text.matchAll(/[^\n]+(?:\n(?!\s*\n)[^\n]*)*/g)) {
    const end = start + paragraph.trimEnd().length
    if (paragraph.trim() === '') continue
    if (isReferencesHeading(paragraph.trim())) break
    const isSetIn = paragraph.split('\n').every(line => /^(?: {4,}|\t|\s*>)/.test(line))
    const lead = paragraph.length - paragraph.trimStart().length
    blocks.push({ kind: isSetIn ? 'quote' : 'text', start: start + lead, end, anchor: null })
  }
  return { text, blocks, citations: [], places: lineNumbers(text), warnings: [] }
}

function pageNumbers(pages: readonly Page[]): Manuscript['places'] {
  return pages.map(({ start, number, label }) => ({
    start,
    place:
      label === null || label === String(number) ? `page ${number}` : `page ${label} (PDF page ${number})`,
  }))
}
