/**
 * Text as every converter hands it on: `\n` line ends, well-formed, no control characters, no byte order marks,
 * no soft hyphens (they only say where a line might break, and hide words from search).
 */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0080-\u009f]/g, asWindows)
    .replace(forbidden, '')
    .replace(/[\f\v]/g, '\n')
    .toWellFormed()
}

/** Cleaned Markdown without blank lines in front and behind, ending in one line end; empty when nothing is left. */
export function cleanMarkdown(markdown: string): string {
  const clean = cleanText(markdown)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  return clean.trim() === '' ? '' : `${clean}\n`
}

/** One line of text: for titles, headings and table cells. */
export function oneLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const forbidden = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ufffe\uffff]/g

/** Control characters 80 to 9F are nearly always Windows punctuation that someone took for Latin-1. */
function asWindows(character: string): string {
  return windows.decode(Uint8Array.of(character.charCodeAt(0)))
}

const windows = new TextDecoder('windows-1252')
