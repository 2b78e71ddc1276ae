import {
  countOn,
  type PageLabel,
  parseLabel,
  repeatsNumbers,
  writeLabel,
} from '../../../core/model/page-label.ts'
import type { PageLayout } from './page-layout.ts'
import { readExcerptLabels } from './read-excerpt-labels.ts'
import {
  drift,
  edgeLines,
  isSamePlace,
  isYear,
  type PageMark,
  readPageMarks,
  usualPlace,
} from './read-page-marks.ts'

export type LabelledPages = { pages: PageLayout[]; labelSource: 'embedded' | 'printed' | 'none' }

/**
 * Gives pages the numbers that are printed on them, unless the file declares labels that agree with its pages. Labels that
 * only repeat 1, 2, 3 … are what programs write by default, so they do not count as declared when the pages print other
 * numbers.
 */
export function inferLabels(pages: readonly PageLayout[]): LabelledPages {
  const isLabelled = pages.some(page => page.label !== null)
  const marks = pages.map(readPageMarks)
  const printed = readPrintedLabels(pages, marks)
  const isWrong = repeatsNumbers(pages)
    ? pages.some((page, at) => printed[at] !== null && printed[at] !== page.label)
    : isLabelled && contradicts(pages, marks, printed)
  if (isLabelled && !isWrong)
    return { pages: pages.map((page, at) => withPrintedCase(page, printed[at])), labelSource: 'embedded' }
  if (printed.every(label => label === null)) return { pages: [...pages], labelSource: 'none' }
  return { pages: pages.map((page, at) => ({ ...page, label: printed[at] ?? null })), labelSource: 'printed' }
}

/** Spanish prefaces, for one, print "IV" where the file declares "iv". */
function withPrintedCase(page: PageLayout, printed: string | null | undefined): PageLayout {
  const isSame = printed != null && printed.toLowerCase() === page.label?.toLowerCase()
  return isSame ? { ...page, label: printed } : page
}

/** Printed numbers outweigh declared labels when they differ from them on this share of the pages. */
const leastContradiction = 0.5

/**
 * Whether the pages print other numbers than the file declares: on most pages, and on more than print what is declared.
 * Declared labels stay when they identify pages better: when the printed numbers occur twice (each chapter begins with 1),
 * and when they only count the pages of the file while it declares the larger numbers of a volume.
 */
function contradicts(
  pages: readonly PageLayout[],
  marks: readonly (readonly PageMark[])[],
  printed: readonly (string | null)[],
): boolean {
  const isPrinted = (label: string, at: number) =>
    (marks[at] ?? []).some(mark => isSameNumber(writeLabel(mark), label))
  const numbered = pages.flatMap(({ label }, at) => {
    const other = printed[at] ?? null
    return label === null || other === null || !isPrinted(other, at) ? [] : [{ label, other, at }]
  })
  const confirmed = numbered.filter(({ label, at }) => isPrinted(label, at)).length
  const others = numbered.length - confirmed
  if (others <= confirmed || others < leastContradiction * pages.length) return false
  const labels = printed.filter(label => label !== null)
  if (new Set(labels).size < labels.length) return false
  return !numbered.every(({ label, other, at }) => {
    const [declared, own] = [parseLabel(label), parseLabel(other)]
    return (
      declared?.style === 'arabic' && own !== null && own.value <= at + 1 && declared.value > pages.length
    )
  })
}

/** "A-3" and "3" are one number: the file declares the part that the page leaves out. */
function isSameNumber(a: string | null, b: string): boolean {
  if (a === null || a === b) return a === b
  const [one, two] = [parseLabel(a), parseLabel(b)]
  return one?.value === two?.value && one?.style === two?.style && (one?.prefix === '' || two?.prefix === '')
}

/** A way to count pages: `offset` is the printed number minus the index of the page. */
type Track = { prefix: string; style: PageLabel['style']; offset: number; marks: Map<number, PageMark> }

/** Consecutive pages of one track. `first` and `last` are indexes of pages that print their number. */
type Run = { track: Track; first: number; last: number; marks: PageMark[] }

/** A run needs this many printed numbers; in documents with fewer than five pages two clear ones on adjacent pages. */
const leastMarks = 3
const leastMarksOfShort = 2
const leastYears = 6
/** Only the counts that most pages print are compared. */
const mostTracks = 200
const shortDocument = 4
/** In a document that prints numbers on fewer of its pages than this, they are probably something else. */
const leastShare = 0.1

