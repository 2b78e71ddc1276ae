/** A line of Markdown as a heading by its `#`s, without those that close it; null when it is none. */
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
