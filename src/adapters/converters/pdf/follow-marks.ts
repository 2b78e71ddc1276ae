import type { Glyph } from './read-glyphs.ts'
import { replaceGlyphs } from './replace-glyphs.ts'
import type { Span } from './span-reader.ts'

/**
 * Follows the marked parts of a page beside the spans that were read from its program. Both come in the same order; where
 * they stop agreeing, the spans are of no more use.
 */
export function followMarks(glyphs: Glyph[], spans: readonly Span[]) {
  const open: { text: string | null; from: number }[] = []
  let next = 0
  const begin = (text: string | null = null) => void open.push({ text, from: glyphs.length })
  return {
    begin: () => begin(),
    beginSpan(tag: unknown) {
      const span = spans[next]
      next = span?.tag === tag ? next + 1 : spans.length
      begin(span?.tag === tag ? span?.text : null)
    },
    end() {
      const mark = open.pop()
      // A text stands for all that is in it, whatever parts of that say.
      if (mark === undefined || mark.text === null || open.some(outer => outer.text !== null)) return
      glyphs.push(...replaceGlyphs(glyphs.splice(mark.from), mark.text))
    },
    close() {
      next = spans.length
      open.length = 0
    },
  }
}
