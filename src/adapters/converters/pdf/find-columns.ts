import type { Box, Word } from './page-layout.ts'
import type { TextLine } from './table-grid.ts'

/** Words beside each other in one cell. */
export type Phrase = { words: Word[]; x0: number; x1: number }

/** The empty space between two columns. */
export type Strip = { x0: number; x1: number }

/** In units of the size: words closer than this belong to one cell. */
const wordSpace = 0.7
/** In units of the size: words closer than this do so even where a strip separates most rows. */
const closeSpace = 0.38
/** In units of the size: a strip between columns is at least this wide. */
const leastStrip = 0.4
/** In units of the size: figures this far apart are two cells, because a cell seldom has two. */
const figureSpace = 0.2
/** The share of rows that may cross a strip: headings over several columns do. */
const crossingShare = 0.2

/** Vertical rules of a table, and whether it is between horizontal ones: its figures may be as close as words. */
export type Drawn = { vertical: readonly Box[]; isRuled: boolean }

/** Groups the words of a row to phrases; a vertical rule separates two of them. */
export function toPhrases(row: readonly TextLine[], { vertical, isRuled }: Drawn): Phrase[] {
  const words = row
    .flatMap(line => line.words)
    .filter(word => word.text.trim() !== '')
    .sort((a, b) => a.x0 - b.x0)
  const phrases: Phrase[] = []
  for (const word of words) {
    const last = phrases.at(-1)
    const isNext = last && word.x0 - last.x1 < wordSpace * word.size
    if (isNext && !(isRuled && isNextFigure(last, word)) && !isApartByRule(last, word, vertical)) {
      last.words.push(word)
      last.x1 = Math.max(last.x1, word.x1)
    } else phrases.push({ words: [word], x0: word.x0, x1: word.x1 })
  }
  return phrases
}

/** Whether a word is a figure of its own beside another one. "12 345" is one figure. */
function isNextFigure(left: Phrase, word: Word): boolean {
  const before = left.words.at(-1)?.text ?? ''
  const isOne = /^[-−+]?\d{1,3}$/.test(before) && /^\d{3}(?:[.,]\d+)?$/.test(word.text)
  return word.x0 - left.x1 >= figureSpace * word.size && isDecimal(before) && isDecimal(word.text) && !isOne
}

function isDecimal(text: string): boolean {
  return /^[-−–+±$€£]?\d+(?:[.,]\d+)*[%*]?$/.test(text)
}

function isApartByRule(left: Strip, right: Word, vertical: readonly Box[]): boolean {
  const y = (right.y0 + right.y1) / 2
  return vertical.some(
    rule =>
      rule.x0 > left.x1 - 1 && rule.x1 < right.x0 + 1 && rule.y0 < y + right.size && rule.y1 > y - right.size,
  )
}

/** Finds the strips that hardly any row crosses. */
export function findStrips(rows: readonly (readonly Phrase[])[]): Strip[] {
  const all = rows.flat()
  const left = Math.min(...all.map(phrase => phrase.x0))
  const right = Math.max(...all.map(phrase => phrase.x1))
  const size = all[0]?.words[0]?.size ?? 10
  const width = Math.min(5000, Math.ceil(right - left))
  if (!(width > 0)) return []
  // Half points: narrow strips are seen too.
  const covered = new Uint16Array(2 * width + 1)
  for (const phrase of all)
    for (
      let x = Math.floor(2 * (phrase.x0 - left));
      x < Math.min(2 * width, Math.ceil(2 * (phrase.x1 - left)));
      x += 1
    )
      covered[x] = (covered[x] ?? 0) + 1
  const most = Math.floor(crossingShare * rows.length)
  const strips: Strip[] = []
  let start: number | null = null
  for (let x = 0; x <= 2 * width; x += 1) {
    const isFree = x < 2 * width && (covered[x] ?? 0) <= most
    if (isFree) start ??= x
    else if (start !== null) {
      const strip = { x0: left + start / 2, x1: left + x / 2 }
      const least = isBetweenFigures(strip, rows) ? figureSpace : leastStrip
      if (x - start >= 2 * least * size && start > 0 && x < 2 * width) strips.push(narrow(strip, all))
      start = null
    }
  }
  return strips
}

/** Whether most rows have a figure on either side of a strip. */
function isBetweenFigures({ x0, x1 }: Strip, rows: readonly (readonly Phrase[])[]): boolean {
  const beside = rows.filter(row => {
    const before = row.findLast(phrase => phrase.x1 < x1)
    const after = row.find(phrase => phrase.x0 > x0)
    return before && after && [before, after].every(({ words }) => isDecimal(words.at(-1)?.text ?? ''))
  })
  return beside.length > 0.6 * rows.length
}

/** Where some rows cross the edge of a strip, its narrower part that no cell reaches into separates best. */
function narrow(strip: Strip, phrases: readonly Phrase[]): Strip {
  const x0 = Math.max(
    strip.x0,
    ...phrases.filter(({ x1 }) => x1 > strip.x0 && x1 < strip.x1).map(({ x1 }) => x1),
  )
  const x1 = Math.min(
    strip.x1,
    ...phrases
      .filter(phrase => phrase.x0 > strip.x0 && phrase.x0 < strip.x1 && phrase.x0 > x0)
      .map(phrase => phrase.x0),
  )
  return x1 > x0 ? { x0, x1 } : strip
}

/** Splits phrases where a strip separates two words that are not as close as words of one text. */
export function splitPhrases(
  phrases: readonly Phrase[],
  strips: readonly Strip[],
  { isRuled }: Pick<Drawn, 'isRuled'>,
): Phrase[] {
  return phrases.flatMap(phrase => {
    const parts: Phrase[] = []
    for (const word of phrase.words) {
      const last = parts.at(-1)
      const isApart = last !== undefined && strips.some(strip => separates(strip, last, { word, isRuled }))
      if (last && !isApart) {
        last.words.push(word)
        last.x1 = Math.max(last.x1, word.x1)
      } else parts.push({ words: [word], x0: word.x0, x1: word.x1 })
    }
    return parts
  })
}

/** Between narrow columns of figures, words are as close as those of one text. */
function separates(strip: Strip, last: Phrase, { word, isRuled }: { word: Word; isRuled: boolean }): boolean {
  const isTight = isRuled && (strip.x1 - strip.x0 < leastStrip * word.size || isDecimal(word.text))
  const least = (isTight ? figureSpace : closeSpace) * word.size
  return word.x0 - last.x1 >= least && strip.x0 < word.x0 + 1 && strip.x1 > last.x1 - 1
}

/** The columns that a phrase reaches over. */
export function columnsOf(phrase: Strip, strips: readonly Strip[]): { first: number; last: number } {
  const middles = strips.map(strip => (strip.x0 + strip.x1) / 2)
  const first = middles.filter(middle => middle <= phrase.x0 + 1).length
  const last = middles.filter(middle => middle < phrase.x1 - 1).length
  return { first, last: Math.max(first, last) }
}
