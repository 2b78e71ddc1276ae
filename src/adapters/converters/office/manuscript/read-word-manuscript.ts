import type { Manuscript, ManuscriptBlock, ManuscriptCitation } from '../../../../core/model/manuscript.ts'
import type { Zip } from '../../archive/zip.ts'
import { brokenSource } from '../../text/make-converted.ts'
import { readCitationField, type WordSources } from './read-citation-field.ts'
import { readParagraphs, type WordParagraph } from './read-paragraphs.ts'
import {
  findWordParts,
  readWordSources,
  readWordStyles,
  type WordParts,
  type WordStyles,
} from './word-parts.ts'

/** A manuscript, and what is needed to write remarks into its file. */
export type WordManuscript = {
  manuscript: Manuscript
  parts: WordParts
  /** The XML of the body, and its paragraphs with their start in the text. */
  body: { xml: string; paragraphs: { start: number; paragraph: WordParagraph }[] }
}

/** Reads the text of a Word file with its notes, quotations by style, and citation fields. */
export async function readWordManuscript(
  zip: Zip,
  name: string,
  signal: AbortSignal,
): Promise<WordManuscript> {
  const parts = await findWordParts(zip, signal)
  const styles = await readWordStyles(zip, parts.styles, signal)
  const sources = await readWordSources(zip, signal)
  const xml = await readPart(zip, parts.body, signal)
  if (xml === null) throw brokenSource(name, 'has no text: the main part is missing')
  const builder = createBuilder(styles, sources)
  const paragraphs = readParagraphs(xml, name).map(paragraph => ({
    start: builder.add(paragraph, 'paragraph', null),
    paragraph,
  }))
  for (const kind of ['footnote', 'endnote'] as const) {
    const path = kind === 'footnote' ? parts.footnotes : parts.endnotes
    const notes = path === null ? null : await readPart(zip, path, signal)
    if (notes === null) continue
    for (const paragraph of readParagraphs(notes, name)) {
      const anchor = builder.anchors.get(`${kind} ${paragraph.noteId}`)
      if (anchor !== undefined) builder.add(paragraph, kind, anchor)
    }
  }
  return { manuscript: builder.manuscript, parts, body: { xml, paragraphs } }
}

export async function readPart(zip: Zip, path: string, signal: AbortSignal): Promise<string | null> {
  const entry = zip.find(path)
  return entry === null ? null : new TextDecoder().decode(await zip.read(entry, signal))
}

function createBuilder(styles: WordStyles, sources: WordSources) {
  const manuscript: Manuscript = { text: '', blocks: [], citations: [], places: [], warnings: [] }
  /** Positions of the marks of notes in the text, by kind and id. */
  const anchors = new Map<string, number>()
  const counts = { paragraph: 0, footnote: 0, endnote: 0 }
  return {
    manuscript,
    anchors,
    /** Returns where the paragraph starts in the text. */
    add(paragraph: WordParagraph, kind: keyof typeof counts, anchor: number | null): number {
      counts[kind] += 1
      const start = manuscript.text.length
      if (paragraph.text.trim() === '') return start
      for (const note of paragraph.notes) anchors.set(`${note.kind} ${note.id}`, start + note.at)
      manuscript.places.push({ start, place: `${kind} ${counts[kind]}` })
      const end = start + paragraph.text.length
      manuscript.citations.push(...citationsOf(paragraph, start, sources))
      const blockKind = kindOf(paragraph, styles, anchor)
      if (blockKind !== null) manuscript.blocks.push({ kind: blockKind, start, end, anchor })
      manuscript.text += `${paragraph.text}\n\n`
      return start
    },
  }
}

function citationsOf(paragraph: WordParagraph, start: number, sources: WordSources): ManuscriptCitation[] {
  return paragraph.fields
    .flatMap(field => {
      const works = readCitationField(field.instruction, sources)
      if (works === null || works.length === 0) return []
      const written = paragraph.text.slice(field.start, field.end)
      // "(2004)" after the author's name in the sentence.
      const isNarrative = /^\(?\d{4}\p{L}?\b/u.test(written)
      return [{ start: start + field.start, end: start + field.end, written, isNarrative, works }]
    })
    .sort((one, other) => one.start - other.start)
}

/** Half an inch is 720; editors indent quotations by at least half of that on the left. */
const leastIndent = 360

function kindOf(
  paragraph: WordParagraph,
  styles: WordStyles,
  anchor: number | null,
): ManuscriptBlock['kind'] | null {
  const style = paragraph.style === null ? undefined : styles.get(paragraph.style)
  if (paragraph.isGenerated || style?.isReferences === true) return null
  if (anchor !== null) return 'note'
  if (style?.isHeading === true || (paragraph.outlineLevel ?? 9) < 9) return 'heading'
  if (style?.isQuote === true) return 'quote'
  const { left = 0, right = 0, hanging = 0 } = paragraph.indent ?? {}
  const isSetIn = left >= leastIndent && hanging === 0 && (right >= leastIndent || left >= 2 * leastIndent)
  return isSetIn && !paragraph.isListItem ? 'quote' : 'text'
}
