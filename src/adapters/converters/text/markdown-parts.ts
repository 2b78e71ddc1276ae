import type { Page } from '../../../core/model/document.ts'

/**
 * Normalizes text: `
 * ` line ends, well-formed Unicode, no control characters, no byte order marks, no soft hyphens (which hide words from
 * search).
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0080-\u009f]/g, asWindows)
    .replace(forbidden, '')
    .replace(/[\f\v]/g, '\n')
    .toWellFormed()
}

/** Cleaned Markdown without leading blank lines, ending in one line end; empty when nothing is left. */
export function cleanMarkdown(markdown: string): string {
  const clean = cleanText(markdown)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  return clean.trim() === '' ? '' : `${clean}\n`
}

/** Text on one line, for titles, headings and table cells. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const forbidden = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ufffe\uffff]/g

/** Control characters 80 to 9F are nearly always Windows punctuation that was decoded as Latin-1. */
function asWindows(character: string): string {
  return windows.decode(Uint8Array.of(character.charCodeAt(0)))
}

const windows = new TextDecoder('windows-1252')

/** Writes code in a fence that is longer than any run of backticks inside it. */
export function codeFence(code: string, language = ''): string {
  const runs = code.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), 3))
  return `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`
}

/** Writes a Markdown table whose first row is the header. Short rows are padded; without rows, returns an empty string. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const [header, ...body] = rows
  if (header === undefined || width === 0) return ''
  return [tableRow(header, width), separatorRow(width), ...body.map(row => tableRow(row, width))].join('\n')
}

export function tableRow(cells: readonly string[], width: number): string {
  const filled = Array.from({ length: width }, (_, index) => escapeCell(cells[index] ?? ''))
  return `| ${filled.join(' | ')} |`
}

export function separatorRow(width: number): string {
  return `|${' --- |'.repeat(width)}`
}

/**
 * Matches cells that need no cleaning or escaping: printable ASCII with single spaces. True for most cells of large
 * tables.
 */
const plainCell = /^(?:[!-{}~]+(?: [!-{}~]+)*)?$/

function escapeCell(cell: string): string {
  // The expression would exhaust the stack on a very long cell.
  if (cell.length <= 1000 && plainCell.test(cell)) return cell
  return oneLine(cell).replaceAll('|', '\\|')
}

type PageText = { label: string | null; markdown: string }

/** Joins pages, numbered from 1. A page without text keeps its number and an empty span. */
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
