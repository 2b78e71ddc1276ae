import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import { verifyQuote } from '../../../src/features/citations/verify/verify-quote.ts'
import { makeCases } from './make-cases.ts'
import { collection, openLibrary } from './open-library.ts'
import { judge, renderTable } from './report.ts'

/**
 * Verifies generated quotes, true and false, over a library of real documents. Exit code 1 when a target is missed.
 *
 *   --data <folder>   where the files lie
 *   --home <folder>   keeps the ingested library there for the next run
 *   --quotes <number> how many, 1,000 unless told otherwise
 *   --seed <number>
 *   --misses          prints each quote that was not judged as it should be
 */
const packageFolder = join(import.meta.dirname, '../../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(packageFolder, '../shared/data/files') },
    home: { type: 'string' },
    quotes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '20261116' },
    misses: { type: 'boolean', default: false },
  },
})

const reason = whyNot()
if (reason === null) process.exitCode = await main()
else console.error(`Skipped: ${reason}`)

async function main(): Promise<number> {
  const temporary = options.home ?? (await mkdtemp(join(tmpdir(), 'quire-verify-')))
  const library = await openLibrary({ home: temporary, data: options.data, packageFolder, note })
  try {
    const random = seededRandom(Number(options.seed))
    const cases = makeCases(library, Number(options.quotes), random)
    const letters = library.documents.reduce((sum, document) => sum + document.markdown.length, 0)
    console.log(
      `${cases.length} quotes over ${library.documents.length} documents of ${(letters / 1e6).toFixed(1)} million characters, from ${new Set(cases.map(({ truth }) => truth?.document.id)).size - 1} of them`,
    )
    const judged = []
    for (const quoted of cases) {
      const startedAt = performance.now()
      const request = { collections: [collection], quote: quoted.text, filter: [], page: quoted.page }
      const verdict = await verifyQuote(request, library.wired.parts, new AbortController().signal)
      judged.push(judge(quoted, verdict, performance.now() - startedAt))
    }
    if (options.misses)
      for (const { quoted, verdict, problem } of judged)
        if (problem !== null) {
          const [best] = verdict.matches
          const where = quoted.truth
            ? `${quoted.truth.document.source.split('/').at(-1)} p. ${quoted.truth.pages.join(', ')}`
            : ''
          console.log(`\n${quoted.kind}: ${problem} (${where})\n  quote: ${JSON.stringify(quoted.text)}`)
          if (best)
            console.log(
              `  found: ${best.similarity} ${JSON.stringify(best.text)}\n  ${JSON.stringify(best.differences)}`,
            )
        }
    const { table, isMet } = renderTable(judged)
    console.log(table)
    return isMet ? 0 : 1
  } finally {
    await library.wired.close()
    if (options.home === undefined) await rm(temporary, { recursive: true, force: true })
  }
}

function whyNot(): string | null {
  if (!existsSync(options.data)) return `there is no folder ${options.data}; name one with --data.`
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return null
  } catch {
    return 'pdftotext is not installed (Debian: poppler-utils).'
  }
}

function note(message: string): void {
  console.error(`… ${message}`)
}
