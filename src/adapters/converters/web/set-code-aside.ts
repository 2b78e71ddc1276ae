import { codeFence } from '../text/code-fence.ts'
import { mark } from './mark.ts'
import { namedLanguage } from './named-language.ts'
import { type Dom, type DomElement, textOf } from './parse-html.ts'

const gutters =
  'td.linenos, td.gutter, td.lineno, td.rouge-gutter, td.line-numbers, td.lntd:first-child:has(.lnt)'
const numbers = '.linenos, .lineno, .line-numbers-rows, .line-number, .linenumber, .lnt, span.ln'

/** Numbers beside or before the lines of code are no part of it. */
export function removeLineNumbers($: Dom): void {
  $('table')
    .filter((_, table) => $(table).find('pre').length > 0)
    .find(gutters)
    .remove()
  $('pre').find(numbers).remove()
  for (const pre of $('td pre').toArray()) {
    const cell = $(pre).closest('td')
    if (isCount(textOf(pre)) && cell.siblings('td').find('pre').length > 0) cell.remove()
  }
}

/** 1, 2, 3 …, as gtk-doc and others set them into a cell of their own without a name. */
function isCount(text: string): boolean {
  const lines = text.trim().split(/\s+/)
  return lines.every((line, index) => line === String(index + 1))
}

/**
 * Takes every block of code out, as a fence; marks stand in the places. A cell of a table has room for one line only:
 * blocks from there follow the table, so that none is lost.
 */
export function setCodeAside($: Dom): string[] {
  const blocks: string[] = []
  for (const pre of $('pre').toArray()) {
    if ($(pre).parents('pre').length > 0) continue
    $(pre).find('br').replaceWith('\n')
    const code = textOf(pre).replace(/\r\n?/g, '\n').replace(/^\n/, '').trimEnd()
    if (code.trim() === '') {
      $(pre).remove()
      continue
    }
    const table = $(pre).closest('td, th').length > 0 ? $(pre).parents('table').last()[0] : undefined
    const place = `${mark.open}code${blocks.length}${mark.close}`
    blocks.push(codeFence(code, namedLanguage($, pre)))
    const paragraph = $('<p></p>').text(place)
    if (table === undefined) $(pre).replaceWith(paragraph)
    else {
      putAfter($, table, paragraph)
      $(pre).replaceWith($('<code></code>').text(code.replace(/\s+/g, ' ').trim()))
    }
  }
  return blocks
}

/** Behind what was put there before. */
function putAfter($: Dom, table: DomElement, paragraph: ReturnType<Dom>): void {
  let last = $(table)
  while (last.next().is('p') && last.next().text().startsWith(`${mark.open}code`)) last = last.next()
  last.after(paragraph)
}
