import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Converted } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'

/** A source as a reader returns it. */
export function makeSource(
  name: string,
  content: string | Uint8Array,
  rest: Partial<RawSource> = {},
): RawSource {
  return {
    source: `/library/${name}`,
    name,
    bytes: typeof content === 'string' ? Buffer.from(content) : content,
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
    ...rest,
  }
}

export const context = () => ({ signal: new AbortController().signal, progress: () => {} })
export const options = { password: null, ocrLanguages: [] }

/** Converts, and checks what every converter guarantees. */
export async function convert(converter: Converter, raw: RawSource): Promise<Converted> {
  const converted = await converter.convert(raw, options, context())
  checkConverted(converted)
  return converted
}

export function converterFor(converters: readonly Converter[], format: string): Converter {
  const found = converters.find(converter => converter.formats.includes(format))
  if (found === undefined) throw new Error(`No converter for ${format}`)
  return found
}

/** For assert.rejects: a Failure of this kind and code whose message matches. */
export function failure(kind: string, code: string, message: RegExp) {
  return (error: unknown) =>
    error instanceof Failure && error.kind === kind && error.code === code && message.test(error.message)
}

function checkConverted({ markdown, pages, outline }: Converted): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is checked.
  const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff\ue000\ue001]/.exec(markdown)
  if (control !== null) throw new Error(`control character at ${control.index}`)
  if (markdown.trim() === '' || !markdown.isWellFormed()) throw new Error('no text, or not well-formed')
  let end = 0
  for (const page of pages) {
    if (page.start < end || page.end < page.start || page.end > markdown.length)
      throw new Error(`bad page ${page.number}`)
    end = page.end
  }
  for (const [index, entry] of outline.entries()) {
    const before = outline[index - 1]
    if (entry.start >= markdown.length || (before !== undefined && before.start > entry.start))
      throw new Error(`bad outline entry ${entry.title}`)
  }
}

const samples = join(import.meta.dirname, '../../../../../shared/data')

/**
 * A file of the shared sample library, or the reason to skip a test that needs it. `folder`: files, mail or
 * regressions.
 */
export function sample(path: string, folder = 'files'): { skip: string | false; read: () => RawSource } {
  const file = join(samples, folder, path)
  return {
    skip: existsSync(file) ? false : `the sample ${path} is not on this machine`,
    read: () => makeSource(basename(path), readFileSync(file)),
  }
}
