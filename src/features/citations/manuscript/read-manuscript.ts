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

export const manuscriptLimits = { bytes: 100_000_000, characters: 2_000_000 } as const

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
    return withoutReferenceList(converted.manuscript)
  }
  const manuscript = readMarkdownManuscript(limited(converted.markdown, raw.name))
  const warnings = [...converted.warnings, ...manuscript.warnings]
  if (converted.pages.length === 0) return { ...manuscript, warnings }
  const noted = { ...manuscript, blocks: markNotes(manuscript, converted.pages) }
  return { ...joinBroken(noted, converted.pages), places: pageNumbers(converted.pages), warnings }
}

/** What is below the heading "References", up to the next heading, quotes nothing. */
function withoutReferenceList(manuscript: Manuscript): Manuscript {
  let isListed = false
  const blocks = manuscript.blocks.filter(({ kind, start, end }) => {
    const isHeading = kind === 'heading' || (kind === 'text' && end - start < 60)
    const isNamed = isHeading && isReferencesHeading(manuscript.text.slice(start, end))
    if (isNamed || kind === 'heading') isListed = isNamed
    return !isListed || kind === 'note'
  })
  const isKept = (at: number) => blocks.some(({ start, end }) => start <= at && end >= at)
  const citations = manuscript.citations.filter(({ start }) => isKept(start))
  return { ...manuscript, blocks, citations }
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

/** "1 Lessig 2004, p. 63." at the foot of a page is a note if its number follows a word of the page. */
function markNotes(manuscript: Manuscript, pages: readonly Page[]): Manuscript['blocks'] {
  const { text } = manuscript
  return manuscript.blocks.flatMap(block => {
    const page = pages.findLast(({ start }) => start <= block.start)
    if (block.kind !== 'text' || page === undefined) return [block]
    const anchorOf = (number: string) => {
      const mark = new RegExp(`(?:\\p{L}|[.,;:!?”"’»“)\\]] ?)${number}(?=\\s+\\p{Lu}|[\\s,;.]|$)`, 'gu')
      const found = [...text.slice(page.start, block.start).matchAll(mark)].at(-1)
      return found === undefined ? null : page.start + found.index + 1
    }
    const notes: Manuscript['blocks'] = []
    for (let start = block.start; start < block.end; ) {
      const number = /^(\d{1,3})[.)]?\s+\p{Lu}/u.exec(text.slice(start, start + 12))?.[1]
      const anchor = number === undefined ? null : anchorOf(number)
      if (anchor === null) break
      // Short notes may share a line.
      const next = new RegExp(`(?<=[.;)])\\s+${Number(number) + 1}[.)]?\\s+(?=\\p{Lu})`, 'u').exec(
        text.slice(start, block.end),
      )
      const end = next === null ? block.end : start + next.index
      notes.push({ kind: 'note', start, end, anchor })
      start = next === null ? block.end : end + (next[0].length - next[0].trimStart().length)
    }
    return notes.length === 0 ? [block] : notes
  })
}

/**
 * Joins a paragraph that a page break, or the conversion, divides: the first part does not end a sentence, or the second one begins in the
 * middle of it. Notes may be between the two; they stay separate blocks. Positions stay the same.
 */
function joinBroken(manuscript: Manuscript, pages: readonly Page[]): Manuscript {
  const blocks: Manuscript['blocks'] = []
  let { text } = manuscript
  for (const block of manuscript.blocks) {
    const last = blocks.findLast(({ kind }) => kind !== 'note')
    const isBreak = pages.some(({ start }) => last !== undefined && start >= last.end && start <= block.start)
    const isText = last?.kind === 'text' && block.kind === 'text'
    if (last === undefined || !isText || !isBroken(text, { end: last.end, next: block.start, isBreak })) {
      blocks.push({ ...block })
      continue
    }
    const gap = text.slice(last.end, block.start).replace(/\n/g, ' ')
    text = `${text.slice(0, last.end)}${gap}${text.slice(block.start)}`
    last.end = block.end
  }
  return { ...manuscript, text, blocks }
}

/** Within a page, both parts must look broken, or a bracket is still open. */
function isBroken(
  text: string,
  { end, next, isBreak }: { end: number; next: number; isBreak: boolean },
): boolean {
  const isEnded = /[.!?:…][”"’»“)\]]*\d{0,3}$/.test(text.slice(Math.max(0, end - 10), end).trimEnd())
  const isMiddle = /^[\p{Ll}(]/u.test(text.slice(next, next + 2))
  const isOpen = /\([^()]{0,80}$/.test(text.slice(Math.max(0, end - 90), end))
  return isOpen || (isBreak ? !isEnded || isMiddle : !isEnded && isMiddle)
}

function pageNumbers(pages: readonly Page[]): Manuscript['places'] {
  return pages.map(({ start, number, label }) => ({
    start,
    place:
      label === null || label === String(number) ? `page ${number}` : `page ${label} (PDF page ${number})`,
  }))
}
