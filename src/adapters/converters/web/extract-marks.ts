import { mark } from './mark.ts'

/** Takes the marks out of Markdown and says where each stood. A mark inside a heading stands at its line's start. */
export function extractMarks(marked: string): { markdown: string; positions: Map<string, number> } {
  const pattern = new RegExp(`${mark.open}([a-z]+\\d+)${mark.close}`, 'g')
  const positions = new Map<string, number>()
  const names: { name: string; at: number }[] = []
  let markdown = ''
  let from = 0
  for (const match of marked.matchAll(pattern)) {
    markdown += marked.slice(from, match.index)
    from = match.index + match[0].length
    if (markdown === '' || markdown.endsWith('\n')) {
      // Alone on its line: the blank lines behind it go with it.
      const blank = /^(?:[ \t]*\n)*/.exec(marked.slice(from, from + 1000))?.[0] ?? ''
      if (marked[from] === '\n') from += blank.length
    }
    names.push({ name: match[1] ?? '', at: markdown.length })
  }
  markdown += marked.slice(from)
  for (const { name, at } of names) if (!positions.has(name)) positions.set(name, startOfBlock(markdown, at))
  return { markdown, positions }
}

function startOfBlock(markdown: string, at: number): number {
  const line = markdown.lastIndexOf('\n', at - 1) + 1
  return /^[\s#>*_\-|[]*$/.test(markdown.slice(line, at)) ? line : at
}
