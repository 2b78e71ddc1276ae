/** Yields the rows of separated values. Quoted fields may contain the delimiter, doubled quotes and line ends. */
export function* readDelimited(text: string, delimiter: string): Generator<string[]> {
  let cells: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const { value, next } = text[at] === '"' ? readQuoted(text, at) : { value: '', next: at }
    const end = endOfPlain(text, next, delimiter)
    // Like spreadsheets, text after a closing quote belongs to the field.
    cells.push(value + text.slice(next, end))
    at = end
    if (text[at] === delimiter) {
      at += 1
      if (at === text.length) cells.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    yield cells
    cells = []
  }
  if (cells.length > 0) yield cells
}

/** The delimiter that most often splits the first rows into the same number of fields. */
export function sniffDelimiter(text: string): string {
  const sample = text.slice(0, 65_536)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of [',', '\t', ';', '|']) {
    const widths: number[] = []
    for (const cells of readDelimited(sample, delimiter)) {
      if (cells.length > 1 || cells[0]?.trim() !== '') widths.push(cells.length)
      if (widths.length === 50) break
    }
    const header = widths[0] ?? 1
    const agreeing = widths.filter(width => width === header).length
    const score = header > 1 ? (agreeing / widths.length) * (1 + Math.min(header, 50) / 100) : 0
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function readQuoted(text: string, start: number): { value: string; next: number } {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    // A quote that is never closed is an ordinary character; otherwise the rest of the file would be one field.
    if (quote === -1) return { value: '', next: start }
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, next: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function endOfPlain(text: string, start: number, delimiter: string): number {
  let at = start
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}
