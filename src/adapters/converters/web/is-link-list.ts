import { type Dom, textOf } from './parse-html.ts'

/** Fewer are a page that happens to be short. */
const fewestLinks = 15
/** Indexes and tables of contents have 0.73 to 0.96 of their text in links, pages that explain at most 0.66. */
const linkedShare = 0.7

/** Whether what is left of a page without its menus is a list of links all the same. */
export function isLinkList($: Dom): boolean {
  const links = $('a').toArray()
  if (links.length < fewestLinks) return false
  const linked = links.reduce((sum, link) => sum + lengthOf(textOf(link)), 0)
  return linked >= lengthOf($('body').toArray().map(textOf).join(' ')) * linkedShare
}

function lengthOf(text: string): number {
  return text.replace(/\s+/g, ' ').trim().length
}
