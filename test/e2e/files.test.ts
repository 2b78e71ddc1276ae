import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createConverters } from '../../src/adapters/converters/index.ts'
import type { Converted } from '../../src/core/model/document.ts'
import { Failure } from '../../src/core/model/failure.ts'
import { listSurveyFiles, passwordOf } from '../corpus/shared-files.ts'

const folder = join(import.meta.dirname, '../../../shared/data/files')
const skip = existsSync(folder) ? false : 'the shared sample files are not on this machine'
const memoryLimit = 1_500_000_000

/** Files that take long; `npm run measure -- files` includes them. */
const slow = [
  'TAMReview.pdf',
  'skew.pdf',
  'DA-619p.pdf',
  'freeculture.pdf',
  'mupdf_explored.pdf',
  'memory-error-test-400p.pdf',
  'testPDF_childAttachments.pdf',
  'hugemono.pdf',
  'redp5110_sampled.pdf',
  'failure-after-repair.pdf',
]

describe('files of all kinds, as found in the wild', { skip }, () => {
  let peak = 0
  const converters = createConverters({
    limits: { timeMs: 60_000, memoryBytes: memoryLimit },
    observe: use => {
      peak = Math.max(peak, use.peakBytes)
    },
  })
  after(() => converters.close())

  for (const path of skip
    ? []
    : listSurveyFiles(folder).filter(path => !slow.some(name => path.endsWith(name))))
    test(`${path} is converted, or refused with a clear message`, async () => {
      peak = 0
      const outcome = await convert(path)
      assert.ok(peak < memoryLimit)
      if (outcome instanceof Failure) {
        assert.ok(['invalid', 'unsupported', 'too_large'].includes(outcome.kind), outcome.kind)
        assert.ok(outcome.message.length > 20)
        return
      }
      assert.match(outcome.markdown, /[\p{L}\p{N}]/u)
      for (const page of outcome.pages)
        assert.ok(page.start <= page.end && page.end <= outcome.markdown.length)
    })

  test('passwords are asked for, checked and used', async () => {
    for (const path of ['pypdf/r3-user-password.pdf', 'sample-files/libreoffice-writer-password.pdf']) {
      const missing = await convert(path, null)
      const wrong = await convert(path, 'no idea')
      const right = await convert(path)
      assert.ok(missing instanceof Failure && missing.code === 'PASSWORD_REQUIRED')
      assert.ok(wrong instanceof Failure && wrong.code === 'PASSWORD_WRONG')
      assert.ok(!(right instanceof Failure))
    }
  })

  test('two columns are read one after the other', async () => {
    const converted = await convert('pdf.js/tracemonkey.pdf')
    assert.ok(!(converted instanceof Failure))
    assert.match(
      converted.markdown,
      /more difficult to compile than statically typed ones\. Since no concrete type information/,
    )
  })

  async function convert(path: string, password = passwordOf(basename(path))): Promise<Converted | Failure> {
    const raw = {
      source: path,
      name: basename(path),
      bytes: readFileSync(join(folder, path)),
      mediaType: null,
    }
    try {
      return await converters.convert(
        { ...raw, charset: null, lastModified: null, fileType: null },
        { password, ocrLanguages: ['en'] },
        { signal: new AbortController().signal, progress: () => {} },
      )
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }
})
