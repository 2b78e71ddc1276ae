import type { PageGeometry } from '../../../core/model/geometry.ts'
import { isRightToLeft } from './to-reading-order.ts'
import type { PageLines, WrittenPages } from './write-markdown.ts'

/** Returns where the written lines are on their pages. */
export function toGeometry(
  pages: readonly Pick<PageLines, 'number' | 'width' | 'height'>[],
  { markdown, lines }: Pick<WrittenPages, 'markdown' | 'lines'>,
): PageGeometry[] {
  return pages.map(({ number, width, height }, index) => ({
    page: number,
    width,
    height,
    lines: (lines[index] ?? []).map(({ x0, y0, x1, y1, start, end }) => {
      const text = markdown.slice(start, end)
      const mark = headingMark.exec(text)?.[0].length ?? 0
      return { x0, y0, x1, y1, start: start + mark, end, isRightToLeft: isRightToLeft([text]) }
    }),
  }))
}

/** The mark of a heading is not on the page. */
const headingMark = /^#{1,6} (?=\S)/
