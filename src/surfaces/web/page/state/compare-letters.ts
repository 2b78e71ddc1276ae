/** A piece of one of two texts, and whether the other text has it too. */
export type Letters = { text: string; isSame: boolean }

/** Longer texts are compared by words only: a table of letters would be too large. */
const mostCells = 4_000_000

/** Compares two texts letter by letter: what each has that the other has not. */
export function compareLetters(quoted: string, found: string): { quoted: Letters[]; found: Letters[] } {
  const one = unitsOf(quoted, found)
  const other = unitsOf(found, quoted)
  const common = longestCommon(one, other)
  return { quoted: mark(one, common.first), found: mark(other, common.second) }
}

/** Letters, or words when there are too many letters. */
function unitsOf(text: string, against: string): string[] {
  return text.length * against.length <= mostCells ? [...text] : (text.match(/\s+|[^\s]+/g) ?? [])
}

/** Positions of both lists that belong to their longest common subsequence. */
function longestCommon(one: readonly string[], other: readonly string[]) {
  const width = other.length + 1
  const lengths = new Uint32Array((one.length + 1) * width)
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row] === other[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0)
  const first = new Set<number>()
  const second = new Set<number>()
  let row = 0
  let column = 0
  while (row < one.length && column < other.length) {
    if (one[row] === other[column]) {
      first.add(row++)
      second.add(column++)
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) row++
    else column++
  }
  return { first, second }
}

function mark(units: readonly string[], same: ReadonlySet<number>): Letters[] {
  const pieces: Letters[] = []
  for (const [at, text] of units.entries()) {
    const isSame = same.has(at)
    const last = pieces.at(-1)
    if (last?.isSame === isSame) last.text += text
    else pieces.push({ text, isSame })
  }
  return pieces
}
