import { englishWords } from './english-words.ts'
import {
  crossesGutter,
  findGutters,
  type Gutter,
  isContents,
  isEntryNumber,
  isLeader,
  sortByHeight,
  touchesGutter,
} from './find-gutters.ts'
import type { TextLine } from './find-tables.ts'
import { type Box, baselineOf, boundsOf, type Word } from './page-layout.ts'
import { isReadFromRight, isRightToLeft, reversePieces } from './to-reading-order.ts'

/** Words that are drawn one after the other on one line. */
type Run = Box & { words: Word[]; size: number; base: number }

/**
 * Builds the lines of a page from its words, which have one direction of reading. Words that are drawn one after the
 * other form a run; runs beside each other form a line. No line crosses a gutter, so that columns stay apart.
 */
export function buildLines(words: readonly Word[]): TextLine[] {
  const gutters = findGutters(words)
  const runs = joinStretched(buildRuns(words, { gutters, isContents: isContents(words) }))
  return joinRuns(runs, gutters)
    .map(toLine)
    .filter(line => line.text !== '')
}

/** In units of the size: how far the next word of a run may be, and how far it may step back or change its height. */
const widestSpace = 1.6
/** Between the number and the title of an entry of contents. */
const widestEntry = 4
const stepBack = 0.5
const baselineDrift = 0.3

