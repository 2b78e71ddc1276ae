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

/** Converts HTML to Markdown. Pictures are left out; tables, code and links are kept. */
export async function htmlToMarkdown(html: string): Promise<HtmlMarkdown> {
  return domToMarkdown(await parseHtml(html))
}

/** The same for a parsed DOM, which is modified. Marks in its text are kept. */
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

/** The native library is CommonJS behind a platform switch: its exports are on `default`. */
async function loadWriter() {
  const library = await import('@kreuzberg/html-to-markdown-node')
  // SAFETY: Node provides the exports of a CommonJS module as `default`; the types declare them as named.
  return library.convert ?? (library as unknown as { default: typeof library }).default.convert
}

/** Inserts each code block at its mark, on lines of its own, with the indentation of its list item or quote. */
function putCodeBack(markdown: string, blocks: readonly string[]): string {
  const place = new RegExp(`^(.*?)${mark.open}code(\\d+)${mark.close}`, 'gm')
  return markdown.replace(place, (_, before: string, index: string) => {
    const lead = /^[\s>]*(?:(?:[-*+]|\d+\.) +)?/.exec(before)?.[0] ?? ''
    const indent = lead.replace(/[^\s>]/g, ' ')
    const block = (blocks[Number(index)] ?? '').replaceAll('\n', `\n${indent}`)
    return before === lead ? lead + block : `${before.trimEnd()}\n\n${indent}${block}`
  })
}

/** Replaces `<br>`, which the Markdown library turns into spaces in some places. */
const lineBreak = `${mark.open}br${mark.close}`

/** Removes the characters of marks from a source before marks are added. */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000\ue001]/g, '')
}

type Simplified = {
  /** Code blocks are removed so that they stay verbatim; marks show their places. */
  codeBlocks: string[]
  warnings: string[]
}

/** Rewrites what the Markdown library would drop or garble. */
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

/** Replaces formulas by their TeX where the page has it, else by the text of their symbols. */
function writeMath($: Dom): void {
  for (const math of $('math').toArray()) {
    const tex =
      $(math).find('annotation[encoding="application/x-tex"]').text().trim() || $(math).attr('alttext')
    $(math).find('annotation, annotation-xml').remove()
    $(math).replaceWith($('<span></span>').text(tex ? `$${tex}$` : textOf(math).replace(/\s+/g, ' ')))
  }
}

/** A table that contains tables, or has a single cell, is used for layout: its cells become blocks. */
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

/** White space in HTML text means one space, except in `pre`. */
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

/** A cell of a Markdown table is one line: its blocks are joined with spaces. */
function straightenCells($: Dom): void {
  const blocks = $('td, th')
    .find('p, div, ul, ol, li, dl, dt, dd, h1, h2, h3, h4, h5, h6, blockquote')
    .toArray()
  for (const block of blocks.reverse()) {
    $(block).append(' ')
    $(block).replaceWith($(block).contents())
  }
}

/** Replaces links without an external target by their text, and removes permalink signs. */
function cleanLinks($: Dom): void {
  for (const link of $('a').toArray()) {
    const text = $(link).text().trim()
    const href = $(link).attr('href')?.trim() ?? ''
    // The title of a link repeats its text or target.
    $(link).removeAttr('title')
    if (/^[¶#§]?$/u.test(text)) $(link).remove()
    else if (href === '' || /^(#|javascript:|data:|vbscript:|blob:)/i.test(href))
      $(link).replaceWith($(link).contents())
  }
}

/** Escapes "# " at the start of a paragraph, which is not a heading. */
function escapeFalseHeadings($: Dom): void {
  for (const block of $('p, div, li').toArray()) {
    const first = block.children[0]
    if (first?.type === 'text' && /^\s*#{1,6}\s/.test(first.data)) first.data = first.data.replace('#', '\\#')
  }
}
