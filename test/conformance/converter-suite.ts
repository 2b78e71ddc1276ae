import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Converted } from '../../src/core/model/document.ts'
import { Failure } from '../../src/core/model/failure.ts'
import { silent } from '../../src/core/model/progress.ts'
import type { RawSource } from '../../src/core/model/source.ts'
import type { Converter, ConvertOptions } from '../../src/core/ports/converter.ts'

/** A source that the converter must read; `includes` are words of it, in reading order. */
export type ConverterCase = {
  name: string
  bytes: Uint8Array
  includes: readonly string[]
  options?: Partial<ConvertOptions>
}

/** What every converter port guarantees, for each of the given sources. */
export function testConverter(name: string, converter: Converter, cases: readonly ConverterCase[]): void {
  describe(`converter: ${name}`, () => {
    test('declares its facts', () => {
      assert.notEqual(converter.name, '')
      assert.ok(Number.isInteger(converter.version) && converter.version > 0)
      assert.ok(converter.formats.length > 0)
    })

    for (const example of cases) {
      test(`${example.name}: its own words, in order`, async () => {
        const { markdown } = await convert(converter, example)
        let from = 0
        for (const words of example.includes) {
          const at = markdown.indexOf(words, from)
          assert.ok(at >= 0, `"${words}" is missing after character ${from}`)
          from = at + words.length
        }
      })

      test(`${example.name}: spans point into the Markdown and ascend`, async () => {
        const converted = await convert(converter, example)
        checkPages(converted)
        checkOutline(converted)
      })

      test(`${example.name}: the text can be stored and shown anywhere`, async () => {
        const converted = await convert(converter, example)
        const texts = [
          converted.markdown,
          converted.title ?? '',
          ...converted.outline.map(entry => entry.title),
        ]
        for (const text of texts) {
          assert.ok(text.isWellFormed(), 'lone surrogates')
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
          assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/)
        }
        assert.notEqual(converted.markdown.trim(), '')
        assert.notEqual(converted.fileType, '')
      })

      test(`${example.name}: the same bytes give the same result`, async () => {
        assert.deepEqual(await convert(converter, example), await convert(converter, example))
      })
    }

    test('an aborted call is refused', async () => {
      const [example] = cases
      if (!example) return
      await assert.rejects(
        convert(converter, example, AbortSignal.abort()),
        (error: unknown) => error instanceof Failure && error.code === 'CANCELLED',
      )
    })
  })
}

function checkPages({ pages, markdown }: Converted): void {
  let end = 0
  let number = 0
  for (const page of pages) {
    assert.ok(Number.isInteger(page.number) && page.number > number, `page ${page.number} after ${number}`)
    assert.ok(
      page.start >= end && page.end >= page.start && page.end <= markdown.length,
      `span of page ${page.number}`,
    )
    assert.notEqual(page.label, '')
    end = page.end
    number = page.number
  }
}

function checkOutline({ outline, markdown }: Converted): void {
  let start = 0
  for (const entry of outline) {
    assert.ok(entry.start >= start && entry.start <= markdown.length, `start of "${entry.title}"`)
    assert.ok(Number.isInteger(entry.level) && entry.level >= 1)
    assert.notEqual(entry.title.trim(), '')
    start = entry.start
  }
}

function convert(
  converter: Converter,
  example: ConverterCase,
  signal = new AbortController().signal,
): Promise<Converted> {
  const raw: RawSource = {
    source: example.name,
    name: example.name,
    bytes: example.bytes,
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
  }
  const options = { password: null, ocrLanguages: ['en'], ...example.options }
  return converter.convert(raw, options, { signal, progress: silent })
}
