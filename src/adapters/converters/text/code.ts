import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { cleanText } from './clean-text.ts'
import { codeFence } from './code-fence.ts'
import { findDefinitions } from './find-definitions.ts'
import { makeConverted } from './make-converted.ts'

/** Source code verbatim in a fence; its definitions are the outline, so that a hit says which function it is in. */
export const codeConverter: Converter = {
  name: 'code',
  version: 1,
  formats: ['code'],
  isolated: false,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw)
    const extension = extensionOf(raw.name)
    const code = cleanText(text)
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd()
    if (code === '') return makeConverted(raw, { fileType: extension, markdown: '', warnings })
    const markdown = `${codeFence(code, extension)}\n`
    const offset = markdown.indexOf('\n') + 1
    const outline = findDefinitions(code, extension).map(entry => ({ ...entry, start: entry.start + offset }))
    return makeConverted(raw, { fileType: extension, markdown, outline, warnings })
  },
}

/** `ts` for `a/b.test.ts`, `dockerfile` for `Dockerfile`, `gitignore` for `.gitignore`. */
function extensionOf(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? name
  const extension = (file.split('.').at(-1) ?? '').toLowerCase()
  return /^[a-z0-9+#_-]{1,20}$/.test(extension) ? extension : 'code'
}
