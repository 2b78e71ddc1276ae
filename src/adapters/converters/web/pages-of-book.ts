import type { Page } from '../../../core/model/document.ts'
import type { Place } from './epub-navigation.ts'

/** Printed pages in the order in which they stand in the text; each reaches to the next. */
export function pagesOfBook(
  markdown: string,
  places: readonly Place[],
  positions: Map<string, number>,
): Page[] {
  const starts = places.flatMap(place => {
    const start = positions.get(place.id)
    return place.kind === 'page' && start !== undefined ? [{ label: place.label, start }] : []
  })
  starts.sort((a, b) => a.start - b.start)
  return starts.map(({ label, start }, index) => ({
    number: index + 1,
    label: label === '' ? null : label,
    start,
    end: starts[index + 1]?.start ?? markdown.length,
    ocr: false,
  }))
}
