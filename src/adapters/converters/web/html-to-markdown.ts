import { cleanMarkdown } from '../text/clean-text.ts'
import { mark } from './mark.ts'
import { type Dom, parseHtml, prepareLenientParser, prepareParser } from './parse-html.ts'
import { lineBreak, simplifyDom } from './simplify-dom.ts'

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
