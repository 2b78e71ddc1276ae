import { writeLabel } from '../../../core/model/page-label.ts'
import { isSamePlace, isYear, type PageMark, usualPlace } from './read-page-marks.ts'

/**
 * An excerpt prints this many rising numbers in one place, this share of them alone in their line, on this share of its
 * pages, without large gaps. Numbers of footnotes rise too, but few are alone.
 */
const leastMarks = 5
const leastClear = 0.5
const leastShare = 0.6
const largestStep = 100
const largestNumber = 5000
/** Finding the longest rise takes time that grows with the square of the numbers. */
const mostNumbers = 5000

/**
 * The numbers that pages of an excerpt print. Pages were left out, so the numbers do not count the pages of the file;
 * but they rise from page to page in the same place, some alone in their line and others beside a running head. Pages
 * that print none have none.
 */
export function readExcerptLabels(marks: readonly (readonly PageMark[])[]): (string | null)[] {
  const labels: (string | null)[] = marks.map(() => null)
  const numbers = marks.flatMap((own, at) =>
    own.filter(mark => mark.value <= largestNumber).map(mark => ({ ...mark, at })),
  )
  const arabic = numbers.filter(({ style, prefix }) => style === 'arabic' && prefix === '')
  const usual = usualPlace(arabic.filter(mark => mark.isClear))?.mark
  if (usual === undefined) return labels
  const chain = longestRise(arabic.filter(mark => isSamePlace(mark, usual)).slice(0, mostNumbers))
  const isShort = chain.length < leastMarks || chain.length < leastShare * marks.length
  if (isShort || chain.filter(mark => mark.isClear).length < leastClear * chain.length || chain.every(isYear))
    return labels
  const first = chain[0]?.at ?? 0
  const isFront = (mark: Numbered) => mark.isClear && mark.style === 'roman' && mark.at < first
  const front = numbers.filter(mark => isFront(mark) && isSamePlace(mark, usual))
  for (const mark of [...longestRise(front), ...chain]) labels[mark.at] = writeLabel(mark)
  return labels
}

type Numbered = PageMark & { at: number }

/** The longest sequence of marks, at most one of each page, whose numbers rise in the order of the pages. */
function longestRise(marks: readonly Numbered[]): Numbered[] {
  const best: { length: number; before: number }[] = []
  for (const [at, mark] of marks.entries()) {
    let entry = { length: 1, before: -1 }
    for (let earlier = 0; earlier < at; earlier++) {
      const other = marks[earlier]
      const length = (best[earlier]?.length ?? 0) + 1
      if (other && length > entry.length && isNext(other, mark)) entry = { length, before: earlier }
    }
    best.push(entry)
  }
  const chain: Numbered[] = []
  const longest = Math.max(0, ...best.map(({ length }) => length))
  for (let at = best.findIndex(({ length }) => length === longest); at >= 0; at = best[at]?.before ?? -1) {
    const mark = marks[at]
    if (mark) chain.unshift(mark)
  }
  return chain
}

/** Between two pages of the file at least as many pages of the work are counted. */
function isNext(earlier: Numbered, later: Numbered): boolean {
  const pages = later.at - earlier.at
  const step = later.value - earlier.value
  return pages > 0 && step >= pages && step <= pages * largestStep
}
