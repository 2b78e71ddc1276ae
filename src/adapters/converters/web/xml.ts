import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { asBrokenSource, brokenSource } from '../text/broken-source.ts'
import { cleanMarkdown } from '../text/clean-text.ts'
import { makeConverted } from '../text/make-converted.ts'
import { isElement, limitDepth, parseXml, prepareLenientParser } from './parse-html.ts'
import { renderXml } from './render-xml.ts'

/** XML as readable text: titles become headings, records become lists of fields, prose stays prose. */
export const xmlConverter: Converter = {
  name: 'xml',
  version: 1,
  formats: ['xml'],
  isolated: true,
  sharesChild: true,
  prepare: prepareLenientParser,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw, declaredEncoding(raw.bytes))
    try {
      const $ = await parseXml(text)
      warnings.push(...limitDepth($))
      const root = $.root()[0]?.children.find(isElement)
      if (root === undefined) throw brokenSource(raw.name, 'is not XML: it has no elements')
      const { markdown, title } = renderXml(root)
      return makeConverted(raw, { fileType: 'xml', markdown: cleanMarkdown(markdown), title, warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as XML', error)
    }
  },
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1] ?? null
}
