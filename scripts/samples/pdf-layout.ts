import { pdfString, widthOf, wrapText } from './pdf-text.ts'
import { runsOf, type SampleBlock } from './sample-text.ts'

/** A5, in points. */
export const pageWidth = 420
export const pageHeight = 595
const margin = 54
const top = pageHeight - 72
const bottom = 62
const bodySize = 11.5
const leading = 16

export type Bookmark = { title: string; level: number; page: number; y: number }
export type LaidOut = { pages: string[]; bookmarks: Bookmark[] }

type Font = 'roman' | 'italic' | 'bold'
const fontNames: Readonly<Record<Font, string>> = { roman: 'F1', italic: 'F2', bold: 'F3' }

/** Lays out blocks on pages: a chapter begins a page, a heading is never the last line of a page. */
export function layOut(blocks: readonly SampleBlock[], header: string): LaidOut {
  const pages: string[][] = []
  const bookmarks: Bookmark[] = []
  let y = top
  const newPage = () => {
    pages.push(pages.length === 0 ? [] : [runningHead(header)])
    y = top
  }
  for (const block of blocks) {
    if (block.kind === 'table') continue
    const isHeading = block.kind === 'heading'
    const isChapter = isHeading && block.level === 1
    const room = isHeading ? 5 * leading : leading
    if (isChapter || y - room < bottom) newPage()
    if (isHeading) {
      bookmarks.push({
        title: block.text,
        level: block.level,
        page: pages.length - 1,
        y: y + (isChapter ? 22 : 14),
      })
      pages.at(-1)?.push(line(block.text, { font: 'bold', size: isChapter ? 20 : 13, x: margin, y }))
      y -= isChapter ? 34 : 20
      continue
    }
    for (const text of wrapText(block.text, bodySize, pageWidth - 2 * margin)) {
      if (y < bottom) newPage()
      pages.at(-1)?.push(mixedLine(text, y))
      y -= leading
    }
    y -= 7
  }
  return { pages: pages.map(parts => parts.join('\n')), bookmarks }
}

export function titlePage(title: string, subtitle: string): string {
  return [
    centred(title, { font: 'bold', size: 24, y: 400 }),
    centred(subtitle, { font: 'italic', size: 13, y: 366 }),
    centred('Quire samples', { font: 'roman', size: 11, y: 90 }),
  ].join('\n')
}

export function contentsPage(entries: readonly { title: string; level: number; label: string }[]): string {
  let y = top
  const lines = [line('Contents', { font: 'bold', size: 20, x: margin, y })]
  y -= 36
  for (const { title, level, label } of entries) {
    const font = level === 1 ? 'bold' : 'roman'
    lines.push(line(title, { font, size: 10.5, x: margin + (level - 1) * 16, y }))
    lines.push(line(label, { font, size: 10.5, x: pageWidth - margin - widthOf(label, 10.5), y }))
    y -= level === 1 ? 17 : 15
  }
  return lines.join('\n')
}

export function pageNumber(label: string): string {
  return centred(label, { font: 'roman', size: 10, y: 36 })
}

function runningHead(text: string): string {
  return centred(text, { font: 'italic', size: 9.5, y: pageHeight - 44 })
}

type Place = { font: Font; size: number; y: number }

function centred(text: string, place: Place): string {
  return line(text, { ...place, x: (pageWidth - widthOf(text, place.size)) / 2 })
}

function line(text: string, { font, size, x, y }: Place & { x: number }): string {
  return `BT /${fontNames[font]} ${size} Tf ${fixed(x)} ${fixed(y)} Td ${pdfString(text)} Tj ET`
}

function mixedLine(text: string, y: number): string {
  const shown = runsOf(text).map(
    run => `/${fontNames[run.emphasis ? 'italic' : 'roman']} ${bodySize} Tf ${pdfString(run.text)} Tj`,
  )
  return `BT ${margin} ${fixed(y)} Td ${shown.join(' ')} ET`
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100)
}
