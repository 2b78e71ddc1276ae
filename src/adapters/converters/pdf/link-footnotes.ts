import type { Block, Line, PageLayout } from './page-layout.ts'

/**
 * Writes the marks of footnotes in Markdown: `[^1]` in the text and `[^1]: …` where the note is. A mark that an earlier
 * page uses for another note gets the number of its page: `[^1.7]`.
 */
export function linkFootnotes(pages: readonly PageLayout[]): PageLayout[] {
  const defined = new Set<string>()
  return pages.map(page => {
    const notes = page.blocks.map(block => (block.role === 'footnote' ? readMark(block) : null))
    const own = new Set(notes.filter(mark => mark !== null))
    const nameOf = (mark: string) => (own.has(mark) && defined.has(mark) ? `${mark}.${page.number}` : mark)
    const blocks = page.blocks.map((block, index) => {
      const mark = notes[index] ?? null
      return mark === null ? renameMarks(block, nameOf) : defineNote(block, nameOf(mark))
    })
    for (const mark of own) defined.add(mark)
    return { ...page, blocks }
  })
}

const definition = /^(?:\[\^([^\]\s]{1,7})\]|([1-9]\d{0,2}|[*∗†‡§¶]{1,4})(?=[\s\p{L}“"(]))[.)]?\s*/u

/** The mark that a note begins with. */
function readMark({ lines: [first] }: Block): string | null {
  const match = definition.exec(first?.text ?? '')
  return match?.[1] ?? match?.[2] ?? null
}

function defineNote(block: Block, name: string): Block {
  return mapTexts(block, (text, index) => (index === 0 ? text.replace(definition, `[^${name}]: `) : text))
}

function renameMarks(block: Block, nameOf: (mark: string) => string): Block {
  return mapTexts(block, text =>
    text.replace(/\[\^([^\]\s]{1,7})\]/gu, (_, mark: string) => `[^${nameOf(mark)}]`),
  )
}

function mapTexts(block: Block, change: (text: string, index: number) => string): Block {
  const lines = block.lines.map((line, index): Line => ({ ...line, text: change(line.text, index) }))
  return { ...block, lines }
}
