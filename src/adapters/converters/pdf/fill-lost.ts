import { buildBlocks } from './build-blocks.ts'
import { type Box, boundsOf, type Line, type Word } from './page-layout.ts'

/** Fewer letters than this without a meaning are bullets and signs: a page with more of them lacks whole sentences. */
const leastLost = 100
/** Shorter words without a meaning are symbols of formulas, which no reader of pictures gets right. */
const leastWord = 3

/** Whether a page, good as its text is, draws sentences with a font that does not tell what they say. */
export function hasLostText(words: readonly Word[]): boolean {
  const sentences = words.filter(word => isLost(word) && word.letters >= leastWord)
  return sentences.reduce((sum, word) => sum + word.letters, 0) >= leastLost
}

/** The words of a page, those without a meaning replaced by the lines that were recognised in their place. */
export function fillLost(words: readonly Word[], lines: readonly Line[]): Word[] {
  const lost = words.filter(isLost)
  const holes = buildBlocks(lost).map(boundsOf)
  const filled = lines.flatMap(line => {
    const [first] = lost.filter(word => overlaps(word, line))
    const isInHole = holes.some(hole => contains(hole, line))
    return first && isInHole
      ? [{ ...first, text: line.text, letters: line.text.length, x0: line.x0, x1: line.x1 }]
      : []
  })
  return filled.length === 0 ? [...words] : [...words.filter(word => !isLost(word)), ...filled]
}

function isLost({ text, rotation }: Word): boolean {
  return text === '' && rotation === 0
}

function contains(hole: Box, line: Box): boolean {
  const [x, y] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2]
  return x >= hole.x0 && x <= hole.x1 && y >= hole.y0 && y <= hole.y1
}

/** Whether a word stands on a line that was recognised: their middles are at one height. */
function overlaps(word: Word, line: Box): boolean {
  const middle = (line.y0 + line.y1) / 2
  return word.x0 < line.x1 && word.x1 > line.x0 && middle > word.y0 && middle < word.y1
}
