/**
 * Page labels against the numbers that are printed on the pages (`bench/truth/printed-pages.json`), for files that declare labels
 * and for those that do not.
 * Usage: npm run measure -- page-labels [--data <folder>] [--debian <folder of unpacked packages>] [--only <part of a path>]
 *   [--misses] [--without-ocr]
 * Pages without a usable text layer are recognised, as in use; --without-ocr skips that (TAMReview.pdf: minutes).
 * For --debian: `apt-get download <package>` for each `package` of the list, and `dpkg -x` into one folder.
 */

import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createOcr } from '../src/adapters/converters/ocr/create-ocr.ts'
import { openPdf } from '../src/adapters/converters/pdf/open-pdf.ts'
import type { Converted } from '../src/core/model/document.ts'
import { passwordOf } from '../test/corpus/shared-files.ts'
import { judgeLabels, type LabelVerdict, type TruePages } from '../test/support/pdf-truth/score-labels.ts'
import { convertBytes, readPdf, readPrintedPages } from './read-truth.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    debian: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean' },
    'without-ocr': { type: 'boolean' },
  },
})
const data = resolve(values.data ?? join(import.meta.dirname, '../../shared/data'))
const debian = values.debian === undefined ? null : resolve(values.debian)

const ocr = values['without-ocr'] ? undefined : createOcr({ tesseractPath: 'tesseract' })

type Group = 'declared' | 'not declared' | 'not used for development'

async function main(): Promise<void> {
  if (!existsSync(data)) return console.log(`skipped: there is no folder ${data}`)
  const verdicts: { group: Group; verdict: LabelVerdict }[] = []
  let absent = 0
  for (const truth of readPrintedPages()) {
    if (values.only !== undefined && !truth.file.includes(values.only)) continue
    const bytes = readPdf(truth.file, { data, debian })
    if (bytes === null) {
      absent += 1
      continue
    }
    const declared = await readDeclared(truth.file, bytes)
    const group = truth.set ? 'not used for development' : declared === null ? 'not declared' : 'declared'
    const converted = await convertBytes(truth.file, bytes, ocr)
    if (converted === null) console.log(`not converted: ${truth.file}`)
    else
      verdicts.push(
        ...measure(truth, converted, declared ?? []).map(verdict => ({ group, verdict }) as const),
      )
  }
  const report = (name: string, groups: readonly Group[]) => {
    const own = verdicts.filter(entry => groups.includes(entry.group))
    console.log(`${name}: ${say(own.map(entry => entry.verdict))}`)
  }
  report('labels not declared', ['not declared'])
  report('labels declared', ['declared'])
  report('both', ['not declared', 'declared'])
  report('files not used for development', ['not used for development'])
  await ocr?.close()
  if (absent > 0)
    console.log(`${absent} files of the list are not here (--debian names a folder of unpacked packages)`)
}

/** The labels that the file has itself; null when it has none. Opening takes the bytes, so it gets a copy. */
async function readDeclared(file: string, bytes: Uint8Array): Promise<string[] | null> {
  const document = await openPdf(Uint8Array.from(bytes), passwordOf(basename(file)))
  try {
    return await document.getPageLabels().catch(() => null)
  } finally {
    await document.loadingTask.destroy()
  }
}

function measure(truth: TruePages, { pages }: Converted, declared: readonly string[]): LabelVerdict[] {
  const given = truth.pages.map((_, at) => pages.find(page => page.number === at + 1)?.label ?? null)
  const verdicts = judgeLabels(truth, given, declared)
  console.log(`${truth.file}: ${say(verdicts)}`)
  if (values.misses)
    for (const [at, verdict] of verdicts.entries())
      if (verdict === 'wrong' || verdict === 'missing' || verdict === 'invented')
        console.log(`  ${verdict}, page ${at + 1}: printed ${truth.pages[at]}, given ${given[at]}`)
  return verdicts
}

function say(verdicts: readonly LabelVerdict[]): string {
  const count = (verdict: LabelVerdict) => verdicts.filter(other => other === verdict).length
  const printed = count('right') + count('wrong') + count('missing')
  const share = printed === 0 ? '-' : `${((100 * count('right')) / printed).toFixed(1)} %`
  return `${count('right')} of ${printed} printed numbers right (${share}), ${count('wrong')} wrong, ${count('missing')} missing; where none is printed: ${count('invented')} invented, ${count('inferred')} inferred, ${count('declared')} declared by the file, ${count('none')} none`
}

await main()