function buildRuns(words: readonly Word[], page: { gutters: readonly Gutter[]; isContents: boolean }): Run[] {
  const runs: Run[] = []
  let last: Word | null = null
  for (const word of words) {
    const run = runs.at(-1)
    const isTitle =
      page.isContents && run?.words.length === 1 && isEntryNumber(run.words[0]?.text ?? '', true)
    const widest = isTitle && /^[\p{L}“"‘(\\]/u.test(word.text) ? widestEntry : widestSpace
    if (run && last && followsInRun(last, word, { gutters: page.gutters, widest })) addWord(run, word)
    else runs.push({ ...boxOf(word), words: [word], size: word.size, base: baselineOf(word) })
    last = word
  }
  return runs
}

function followsInRun(
  last: Word,
  word: Word,
  { gutters, widest }: { gutters: readonly Gutter[]; widest: number },
): boolean {
  const size = Math.max(last.size, word.size)
  const gap = word.x0 - last.x1
  if ((gap < -stepBack * size && !carriesAccentFor(last, word)) || gap > widest * size) return false
  if (Math.abs(baselineOf(word) - baselineOf(last)) > baselineDrift * size) return false
  return gap < 0.5 * size || !crossesGutter(gapBetween(last, word), gutters)
}

function addWord(run: Run, word: Word): void {
  if (word.size > run.size) {
    run.size = word.size
    run.base = baselineOf(word)
  }
  run.words.push(word)
  run.x0 = Math.min(run.x0, word.x0)
  run.x1 = Math.max(run.x1, word.x1)
  run.y0 = Math.min(run.y0, word.y0)
  run.y1 = Math.max(run.y1, word.y1)
}

/** A stretched line has at least this many words with equal spaces, in units of the size at most this wide. */
const leastStretched = 4
const widestStretch = 8
/** How much the spaces of one line may differ, in units of the size. */
const spaceDrift = 0.1

/**
 * Joins the words of a line that is stretched to the width of its column: they are drawn one after the other with equal
 * spaces. The cells of a row have equal spaces only when they are equally wide.
 */
function joinStretched(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (let start = 0; start < runs.length; ) {
    let end = start + 1
    const space = spaceAfter(runs, start)
    while (
      space !== null &&
      Math.abs((spaceAfter(runs, end) ?? Infinity) - space) < spaceDrift * sizeAt(runs, end)
    )
      end += 1
    const line = runs.slice(start, space === null ? start + 1 : end + 1)
    const first = line[0]
    if (first && isStretched(line)) {
      for (const other of line.slice(1)) for (const word of other.words) addWord(first, word)
      joined.push(first)
    } else joined.push(...line.slice(0, 1))
    start += isStretched(line) ? line.length : 1
  }
  return joined
}

function sizeAt(runs: readonly Run[], index: number): number {
  return runs[index]?.size ?? 0
}

/** The width of the space between a run and the next one, if they are on one line; otherwise null. */
function spaceAfter(runs: readonly Run[], index: number): number | null {
  const [left, right] = [runs[index], runs[index + 1]]
  if (!left || !right || Math.abs(left.base - right.base) > 0.1 * left.size) return null
  const space = right.x0 - left.x1
  return space > widestSpace * left.size && space < widestStretch * left.size ? space : null
}

function isStretched(line: readonly Run[]): boolean {
  const widths = line.map(run => run.x1 - run.x0)
  const words = line.filter(run => run.words.some(word => /\p{L}/u.test(word.text))).length
  return (
    line.length >= leastStretched &&
    Math.max(...widths) > 1.3 * Math.min(...widths) &&
    words > 0.7 * line.length
  )
}

/** In units of the larger size: how far runs of a line may be apart, and raised or lowered signs from their word. */
const widestGap = 1
const closestSign = 0.6
/** Smaller letters are not on the line of a large one: it is part of a watermark. */
const largestLetter = 0.25

/** Joins runs of one line that are not drawn one after the other: bold words, links, raised signs, formulas. */
function joinRuns(runs: readonly Run[], gutters: readonly Gutter[]): Run[] {
  const index = sortByHeight(runs)
  const joined = new Map<Run, Run>()
  const find = (run: Run): Run => {
    const next = joined.get(run)
    return next === undefined ? run : find(next)
  }
  for (const run of runs)
    for (const other of index.between(run.y0, run.y1)) {
      if (other === run || !isOneLine(run, other)) continue
      if (!isBeside(run, other) && !isInside(run, other)) continue
      const [a, b] = [find(run), find(other)]
      const gap = gapBetween(run, other)
      if (a === b || crossesGutter(gap, gutters)) continue
      if (other.x0 - run.x1 > 0.3 * run.size && touchesGutter(gap, gutters)) continue
      if (protrudes(run, other, gutters)) continue
      for (const word of b.words) addWord(a, word)
      joined.set(b, a)
    }
  return runs.filter(run => !joined.has(run))
}

/** In units of the size: a line of the next column begins this close to its gutter. */
const columnEdge = 1

/** Whether a line is too long for its column, so that it ends in or behind the gutter, where the other run begins. */
function protrudes(left: Run, right: Run, gutters: readonly Gutter[]): boolean {
  if (right.words[0]?.order === (left.words.at(-1)?.order ?? 0) + 1) return false
  const middle = (right.y0 + right.y1) / 2
  return gutters.some(
    gutter =>
      middle > gutter.y0 &&
      middle < gutter.y1 &&
      left.x0 < gutter.x0 - columnEdge * left.size &&
      left.x1 > gutter.x0 + 1 &&
      Math.abs(right.x0 - gutter.x1) < columnEdge * right.size,
  )
}

function isBeside(left: Run, right: Run): boolean {
  const size = Math.max(left.size, right.size)
  const gap = right.x0 - left.x1
  if (!(gap > -stepBack * size && gap < widestLead * size)) return false
  const isSign = Math.min(left.size, right.size) < 0.9 * size
  const widest = isLeading(left) ? widestLead : isSign ? closestSign : widestGap
  return gap < widest * size
}

/** Whether a tall sign is among the words of a run. */
function isInside(run: Run, sign: Run): boolean {
  return isHanging(sign) && !isHanging(run) && sign.x0 > run.x0 && sign.x1 < run.x1
}

/** In units of the size: how far a line may begin behind its number or mark, and a page number behind its dots. */
const widestLead = 5

function isLeading({ words }: Run): boolean {
  const text = words
    .slice(-2)
    .map(word => word.text)
    .join('')
  return isLeader(words.at(-1)?.text ?? '') || (words.length <= 2 && stepNumber.test(text))
}

/** "(a10)" before a line of an algorithm; "(10)" may also be the number of a formula at the end of a column. */
const stepNumber = /^\(?[a-z]\d{1,3}[.)]$/iu

/** Whether two runs are on one baseline, or one is a raised or lowered sign beside the other. */
function isOneLine(a: Run, b: Run): boolean {
  if (isHanging(a) !== isHanging(b)) return isHanging(a) ? hangsIn(a, b) : hangsIn(b, a)
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size < largestLetter * large.size) return false
  if (small.size > 0.9 * large.size) return Math.abs(a.base - b.base) < baselineDrift * large.size
  const middle = small.base - 0.3 * small.size
  return middle > large.base - 1.05 * large.size && middle < large.base + 0.35 * large.size
}

/** The tall signs of TeX hang down from their baseline. */
export function isHangingSign({ drop, size, face }: Word): boolean {
  return drop > signDrop * size || extensionFont.test(face)
}

const extensionFont = /^(?:CMEX|LMMathExtension|MTEX|EUEX|(?:rtx|tx|px|zp)ex|.*ex\d)/i

function isHanging({ words }: Run): boolean {
  return words.every(isHangingSign)
}

/** In units of the size: how far the upper end of a tall sign in a line of text is above the baseline of the line. */
const hangingRise = { least: 0.5, most: 1.35 }

