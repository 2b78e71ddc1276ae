/** Texts without spaces are cut between characters. */
const longestWord = 200

/** The end of the last whole word by `offset`, with the space after it; never where it started, nor inside a character. */
export function wordEnd(text: string, from: number, offset: number): number {
  if (offset >= text.length) return text.length
  const head = text.slice(Math.max(from, offset - longestWord), offset)
  const space = head.search(/\s\S*$/)
  if (space > 0) return offset - head.length + space + 1
  const isInside = /[\ud800-\udbff]$/.test(head)
  return isInside ? offset + 1 : offset
}
