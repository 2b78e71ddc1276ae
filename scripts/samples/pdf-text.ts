/** Widths of Times-Roman in thousandths of its size for the characters 32 to 126, from Adobe's font metrics. */
const romanWidths = [
  250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500,
  500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333,
  389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469,
  500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389,
  278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
]

/** The characters beyond Latin-1 that WinAnsiEncoding has and the samples use. */
const winAnsi: Readonly<Record<string, number>> = {
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
}

/** The width of a text in points. Accurate enough for ragged-right lines: italics are measured as roman. */
export function widthOf(text: string, size: number): number {
  let width = 0
  for (const character of text) width += romanWidths[character.charCodeAt(0) - 32] ?? 500
  return (width * size) / 1000
}

/** Breaks a paragraph into lines that are at most `width` points wide. */
export function wrapText(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer.replaceAll('_', ''), size) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A text as a PDF string in WinAnsiEncoding, escaped to plain ASCII. */
export function pdfString(text: string): string {
  const escaped = Array.from(text, character => {
    const code = winAnsi[character] ?? character.charCodeAt(0)
    if (code > 255) throw new Error(`WinAnsiEncoding has no ${JSON.stringify(character)}`)
    if (character === '(' || character === ')' || character === '\\') return `\\${character}`
    return code < 127 ? character : `\\${code.toString(8)}`
  })
  return `(${escaped.join('')})`
}
