/**
 * Page labels against the numbers that are printed on the pages (`bench/truth/printed-pages.json`), for files that declare labels
 * and for those that do not.
 * Usage: npm run measure -- page-labels [--data <folder>] [--debian <folder of unpacked packages>] [--only <part of a path>]
 *   [--misses]
 * For --debian: `apt-get download <package>` for each `package` of the list, and `dpkg -x` into one folder.
 */

import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPdf } from '../src/adapters/converters/pdf/open-pdf.ts'
import type { Converted } from '../src/core/model/document.ts'
import { passwordOf } from '../test/corpus/shared-files.ts'
import { convertBytes, readPdf, readPrintedPages, type TruePages } from './read-truth.ts'
import { judgeLabels, type LabelVerdict } from './score-labels.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    debian: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean' },
  },
})
const data = resolve(values.data ?? join(import.meta.dirname, '../../shared/data'))
const debian = values.debian === undefined ? null : resolve(values.debian)

type Group = 'declared' | 'not declared'

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
    const group = (await declaresLabels(truth.file, bytes)) ? 'declared' : 'not declared'
    const converted = await convertBytes(truth.file, bytes)
    if (converted === null) console.log(`not converted: ${truth.file}`)
    else verdicts.push(...measure(truth, converted).map(verdict => ({ group, verdict }) as const))
  }
  for (const group of ['not declared', 'declared'] as const)
    console.log(
      `labels ${group}: ${say(verdicts.filter(entry => entry.group === group).map(entry => entry.verdict))}`,
    )
  console.log(`all: ${say(verdicts.map(entry => entry.verdict))}`)
  if (absent > 0)
    console.log(`${absent} files of the list are not here (--debian names a folder of unpacked packages)`)
}

/** The converter gets a copy: opening a PDF takes its bytes. */
async function declaresLabels(file: string, bytes: Uint8Array): Promise<boolean> {
  const document = await openPdf(Uint8Array.from(bytes), passwordOf(basename(file)))
  try {
    return (await document.getPageLabels().catch(() => null)) !== null
  } finally {
    await document.loadingTask.destroy()
  }
}

function measure(truth: TruePages, { pages }: Converted): LabelVerdict[] {
  const given = truth.pages.map((_, at) => pages.find(page => page.number === at + 1)?.label ?? null)
  const verdicts = judgeLabels(truth, given)
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
  return `${count('right')} of ${printed} printed numbers right (${share}), ${count('wrong')} wrong, ${count('missing')} missing; where none is printed: ${count('invented')} invented, ${count('inferred')} inferred, ${count('none')} none`
}

await main()
