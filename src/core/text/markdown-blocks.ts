/** Consecutive lines of Markdown that belong together: characters [start, end), without the last line break. */
export type MarkdownBlock =
  | { kind: 'heading'; start: number; end: number; level: number; title: string }
  | { kind: 'code' | 'table' | 'list' | 'paragraph'; start: number; end: number }

type Line = { start: number; end: number; text: string }

/** A block that may continue; `accepts` says whether the next line belongs to it. */
type OpenBlock = {
  kind: 'code' | 'table' | 'list' | 'paragraph'
  start: number
  end: number
  lines: number
  accepts: (line: Line) => 'yes' | 'last' | 'no'
}

/**
 * Returns the blocks of a Markdown text in order; only blank lines are left out. A subset of CommonMark: quotes and
 * HTML count as paragraphs, and nothing inside a fence is a heading.
 */
export function scanBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = []
  const lines = linesOf(markdown)
  let open: OpenBlock | null = null
  let afterList = false

  const close = () => {
    if (open) blocks.push({ kind: open.kind, start: open.start, end: open.end })
    open = null
  }
  const begin = (kind: OpenBlock['kind'], line: Line, accepts: OpenBlock['accepts']) => {
    close()
    open = { kind, start: line.start, end: line.end, lines: 1, accepts }
  }
  const addHeading = ({
    start,
    end,
    level,
    title,
  }: {
    start: number
    end: number
    level: number
    title: string
  }) => {
    blocks.push({ kind: 'heading', start, end, level, title: plainTitle(title) })
    afterList = false
  }

  let current = frontMatter(lines, blocks)
  for (; current < lines.length; current++) {
    const line = lines[current]
    if (!line) break
    // SAFETY: widens the type again: the compiler does not see that `begin` and `close` assign it.
    const running = open as OpenBlock | null
    const verdict = running?.accepts(line) ?? 'no'
    if (running && verdict !== 'no') {
      running.end = line.text.trim() === '' ? running.end : line.end
      running.lines++
      if (verdict === 'last') close()
      continue
    }
    if (line.text.trim() === '') {
      close()
      continue
    }
    const next = lines[current + 1]
    const atx = atxHeading(line.text)
    const underline = running?.kind === 'paragraph' && running.lines === 1 ? setextLevel(line.text) : null
    if (running && underline !== null) {
      open = null
      const title = markdown.slice(running.start, running.end)
      addHeading({ start: running.start, end: line.end, level: underline, title })
    } else if (atx) {
      close()
      addHeading({ ...atx, start: line.start, end: line.end })
    } else if (fenceOf(line.text)) {
      begin('code', line, insideFence(fenceOf(line.text) ?? ''))
    } else if (htmlTerminator(line.text)) {
      begin('paragraph', line, untilContains(htmlTerminator(line.text) ?? '', line))
    } else if (startsTable(line, next)) {
      begin('table', line, row => (row.text.includes('|') ? 'yes' : 'no'))
    } else if (!isRule(line.text) && startsListItem(line.text, running)) {
      begin('list', line, nothing)
      afterList = true
    } else if (isIndented(line.text) && !running && !afterList) {
      begin('code', line, indented => (isIndented(indented.text) ? 'yes' : 'no'))
    } else if (running && (running.kind === 'paragraph' || running.kind === 'list')) {
      running.end = line.end
      running.lines++
    } else {
      begin('paragraph', line, nothing)
      if (!/^\s/.test(line.text)) afterList = false
    }
  }
  close()
  return blocks
}

function linesOf(markdown: string): Line[] {
  const lines: Line[] = []
  let start = 0
  while (start <= markdown.length) {
    const found = markdown.indexOf('\n', start)
    const stop = found === -1 ? markdown.length : found
    const end = stop > start && markdown[stop - 1] === '\r' ? stop - 1 : stop
    lines.push({ start, end, text: markdown.slice(start, end) })
    start = stop + 1
  }
  return lines
}

