import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { cleanMarkdown } from './clean-text.ts'
import { joinPages } from './join-pages.ts'
import { makeConverted } from './make-converted.ts'

/** Text as it stands; form feeds are page breaks. */
export const plainTextConverter: Converter = {
  name: 'plain-text',
  version: 1,
  formats: ['txt'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    const sheets = text.split('\f')
    // A form feed at the very end closes the last page; it does not open another.
    if (sheets.length > 1 && sheets.at(-1)?.trim() === '') sheets.pop()
    if (sheets.length === 1)
      return makeConverted(raw, { fileType: 'txt', markdown: cleanMarkdown(text), warnings })
    const joined = joinPages(sheets.map(markdown => ({ label: null, markdown })))
    return makeConverted(raw, { fileType: 'txt', ...joined, warnings })
  },
}