function hangsIn(sign: Run, line: Run): boolean {
  const rise = (line.base - sign.base) / line.size
  return rise > hangingRise.least && rise < hangingRise.most
}

function gapBetween(left: Box, right: Box): Box {
  return {
    x0: left.x1,
    x1: right.x0,
    y0: Math.max(left.y0, right.y0),
    y1: Math.min(left.y1, right.y1),
  }
}

function boxOf({ x0, y0, x1, y1 }: Box): Box {
  return { x0, y0, x1, y1 }
}

function toLine({ words, size }: Run): TextLine {
  return composeLine(orderWords(words), size)
}

/** A line of words in reading order, from left to right but for stacked ones. */
export function composeLine(inOrder: readonly Word[], size = 0): TextLine {
  const words = inOrder
  const letters = words.reduce((sum, word) => sum + word.text.length, 0)
  const lettersIf = (holds: (word: Word) => boolean) =>
    words.reduce((sum, word) => sum + (holds(word) ? word.text.length : 0), 0)
  const proportional = lettersIf(word => !word.monospace)
  return {
    text: joinWords(inOrder).replace(/\s+/g, ' ').trim(),
    ...boundsOfLine(words),
    size: mostLetters(words, word => word.size) || size,
    monospace: 2 * lettersIf(word => word.monospace) > letters,
    // A name of a program inside a heading has a font of its own.
    bold: lettersIf(word => word.bold && !word.monospace) > 0.9 * proportional,
    italic: lettersIf(word => word.italic && !word.monospace) > 0.9 * proportional,
    face: mostLetters(words, word => word.face) ?? '',
    order: Math.min(...words.map(word => word.order)),
    tagged: null,
    words: [...inOrder],
  }
}

/** In units of the size: how far letters reach below the baseline, and the boxes of signs of formulas. */
const letterDrop = 0.35
const signDrop = 1.2

/**
 * The boxes of signs of formulas reach far below the line, those of tall ones below the next lines too: the height of a
 * line is that of its letters.
 */
function boundsOfLine(words: readonly Word[]): Box {
  const others = words.filter(word => !isHangingSign(word))
  const { x0, x1 } = boundsOf(words)
  const { y0, y1 } = boundsOf(
    (others.length > 0 ? others : words).map(word =>
      word.drop > letterDrop * word.size && !isHangingSign(word)
        ? { ...boxOf(word), y1: baselineOf(word) + letterDrop * word.size }
        : word,
    ),
  )
  return { x0, y0, x1, y1 }
}

/** What most letters have: a size, a font. */
function mostLetters<Fact>(words: readonly Word[], factOf: (word: Word) => Fact): Fact | undefined {
  const letters = new Map<Fact, number>()
  for (const word of words) letters.set(factOf(word), (letters.get(factOf(word)) ?? 0) + word.text.length)
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/**
 * From left to right; but words above each other, as in a fraction, and letters with vowel signs keep the order in which
 * they are drawn.
 */
function orderWords(words: readonly Word[]): Word[] {
  const sorted = words.toSorted((a, b) => a.x0 - b.x0 || a.order - b.order)
  const isStacked = sorted.some((word, index) => {
    const next = sorted[index + 1]
    if (next === undefined || carriesAccentFor(word, next)) return false
    return next.x0 < word.x1 - (isSign(word) || isSign(next) ? 0 : 0.5 * word.size)
  })
  if (!isStacked) return sorted
  const drawn = words.toSorted((a, b) => a.order - b.order)
  return isDrawnFromRight(drawn) ? drawn.toReversed() : drawn
}

/** Whether right-to-left text is drawn in reading order: vowel signs are then drawn on top of their letters. */
function isDrawnFromRight(drawn: readonly Word[]): boolean {
  const [first, last] = [drawn[0], drawn.at(-1)]
  return (
    first !== undefined &&
    last !== undefined &&
    first.x0 > last.x0 &&
    isRightToLeft(drawn.map(word => word.text))
  )
}

/** In units of the size: parts of one word that are drawn separately are closer than this. */
const closeGap = 0.03
/** In a line of single letters, a space is a gap this much wider than the narrowest one, or this wide. */
const wideFactor = 1.3
const wideGap = 0.4

/** The text of a line in reading order; `words` are given from left to right. */
function joinWords(words: readonly Word[]): string {
  const least = leastSpace(words)
  const spaced = findSpaced(words)
  const isMirrored = isReadFromRight(words.map(word => word.text))
  const reading = isMirrored ? reversePieces(words, word => word.text) : words
  let text = ''
  let letter: Word | undefined
  for (const [index, word] of reading.entries()) {
    const previous = reading[index - 1]
    if (word.raised) text += `[^${word.text}]`
    else if (previous && carriesAccentFor(previous, word)) text = composeAccent(text, word.text)
    else if (isSign(word)) text += word.text
    else text += letter && !spaced.has(word) && isApart(letter, word, least) ? ` ${word.text}` : word.text
    if (!isSign(word)) letter = word
  }
  return text
}

/** Vowel signs are drawn above and below letters: distances between letters decide about spaces. */
function isSign({ text }: Word): boolean {
  return text.charCodeAt(0) >= 0x300 && /^\p{M}+$/u.test(text)
}

function isApart(previous: Word, word: Word, least: number): boolean {
  if (previous.raised) return !/^[.,;:!?)\]]/.test(word.text)
  if (isBelow(previous, word)) return true
  const gap = Math.max(word.x0 - previous.x1, previous.x0 - word.x1)
  return gap >= (isSmallCapital(previous, word) ? smallCapitalGap * word.size : least)
}

