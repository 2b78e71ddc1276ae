import { type Dom, type DomElement, textOf } from './parse-html.ts'

/** How much of an element's text stands in links, 0…1. */
export function linkShare($: Dom, element: DomElement): number {
  const linked = $(element)
    .find('a')
    .toArray()
    .reduce((sum, link) => sum + lengthOf(link), 0)
  return linked === 0 ? 0 : linked / lengthOf(element)
}

/** Letters of an element's text, white space folded. */
export function lengthOf(element: DomElement | undefined): number {
  return element === undefined ? 0 : textOf(element).replace(/\s+/g, ' ').length
}
