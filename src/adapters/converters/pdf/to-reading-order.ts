const ofScript = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Letters and signs; figures of these scripts run from left to right. */
const rightToLeft = /(?!\p{N})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u
const leftToRight = /[\p{L}\p{N}]/u

/** Whether the pieces of text are mostly in a right-to-left script. */
export function isRightToLeft(pieces: readonly string[]): boolean {
  if (!pieces.some(piece => rightToLeft.test(piece))) return false
  let balance = 0
  for (const piece of pieces)
    for (const character of piece)
      if (rightToLeft.test(character)) balance += 1
      else if (/\p{L}/u.test(character)) balance -= 1
  return balance > 0
}

/**
 * Whether a line, given from left to right, is read from the right: most of it is in such a script, or its words are so
 * at both ends, as in a sentence with long names of other scripts.
 */
export function isReadFromRight(pieces: readonly string[]): boolean {
  if (!pieces.some(piece => rightToLeft.test(piece))) return false
  if (isRightToLeft(pieces)) return true
  const words = pieces.filter(piece => /\p{L}/u.test(piece))
  return words.length > 2 && rightToLeft.test(words[0] ?? '') && rightToLeft.test(words.at(-1) ?? '')
}

/** Reverses the pieces, but keeps the order of runs in other scripts and of numbers, which run from left to right. */
export function reversePieces<Piece>(pieces: readonly Piece[], textOf: (piece: Piece) => string): Piece[] {
  const reversed: Piece[] = []
  let run: Piece[] = []
  const flush = () => {
    reversed.push(...run)
    run = []
  }
  for (const piece of pieces.toReversed()) {
    const text = textOf(piece)
    if (!rightToLeft.test(text) && leftToRight.test(text)) {
      run.unshift(piece)
      continue
    }
    flush()
    reversed.push(piece)
  }
  flush()
  return reversed
}

/** The text of the glyphs of one word in reading order; `glyphs` are given from left to right. */
export function toReadingOrder(glyphs: readonly string[]): string {
  const text = glyphs.join('')
  if (!ofScript.test(text)) return text
  return reversePieces(glyphs, glyph => glyph).join('')
}
