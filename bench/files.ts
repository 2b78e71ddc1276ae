/**
 * Converts every file of a folder as the server does and prints the outcome of each.
 * Usage: npm run measure -- files [folder] [--only <part of a path>] [--ocr-module]
 */

import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createConverters } from '../src/adapters/converters/index.ts'
import { Failure } from '../src/core/model/failure.ts'
import { listSurveyFiles, passwordOf } from '../test/corpus/shared-files.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, 'ocr-module': { type: 'boolean' } },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/files'))

async function main(): Promise<void> {
  if (!existsSync(folder)) return console.log(`skipped: there is no folder ${folder}`)
  let peakBytes = 0
  const converters = createConverters({
    ...(values['ocr-module'] ? { tesseractPath: null } : {}),
    observe: use => {
      peakBytes = use.peakBytes
    },
  })
  const counts = { converted: 0, refused: 0, surprised: 0 }
  let highest = 0
  for (const path of listSurveyFiles(folder)) {
    if (values.only !== undefined && !path.includes(values.only)) continue
    peakBytes = 0
    const start = performance.now()
    const outcome = await survey(converters, join(folder, path))
    counts[outcome.kind] += 1
    highest = Math.max(highest, peakBytes)
    const ms = Math.round(performance.now() - start)
    const memory = peakBytes === 0 ? '-' : `${Math.round(peakBytes / 1e6)} MB`
    console.log([path, outcome.kind, outcome.facts, `${ms} ms`, memory, outcome.note].join(' | '))
  }
  await converters.close()
  console.log(`${JSON.stringify(counts)}; highest memory of a child ${Math.round(highest / 1e6)} MB`)
  process.exitCode = counts.surprised > 0 ? 1 : 0
}

async function survey(converters: ReturnType<typeof createConverters>, path: string) {
  const name = basename(path)
  const raw = { source: path, name, bytes: readFileSync(path), mediaType: null, charset: null }
  try {
    const converted = await converters.convert(
      { ...raw, lastModified: null, fileType: null },
      { password: passwordOf(name), ocrLanguages: ['en'] },
      { signal: new AbortController().signal, progress: () => {} },
    )
    const { pages, markdown, outline, warnings } = converted
    const ocr = pages.filter(page => page.ocr).length
    const facts = `${pages.length} pages${ocr > 0 ? ` (${ocr} by OCR)` : ''}, ${markdown.length} characters, ${outline.length} outline`
    return { kind: 'converted', facts, note: warnings.join(' ').slice(0, 200) } as const
  } catch (error) {
    if (error instanceof Failure) return { kind: 'refused', facts: error.code, note: error.message } as const
    return { kind: 'surprised', facts: 'not a Failure', note: String(error) } as const
  }
}

await main()