/** In units of the size: the lower part of a fraction is at least this far below the upper one; signs at a letter are closer. */
const fractionStep = 0.95

function isBelow(upper: Word, lower: Word): boolean {
  const shared = Math.min(upper.x1, lower.x1) - Math.max(upper.x0, lower.x0)
  const step = baselineOf(lower) - baselineOf(upper)
  return shared > 0 && step > fractionStep * Math.min(upper.size, lower.size)
}

/** In units of the size: a large capital and the small capitals after it are closer than this. */
const smallCapitalGap = 0.2

/** Small capitals are set as smaller capitals after a large one. */
function isSmallCapital(previous: Word, word: Word): boolean {
  const isSmaller = word.size < 0.9 * previous.size && word.size > 0.65 * previous.size
  return isSmaller && /(?:^|[^\p{L}])\p{Lu}$/u.test(previous.text) && /^\p{Lu}/u.test(word.text)
}

/** The smallest gap that is a space; lines of spaced letters need a wider one than ordinary text. */
function leastSpace(words: readonly Word[]): number {
  const size = words[0]?.size ?? 0
  const gaps = words.slice(1).map((word, index) => word.x0 - (words[index]?.x1 ?? word.x0))
  const narrowest = words.some(word => word.letters > 1) ? 0 : Math.min(...gaps)
  return narrowest > 0 && Number.isFinite(narrowest)
    ? Math.min(wideFactor * narrowest, wideGap * size)
    : closeGap * size
}

/** In letters: shorter words may be single letters side by side. */
const leastSpaced = 3
/** A space between two spaced words is this much wider than the gaps between their letters. */
const spacedFactor = 1.5

/** The letters that continue a word with spaces between its letters, as in scans: "M i s c e l l a n e o u s". */
function findSpaced(words: readonly Word[]): Set<Word> {
  const found = new Set<Word>()
  let run: Word[] = []
  for (const word of [...words, null]) {
    if (word && word.text.length <= 2 && /^\p{L}$/u.test(word.text) && word.raised !== true) {
      run.push(word)
      continue
    }
    if (run.length >= leastSpaced)
      for (const [, ...others] of splitSpaced(run).filter(isKnownWord))
        for (const other of others) found.add(other)
    run = []
  }
  return found
}

function splitSpaced(run: readonly Word[]): Word[][] {
  const gapAt = (index: number) => (run[index]?.x0 ?? 0) - (run[index - 1]?.x1 ?? 0)
  const gaps = run.slice(1).map((_, index) => gapAt(index + 1))
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0
  const pieces: Word[][] = []
  for (const [index, word] of run.entries())
    if (index > 0 && gapAt(index) <= spacedFactor * usual) pieces.at(-1)?.push(word)
    else pieces.push([word])
  return pieces
}

function isKnownWord(letters: readonly Word[]): boolean {
  if (letters.length < leastSpaced) return false
  return englishWords().has(
    letters
      .map(letter => letter.text)
      .join('')
      .toLowerCase(),
  )
}

/** Typesetters draw "ï" as a dieresis and a letter on the same spot. */
function carriesAccentFor(a: Word, b: Word): boolean {
  return b.order === a.order + 1 && b.x0 < a.x1 - 0.1 * a.size && combining.has(a.text.at(-1) ?? '')
}

function composeAccent(text: string, next: string): string {
  const mark = combining.get(text.at(-1) ?? '') ?? ''
  const letter = next.charAt(0).replace('\u0131', 'i').replace('\u0237', 'j')
  const composed = (letter + mark).normalize('NFC')
  return composed.length === 1 ? text.slice(0, -1) + composed + next.slice(1) : text + next
}

const combining: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u02d9', '\u0307'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
  ['\u00b8', '\u0327'],
])
