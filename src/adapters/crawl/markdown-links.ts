const inline = /\]\(\s*<?([^\s()<>]+(?:\([^\s()<>]*\))?[^\s()<>]*)>?(?:\s+["'(][^\n]*?)?\)/g
const reference = /^ {0,3}\[[^\]\n]{1,200}\]:\s+<?([^\s<>]+)>?/gm
const bare = /<(https?:\/\/[^\s<>]+)>/g

/** Where the links of a Markdown text lead, as written, in order of kind and place; code left out. */
export function markdownLinks(markdown: string): string[] {
  const text = withoutCode(markdown).replace(/(`+)[^`\n]+\1/g, '')
  return [inline, reference, bare].flatMap(pattern =>
    [...text.matchAll(pattern)].flatMap(([, target]) => (target === undefined ? [] : [target])),
  )
}

/** The first heading of the first level. */
export function markdownTitle(markdown: string): string | null {
  return /^#\s+(.+?)\s*#*\s*$/m.exec(withoutCode(markdown.slice(0, 20_000)))?.[1] ?? null
}

function withoutCode(markdown: string): string {
  let fence: string | null = null
  return markdown
    .split('\n')
    .filter(line => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
      if (fence === null) {
        fence = mark
        return mark === null
      }
      if (mark?.startsWith(fence)) fence = null
      return false
    })
    .join('\n')
}