/**
 * The label that each page prints, or that its neighbours imply; null for the others. A page without a number inside a
 * run is counted when the numbered pages before and after it agree. At each end of a run at most one page is counted too:
 * the first page of an article often prints no number.
 */
export function readPrintedLabels(
  pages: readonly PageLayout[],
  marks: readonly (readonly PageMark[])[] = pages.map(readPageMarks),
): (string | null)[] {
  const runs = findRuns(pages.length, findTracks(marks))
  const labels: (string | null)[] = pages.map(() => null)
  const printed = runs.reduce((sum, run) => sum + run.marks.length, 0)
  const excerpt = printed < pages.length / 2 ? readExcerptLabels(marks) : []
  if (excerpt.filter(label => label !== null).length > printed) return excerpt
  if (printed >= leastShare * pages.length) {
    for (const run of runs) for (let at = run.first; at <= run.last; at++) labels[at] = labelAt(run.track, at)
    for (const [at, label] of pagesBeside(runs, pages)) labels[at] ??= label
    for (const [at, label] of numbersOfFront(runs, marks)) labels[at] ??= label
  }
  return labels.map((label, at) => {
    const told = marks[at]?.find(mark => mark.isTold)
    return label ?? (told ? writeLabel(told) : null)
  })
}

/** Roman numerals alone in their line, before the first run, that count the pages of the file: a preface of few pages. */
function numbersOfFront(
  [run]: readonly Run[],
  marks: readonly (readonly PageMark[])[],
): [number, string | null][] {
  if (run?.track.style !== 'arabic') return []
  return marks.slice(0, run.first).flatMap((own, at): [number, string | null][] => {
    const mark = own.find(({ style, isClear, value }) => style === 'roman' && isClear && value === at + 1)
    return mark === undefined || mark.value < 2 ? [] : [[at, writeLabel(mark)]]
  })
}

function labelAt({ prefix, style, offset }: Track, at: number): string | null {
  return countOn({ prefix, style, value: offset }, at)
}

/** Counts that several pages print in the same place. */
function findTracks(marks: readonly (readonly PageMark[])[]): Track[] {
  const tracks = new Map<string, Track>()
  for (const [at, own] of marks.entries())
    for (const mark of own) {
      const { prefix, style } = mark
      const offset = mark.value - at
      const key = `${style} ${prefix} ${offset}`
      const track = tracks.get(key) ?? { prefix, style, offset, marks: new Map() }
      tracks.set(key, track)
      if (track.marks.get(at)?.isClear !== true || mark.isClear) track.marks.set(at, mark)
    }
  return selectTracks([...tracks.values()], marks.length)
}

/** Keeps counts of several pages, and shorter ones that are printed where those are: a preface of two pages. */
function selectTracks(tracks: readonly Track[], pages: number): Track[] {
  const marksOf = ({ marks }: Track) => [...marks.values()]
  const long = tracks
    .filter(track => isCount(marksOf(track), pages))
    .sort((a, b) => b.marks.size - a.marks.size || a.offset - b.offset)
    .slice(0, mostTracks)
  const usual = long.flatMap(track => usualPlace(marksOf(track))?.mark ?? [])
  const isPlaced = (mark: PageMark) => mark.isClear && usual.some(other => isSamePlace(mark, other))
  const short = tracks.filter(
    track => !long.includes(track) && track.marks.size >= leastMarksOfShort && marksOf(track).every(isPlaced),
  )
  return [...long, ...short.slice(0, mostTracks)]
}

function isCount(marks: readonly PageMark[], pages: number): boolean {
  const largest = usualPlace(marks)?.count ?? 0
  if (largest >= leastMarks) return largest >= leastYears || !marks.every(isYear)
  const values = marks.map(mark => mark.value)
  const isUnbroken = Math.max(...values) - Math.min(...values) < values.length
  return (
    pages <= shortDocument && largest >= leastMarksOfShort && marks.every(mark => mark.isClear) && isUnbroken
  )
}

/** How much a page speaks for the track it is assigned to, and what it costs to begin another track. */
const clearWeight = 1
const unclearWeight = 0.8
const gapCost = 0.4
const changeCost = 1.5
/** Proceedings print the number in the volume beside the number in the paper; the larger one is cited. */
const largerWeight = 0.5

type Way = { score: number; track: Track | null; before: Way | null }

