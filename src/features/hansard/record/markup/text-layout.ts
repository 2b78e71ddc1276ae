import type { OpenDraft } from './open-draft.ts'
import type { Attributes } from './read-markup.ts'

/**
 * Collects running text into paragraphs: white space is collapsed, cells of a table are separated by tabs and rows by
 * line breaks, invisible characters are removed.
 */
export type TextBuilder = {
  readonly paragraphs: string[]
  isAtStart(): boolean
  write(text: string): void
  breakLine(): void
  /** Ends a paragraph, except in a table, whose cells stay on their line. */
  breakBlock(): void
  endParagraph(): void
  openTable(): void
  closeTable(): void
  openCell(): void
}

/** All other elements separate words, so that an unknown tag does not join two of them. */
export const inlineElements: ReadonlySet<string> = new Set(
  'inline span a emphasis emph sup sub b i u em strong font small big from name electorate role time.stamp tab ref'.split(
    ' ',
  ),
)

export function textBuilder(): TextBuilder {
  const paragraphs: string[] = []
  let current = ''
  // Kept apart from `current`: reading a string that is being built makes the engine join its pieces each time.
  let hasWords = false
  let endsInSpace = true
  let tables = 0

  const write = (text: string) => {
    const clean = text.replaceAll(invisible, '').replaceAll(/\s+/g, ' ')
    const fitting = endsInSpace && clean.startsWith(' ') ? clean.slice(1) : clean
    if (fitting === '') return
    current += fitting
    endsInSpace = fitting.endsWith(' ')
    hasWords ||= fitting !== ' '
  }
  const part = (mark: string) => {
    if (!hasWords || current.endsWith('\n')) return
    current = `${current.trimEnd()}${mark}`
    endsInSpace = true
  }
  const endParagraph = () => {
    const text = hasWords ? current.replaceAll(/[ \t]+\n/g, '\n').trim() : ''
    current = ''
    hasWords = false
    endsInSpace = true
    if (text !== '') paragraphs.push(text)
  }
  const breakBlock = () => (tables === 0 ? endParagraph() : write(' '))

  return {
    paragraphs,
    isAtStart: () => !hasWords,
    write,
    endParagraph,
    breakBlock,
    breakLine: () => part('\n'),
    openCell: () => part('\t'),
    openTable: () => {
      breakBlock()
      tables += 1
    },
    closeTable: () => {
      tables = Math.max(0, tables - 1)
      breakBlock()
    },
  }
}

/** Soft hyphens, zero-width marks and byte order marks. */
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g

/** Writes the start of an element: a break, a tab or nothing. */
export function layOpen(draft: OpenDraft, name: string, attributes: Attributes): void {
  const { text } = draft
  if (name === 'table') text.openTable()
  else if (isRow(name) || isBreak(name)) text.breakLine()
  else if (isCell(name)) text.openCell()
  else if (name === 'tab') draft.write(' ')
  else if (!inlineElements.has(name)) text.breakBlock()
  if (attributes.label !== undefined) draft.labelNext(attributes.label)
}

/** Writes the end of an element. */
export function layClose({ text }: OpenDraft, name: string): void {
  if (name === 'table') text.closeTable()
  else if (isRow(name)) text.breakLine()
  else if (!isCell(name) && !isBreak(name) && !inlineElements.has(name)) text.breakBlock()
}

function isBreak(name: string): boolean {
  return name === 'br' || name === 'break'
}

/** `vote` is a name in a division: each has its own line. */
function isRow(name: string): boolean {
  return name === 'row' || name === 'tr' || name === 'vote'
}

function isCell(name: string): boolean {
  return name === 'entry' || name === 'td' || name === 'th'
}
