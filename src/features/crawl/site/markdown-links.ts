import { findHeadings } from '../../../core/text/outline.ts'

/** Every part has a most, and none can begin where another ends: a page may be made of what nearly fits. */
const inline =
  /\]\(\s{0,9}<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)>?(?:\s{1,9}["'(][^\n]{0,500}?)?\)/g
const reference = /^ {0,3}\[[^\]\n]{1,200}\]:\s{1,9}<?([^\s<>]{1,2000})>?/gm
const bare = /<(https?:\/\/[^\s<>]{1,2000})>/g
const codeSpan = /(?<!`)(`{1,9})(?!`)[^`\n]{1,1000}\1(?!`)/g

/** Where the links of a Markdown text lead, as written, in order of kind and place; code left out. */
export function markdownLinks(markdown: string): string[] {
  const text = withoutCode(markdown).replace(codeSpan, '')
  return [inline, reference, bare].flatMap(pattern =>
    [...text.matchAll(pattern)].flatMap(([, target]) => (target === undefined ? [] : [target])),
  )
}

/** The first heading of the first level. */
export function markdownTitle(markdown: string): string | null {
  return findHeadings(markdown.slice(0, 20_000)).find(({ level }) => level === 1)?.title ?? null
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
