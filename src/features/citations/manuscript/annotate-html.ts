import { noteMark } from '../../../core/model/manuscript.ts'
import type { CheckedItem } from './check-manuscript.ts'
import { problems } from './check-quotation.ts'
import { remarkOf } from './write-remark.ts'

/** Writes the manuscript's text as one HTML file with each quotation and citation marked, and the remarks beside them. */
export function annotateHtml(
  { title, text, summary }: { title: string; text: string; summary: string },
  items: readonly CheckedItem[],
): string {
  const numbered = items.map((item, index) => ({ item, number: index + 1 }))
  const paragraphs = [...text.matchAll(/[^\n]+(?:\n(?!\s*\n)[^\n]*)*/g)].map(({ 0: paragraph, index }) => {
    const end = index + paragraph.length
    const here = numbered.filter(({ item }) => item.start < end && item.end > index)
    const started = here.filter(({ item }) => item.start >= index)
    return `<p>${markUp(text, { start: index, end }, here)}</p>${remarks(started)}`
  })
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title><style>${css}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1><p class="summary">${escapeHtml(summary)}</p>`,
    ...paragraphs,
    '</body></html>',
    '',
  ].join('\n')
}

type Numbered = { item: CheckedItem; number: number }

/** Marks the items in a paragraph. Of two that overlap, only the first is marked; both have their remark. */
function markUp(
  text: string,
  { start, end }: { start: number; end: number },
  here: readonly Numbered[],
): string {
  let html = ''
  let at = start
  for (const { item, number } of here) {
    const from = Math.max(start, item.start)
    const to = Math.min(end, item.end)
    if (from < at || to <= from) continue
    html += escapeHtml(text.slice(at, from))
    html += `<mark class="${item.verdict}" title="${escapeHtml(item.verdict)}">${escapeHtml(text.slice(from, to))}<sup>${number}</sup></mark>`
    at = to
  }
  return html + escapeHtml(text.slice(at, end))
}

function remarks(started: readonly Numbered[]): string {
  const shown = started.filter(({ item }) => problems.has(item.verdict) || item.message !== '')
  if (shown.length === 0) return ''
  const lines = shown.map(
    ({ item, number }) =>
      `<li value="${number}" class="${item.verdict}">${escapeHtml(remarkOf(item)).replace(/\n/g, '<br>')}</li>`,
  )
  return `<ol>${lines.join('')}</ol>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll(noteMark, '*')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

const css = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 serif;color:#1a1a1a;background:#fff}
p{white-space:pre-wrap}mark{background:#e8e8e8;color:inherit;padding:0 .1em}sup{font-size:.65em;line-height:0}
mark.exact,mark.cited{background:#d9f2d9}mark.close,mark.wrong_page,mark.page_out_of_range{background:#ffedb3}
mark.wrong_source,mark.not_found,mark.unknown_citekey,mark.uncited{background:#ffd0cc}
ol{font:.85rem/1.4 sans-serif;border-left:3px solid #888;margin:0 0 1rem;padding:.3rem .5rem .3rem 2.5rem;background:#f6f6f6}
.summary{font-family:sans-serif}`
