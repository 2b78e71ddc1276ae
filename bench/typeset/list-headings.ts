import type { Converted } from '../../src/core/model/document.ts'
import { plainLetters } from './letters.ts'

export type Heading = { level: number; title: string; key: string }

/** The headings of the outline, else of the Markdown, with a key that has neither number nor case. */
export function listHeadings({ outline, markdown }: Converted): Heading[] {
  const listed =
    outline.length > 0
      ? outline
      : [...markdown.matchAll(/^(#{1,6}) (.*)$/gm)].map(([, marks = '', title = '']) => ({
          level: marks.length,
          title,
        }))
  return listed.map(({ level, title }) => ({ level, title, key: plainLetters(withoutNumber(title)) }))
}

/** "2.1 Results", "II. Results", "A. Results" and "1) Results" are titled "Results". */
function withoutNumber(title: string): string {
  return title.replace(/^\s*(?:(?:\d+\\?\.)*\d+\\?[.)]?|[IVXLC]+\\?\.|[A-Z]\\?\.)\s+/, '')
}
