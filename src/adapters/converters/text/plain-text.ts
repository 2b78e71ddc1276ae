import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { makeConverted } from './make-converted.ts'
import { cleanMarkdown, cleanText, joinPages } from './markdown-parts.ts'

/** Plain text, unchanged; form feeds are page breaks. */
export const plainTextConverter: Converter = {
  name: 'plain-text',
  version: 1,
  formats: ['txt'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    const sheets = text.split('\f')
    // A form feed at the end closes the last page; it does not start another.
    if (sheets.length > 1 && sheets.at(-1)?.trim() === '') sheets.pop()
    if (sheets.length === 1)
      return makeConverted(raw, { fileType: 'txt', markdown: cleanMarkdown(text), warnings })
    const joined = joinPages(sheets.map(markdown => ({ label: null, markdown })))
    return makeConverted(raw, { fileType: 'txt', ...joined, warnings })
  },
}

/** Markdown, unchanged, without its front matter; the title of the front matter is used. */
export const markdownConverter: Converter = {
  name: 'markdown',
  version: 1,
  formats: ['md'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    const { body, title } = splitFrontMatter(cleanText(text))
    return makeConverted(raw, { fileType: 'md', markdown: cleanMarkdown(body), title, warnings })
  },
}

function splitFrontMatter(text: string): { body: string; title: string | null } {
  const fenced = /^(---|\+\+\+)[ \t]*\n([\s\S]*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|$)/.exec(text)
  const matter = fenced?.[2]
  // A document may begin with a horizontal rule; only `key: value` lines make it front matter.
  if (!fenced || matter === undefined || !/^[\w-]+[ \t]*[:=]/m.test(matter))
    return { body: text, title: null }
  return { body: text.slice(fenced[0].length), title: titleOf(matter) }
}

function titleOf(matter: string): string | null {
  const value = /^title[ \t]*[:=][ \t]*(.*)$/im.exec(matter)?.[1]?.trim()
  if (!value || value === '|' || value === '>') return null
  const quoted = /^(["'])(.*)\1$/.exec(value)?.[2]
  if (quoted === undefined) return value
  return value.startsWith('"') ? quoted.replace(/\\(["\\])/g, '$1') : quoted.replaceAll("''", "'")
}