/** Assigns each page to a track or to none, so that most printed numbers are explained by few changes of track. */
function findRuns(length: number, tracks: readonly Track[]): Run[] {
  let ways: Way[] = [{ score: 0, track: null, before: null }]
  for (let at = 0; at < length; at++) {
    const best = ways.reduce((a, b) => (b.score > a.score ? b : a))
    const largest = Math.max(...tracks.map(track => track.marks.get(at)?.value ?? 0))
    const none: Way = { score: best.score, track: null, before: best }
    const next = tracks.map((track, index): Way => {
      const stay = at === 0 ? undefined : ways[index]
      const isChange = stay === undefined || best.score - changeCost > stay.score
      const before = isChange ? best : stay
      const cost = isChange ? changeCost : 0
      return { score: before.score - cost + weightOf(track.marks.get(at), largest), track, before }
    })
    ways = [...next, none]
  }
  return keepSound(toRuns(ways.reduce((a, b) => (b.score > a.score ? b : a))), length)
}

function weightOf(mark: PageMark | undefined, largest: number): number {
  if (mark === undefined) return -gapCost
  return (
    (mark.isClear ? clearWeight : unclearWeight) +
    (mark.value === largest && !isYear(mark) ? largerWeight : 0)
  )
}

/** The runs of a way through all pages. */
function toRuns(end: Way): Run[] {
  const tracks: (Track | null)[] = []
  for (let way: Way | null = end; way?.before; way = way.before) tracks.push(way.track)
  return joinRuns(
    tracks.reverse().flatMap((track, at) => {
      const mark = track?.marks.get(at)
      return track && mark ? [{ track, first: at, last: at, marks: [mark] }] : []
    }),
  )
}

/** Runs of one track with no other between them are one run. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  for (const run of runs) {
    const open = joined.at(-1)
    if (open?.track !== run.track) joined.push({ ...run, marks: [...run.marks] })
    else {
      open.last = run.last
      open.marks.push(...run.marks)
    }
  }
  return joined
}

/** A track may have marks elsewhere; each run of it needs enough of its own. */
function keepSound(runs: readonly Run[], length: number): Run[] {
  const long = runs.filter(run => isCount(run.marks, length))
  const isPlaced = (mark: PageMark) => long.some(run => run.marks.some(other => isSamePlace(mark, other)))
  const sound = runs.filter(
    run => long.includes(run) || (run.marks.length >= leastMarksOfShort && run.marks.every(isPlaced)),
  )
  return joinRuns(sound)
}

/** A page before a run is counted when it has at least this share of the text of a page of the run. */
const leastText = 0.3

/**
 * The page directly before each run, if it has running text as an opening page has, and the page after it, if it has the
 * same head or foot. Covers and advertisements have neither. A page that two runs claim belongs to none.
 */
function pagesBeside(runs: readonly Run[], pages: readonly PageLayout[]): [number, string][] {
  const claims = new Map<number, string | null>()
  for (const { track, first, last } of runs) {
    const lengths = pages.slice(first, last + 1).map(textLength)
    const usual = lengths.toSorted((a, b) => a - b)[lengths.length >> 1] ?? 0
    const claim = (at: number, isPart: (page: PageLayout) => boolean) => {
      const page = pages[at]
      if (page === undefined || at + track.offset < 1 || !isPart(page)) return
      claims.set(at, claims.has(at) ? null : labelAt(track, at))
    }
    claim(first - 1, page => textLength(page) >= leastText * usual && isSameSize(page, pages[first]))
    claim(last + 1, page => pages.slice(last - 1, last + 1).some(other => sharesEdge(page, other)))
  }
  return [...claims].flatMap(([at, label]) => (label === null ? [] : [[at, label]]))
}

function textLength(page: PageLayout): number {
  return page.blocks.reduce(
    (sum, block) => sum + block.lines.reduce((all, line) => all + line.text.length, 0),
    0,
  )
}

function isSameSize(page: PageLayout, other: PageLayout | undefined): boolean {
  if (other === undefined) return false
  return Math.abs(page.width - other.width) < 5 && Math.abs(page.height - other.height) < 5
}

function sharesEdge(page: PageLayout, other: PageLayout): boolean {
  const lines = edgeLines(other).filter(({ text }) => /\p{L}{3}/u.test(text))
  return edgeLines(page).some(line =>
    lines.some(({ text, y0 }) => text === line.text && Math.abs(y0 - line.y0) <= drift),
  )
}