/** Makes front matter (between two `---` lines at the top) one block; otherwise its last line would make a heading. */
function frontMatter(lines: readonly Line[], blocks: MarkdownBlock[]): number {
  const first = lines[0]
  if (first?.text.trimEnd() !== '---' || (lines[1]?.text.trim() ?? '') === '') return 0
  for (let at = 1; at < Math.min(lines.length, 200); at++) {
    const line = lines[at]
    if (line?.text.trimEnd() !== '---' && line?.text.trimEnd() !== '...') continue
    blocks.push({ kind: 'code', start: first.start, end: line.end })
    return at + 1
  }
  return 0
}

function setextLevel(text: string): number | null {
  if (/^ {0,3}=+$/.test(text.trimEnd())) return 1
  return /^ {0,3}-+$/.test(text.trimEnd()) ? 2 : null
}

function fenceOf(text: string): string | null {
  const trimmed = text.trimStart()
  const fence = /^(?:`{3,}|~{3,})/.exec(trimmed)?.[0]
  if (!fence) return null
  return fence.startsWith('`') && trimmed.includes('`', fence.length) ? null : fence
}

function insideFence(fence: string): OpenBlock['accepts'] {
  return line => {
    const text = line.text.trim()
    const closes = text.startsWith(fence) && text === (fence[0] ?? '').repeat(text.length)
    return closes ? 'last' : 'yes'
  }
}

/** The text that ends an HTML comment or preformatted element; nothing inside it is a heading. */
function htmlTerminator(text: string): string | null {
  if (/^ {0,3}<!--/.test(text)) return '-->'
  const tag = /^ {0,3}<(pre|script|style|textarea)(?=[\s>]|$)/i.exec(text)?.[1]
  return tag ? `</${tag.toLowerCase()}>` : null
}

function untilContains(terminator: string, first: Line): OpenBlock['accepts'] {
  let ended = first.text.toLowerCase().includes(terminator)
  return line => {
    if (ended) return 'no'
    ended = line.text.toLowerCase().includes(terminator)
    return ended ? 'last' : 'yes'
  }
}

function startsTable(line: Line, next: Line | undefined): boolean {
  if (!line.text.includes('|')) return false
  if (line.text.trimStart().startsWith('|')) return true
  const below = next?.text ?? ''
  return below.includes('|') && below.includes('-') && /^[|:\-\s]+$/.test(below)
}

function isRule(text: string): boolean {
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(text.replace(/\s/g, ''))
}

/** Inside a paragraph a number starts a list only if it is 1: a line may start with a year or a sum. */
function startsListItem(text: string, running: OpenBlock | null): boolean {
  const marker = /^\s*(?:[-*+]|(\d{1,9})[.)])(?=\s)/.exec(text)
  if (!marker) return false
  if (running?.kind === 'list') return false
  return running?.kind !== 'paragraph' || marker[1] === undefined || marker[1] === '1'
}

function isIndented(text: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(text) && text.trim() !== ''
}

function nothing(): 'no' {
  return 'no'
}

/** The plain text of a heading: without links, emphasis, code marks, anchors and escapes. */
function plainTitle(title: string): string {
  return title
    .slice(0, 1000)
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\{#[^{}]*\}/g, '')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/(^|\s)[*_](\S[^*_]*?)[*_](?=\s|$|\p{P})/gu, '$1$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Parses a line as a `#` heading, without closing `#`s; null when it is none. */
export function atxHeading(text: string): { level: number; title: string } | null {
  const marker = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text)
  if (!marker?.[1]) return null
  const inner = text.slice(marker[0].length).trim()
  const closing = inner.lastIndexOf(' ')
  const hasClosing = /^#+$/.test(inner.slice(closing + 1))
  return {
    level: marker[1].length,
    title: hasClosing ? inner.slice(0, Math.max(closing, 0)).trimEnd() : inner,
  }
}
