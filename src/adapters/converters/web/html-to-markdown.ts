import { cleanMarkdown } from '../text/markdown-parts.ts'
import {
  type Dom,
  isElement,
  limitDepth,
  parseHtml,
  prepareLenientParser,
  prepareParser,
  textOf,
} from './parse-html.ts'
import { mark } from './place-marks.ts'
import { removeLineNumbers, setCodeAside } from './set-code-aside.ts'

export type HtmlMarkdown = { markdown: string; warnings: string[] }

export function prepareHtml(): Promise<unknown> {
  return Promise.all([prepareParser(), loadWriter()])
}

export function prepareXhtml(): Promise<unknown> {
  return Promise.all([prepareLenientParser(), loadWriter()])
}

/** HTML of a document's body to Markdown. Pictures are left out; tables, code and links are kept. */
export async function htmlToMarkdown(html: string): Promise<HtmlMarkdown> {
  return domToMarkdown(await parseHtml(html))
}

/** The same for a DOM that was already parsed; it is changed on the way. Marks in its text survive. */
export async function domToMarkdown($: Dom): Promise<HtmlMarkdown> {
  const { codeBlocks, warnings } = simplifyDom($)
  const convert = await loadWriter()
  const body = $('body')
  const { content } = convert(body.length > 0 ? $.html(body) : $.html(), {
    skipImages: true,
    compactTables: true,
    extractMetadata: false,
    bullets: '-',
    preprocessing: { enabled: false },
  })
  const lines = (content ?? '')
    .replace(new RegExp(` *(${lineBreak} *)+`, 'g'), '\n')
    .replace(/^ (?=\S)/gm, '')
    .replace(/\n{3,}/g, '\n\n')
  return { markdown: cleanMarkdown(putCodeBack(lines, codeBlocks)), warnings }
}

/** The native writer is CommonJS behind a platform switch: its exports are on `default`. */
async function loadWriter() {
  const library = await import('@kreuzberg/html-to-markdown-node')
  // SAFETY: Node gives a CommonJS module's exports as `default`; its types describe them as named.
  return library.convert ?? (library as unknown as { default: typeof library }).default.convert
}

/** Each block under the indentation of its place, on lines of its own: list items and quotes keep theirs. */
function putCodeBack(markdown: string, blocks: readonly string[]): string {
  const place = new RegExp(`^(.*?)${mark.open}code(\\d+)${mark.close}`, 'gm')
  return markdown.replace(place, (_, before: string, index: string) => {
    const lead = /^[\s>]*(?:(?:[-*+]|\d+\.) +)?/.exec(before)?.[0] ?? ''
    const indent = lead.replace(/[^\s>]/g, ' ')
    const block = (blocks[Number(index)] ?? '').replaceAll('\n', `\n${indent}`)
    return before === lead ? lead + block : `${before.trimEnd()}\n\n${indent}${block}`
  })
}

/** Stands for `<br>`, which the Markdown writer turns into spaces in some places. */
const lineBreak = `${mark.open}br${mark.close}`

/** To be applied to a source before its own marks go in. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000\ue001]/g, '')
}

type Simplified = {
  /** Code blocks are set aside, so that they stay verbatim; marks stand in their places. */
  codeBlocks: string[]
  warnings: string[]
}

/** Rewrites what the Markdown writer would lose or garble. */
function simplifyDom($: Dom): Simplified {
  const warnings = limitDepth($)
  $(
    'script, style, noscript, template, iframe, object, embed, canvas, svg, audio, video, img, picture',
  ).remove()
  writeMath($)
  removeLineNumbers($)
  unwrapLayoutTables($)
  const codeBlocks = setCodeAside($)
  collapseSpace($)
  straightenCells($)
  $('h1 br, h2 br, h3 br, h4 br, h5 br, h6 br, td br, th br').replaceWith(' ')
  $('br').replaceWith(lineBreak)
  cleanLinks($)
  escapeFalseHeadings($)
  return { codeBlocks, warnings }
}

/** Formulas as their TeX where the page carries it, else as the text of their symbols. */
function writeMath($: Dom): void {
  for (const math of $('math').toArray()) {
    const tex =
      $(math).find('annotation[encoding="application/x-tex"]').text().trim() || $(math).attr('alttext')
    $(math).find('annotation, annotation-xml').remove()
    $(math).replaceWith($('<span></span>').text(tex ? `$${tex}$` : textOf(math).replace(/\s+/g, ' ')))
  }
}

/** A table that holds tables, or a single cell, is there for its looks: its cells become blocks. */
function unwrapLayoutTables($: Dom): void {
  for (const table of $('table').toArray()) {
    const cells = $(table).find('td, th').length
    if (cells > 1 && $(table).find('table').length === 0) continue
    const own = $(table)
      .find('tr, td, th, tbody, thead, tfoot, caption')
      .filter((_, part) => $(part).closest('table').is(table))
      .toArray()
    for (const part of [...own, table]) part.tagName = 'div'
  }
}

/** Line ends and runs of spaces in HTML text mean one space, except inside preformatted cells. */
function collapseSpace($: Dom): void {
  const open = $.root()
    .toArray()
    .flatMap(root => root.children)
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'text') node.data = node.data.replace(/[\s\u00a0]+/g, ' ')
    else if ('children' in node && !(isElement(node) && node.name === 'pre'))
      for (const child of node.children) open.push(child)
  }
}

/** A cell of a Markdown table is one line: its blocks follow each other after a space. */
function straightenCells($: Dom): void {
  const blocks = $('td, th')
    .find('p, div, ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, blockquote')
    .toArray()
  for (const block of blocks.reverse()) {
    $(block).append(' ')
    $(block).replaceWith($(block).contents())
  }
}

/** Links that lead nowhere outside the page leave their words; bare permalink signs go. */
function cleanLinks($: Dom): void {
  for (const link of $('a').toArray()) {
    const text = $(link).text().trim()
    const href = $(link).attr('href')?.trim() ?? ''
    // A title repeats the words or the target; what it adds was meant for a pointer that rests on the link.
    $(link).removeAttr('title')
    if (/^[¶#§]?$/u.test(text)) $(link).remove()
    else if (href === '' || /^(#|javascript:|data:|vbscript:|blob:)/i.test(href))
      $(link).replaceWith($(link).contents())
  }
}

/** A paragraph that begins with "# " is not a heading. */
function escapeFalseHeadings($: Dom): void {
  for (const block of $('p, div, li').toArray()) {
    const first = block.children[0]
    if (first?.type === 'text' && /^\s*#{1,6}\s/.test(first.data)) first.data = first.data.replace('#', '\\#')
  }
}
