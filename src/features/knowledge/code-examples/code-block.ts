/** A block of code as it stands in Markdown: characters [start, end) with its fence, and what the fence says. */
export type CodeBlock = { start: number; end: number; code: string; label: string }

type Line = { start: number; end: number; text: string }
type Fence = { mark: string; label: string; lead: string }

/** As CommonMark reads it: at the start of a line. Elsewhere a text speaks of the tag. */
const preOpening = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*<pre[\s>]/i

/**
 * Every block of code of a Markdown text: fences as CommonMark reads them (backticks or tildes, closed by at least as
 * many, in lists and quotes too, open ones reaching to the end) and `<pre>` elements. None is too short.
 */
export function findCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  const lines = linesOf(markdown)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const fence = openingFence(line.text)
    if (fence !== null) {
      const last = closingLine(lines, at, fence)
      const inner = lines.slice(at + 1, last.isClosed ? last.index : last.index + 1)
      const code = inner.map(({ text }) => withoutLead(text, fence.lead)).join('\n')
      const end = lines[last.index]?.end ?? markdown.length
      if (code.trim() !== '') blocks.push({ start: line.start, end, code, label: fence.label })
      at = last.index
    } else if (preOpening.test(line.text)) {
      const block = preBlock(markdown, line.start)
      if (block === null) continue
      if (block.code.trim() !== '') blocks.push(block)
      while ((lines[at + 1]?.start ?? Number.POSITIVE_INFINITY) < block.end) at++
    }
  }
  return blocks
}

function linesOf(markdown: string): Line[] {
  return [...markdown.matchAll(/[^\n]*(?:\n|$)/g)]
    .filter(found => found[0] !== '')
    .map(found => {
      const text = found[0].replace(/\r?\n$/, '')
      return { start: found.index, end: found.index + text.length, text }
    })
}

function openingFence(text: string): Fence | null {
  const found = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/.exec(text)
  const [, lead = '', mark = '', label = ''] = found ?? []
  if (found === null || (mark.startsWith('`') && label.includes('`'))) return null
  return { mark, label: label.trim(), lead }
}

/** The line that closes the fence; a fence that is never closed reaches to the end. */
function closingLine(
  lines: readonly Line[],
  opened: number,
  { mark }: Fence,
): { index: number; isClosed: boolean } {
  for (let at = opened + 1; at < lines.length; at++) {
    const text = (lines[at]?.text ?? '').replace(/^[ \t>]*/, '').trimEnd()
    if (text.length >= mark.length && text === (mark[0] ?? '').repeat(text.length))
      return { index: at, isClosed: true }
  }
  return { index: lines.length - 1, isClosed: false }
}

/** At most as many characters as stand before the fence, and only what a list or quote puts there. */
function withoutLead(text: string, lead: string): string {
  let at = 0
  while (at < lead.length && /[ \t>]/.test(text[at] ?? '')) at++
  return text.slice(at)
}

function preBlock(markdown: string, from: number): CodeBlock | null {
  const found = /<pre([^>]*)>([\s\S]*?)<\/pre>/i.exec(markdown.slice(from))
  if (found === null) return null
  const [whole, attributes = '', inner = ''] = found
  const start = from + found.index
  const classes = `${attributes} ${/<code([^>]*)>/i.exec(inner)?.[1] ?? ''}`
  const label = /(?:language|lang|highlight|brush:?)[-\s]+([\w+#]+)/i.exec(classes)?.[1] ?? ''
  const code = plainText(inner).replace(/^\n/, '').trimEnd()
  return { start, end: start + whole.length, code, label }
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

function plainText(html: string): string {
  return html
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-z][^>]*>/gi, '')
    .replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      if (name === undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : whole
      return entities[String(name).toLowerCase()] ?? whole
    })
}
