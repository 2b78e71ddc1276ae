import { scanBlocks } from '../../../../core/text/markdown-blocks.ts'

/** A part of a document's text that is typeset at once. */
export type TextPart = { start: number; end: number }

/** Long enough to fill a screen, short enough to typeset without a pause. */
const partLength = 6_000

/** A block that is longer than this is cut: one line of ten megabytes must not stop the page. */
const longestBlock = 40_000

/** Cuts a document between its blocks, so that only the parts near the window are typeset. */
export function cutText(markdown: string): TextPart[] {
  const parts: TextPart[] = []
  let start = 0
  const close = (end: number) => {
    for (let from = start; from < end; from += longestBlock)
      parts.push({ start: from, end: Math.min(end, from + longestBlock) })
    start = end
  }
  for (const block of scanBlocks(markdown)) {
    if (block.start - start >= partLength) close(block.start)
    if (block.end - start >= partLength) close(block.end)
  }
  if (start < markdown.length) close(markdown.length)
  return parts
}
