import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../../../app/eval/seeded-random.ts'
import { type QuoteVerdict, verifyQuote } from '../../verify/verify-quote.ts'
import { type Case, type CaseKind, makeCases } from './make-cases.ts'
import { collection, openLibrary } from './open-library.ts'

/**
 * Verifies generated quotes, true and false, in a library of real documents. Exits with code 1 when a target is missed.
 *
 *   --data <folder>   where the files are
 *   --home <folder>   keeps the ingested library for the next run
 *   --quotes <number> how many, 1,000 by default
 *   --seed <number>
 *   --misses          prints each quote with a wrong verdict
 */
const packageFolder = join(import.meta.dirname, '../../../../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(packageFolder, '../shared/data/files') },
    home: { type: 'string' },
    quotes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '20261116' },
    misses: { type: 'boolean', default: false },
  },
})

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

type Judged = {
  quoted: Case
  verdict: QuoteVerdict
  ms: number
  /** Whether it was found in the right document and on the right page. */
  isPlaced: boolean
  /** What is wrong with the verdict; null when it is right. */
  problem: string | null
}

const spoilt: ReadonlySet<CaseKind> = new Set([
  'one word changed',
  'two words swapped',
  'OCR-noised',
  'invented',
])

function judge(quoted: Case, verdict: QuoteVerdict, ms: number): Judged {
  const isPlaced = isFoundInPlace(quoted, verdict)
  return { quoted, verdict, ms, isPlaced, problem: problemOf(quoted, verdict, isPlaced) }
}

function isFoundInPlace({ truth }: Case, { matches }: QuoteVerdict): boolean {
  if (truth === null) return false
  return matches.some(
    ({ documentId, pages }) =>
      documentId === truth.document.id &&
      (truth.pages.length === 0 ||
        truth.pages.some(page => pages !== null && page >= pages.first && page <= pages.last)),
  )
}

function problemOf({ kind, truth }: Case, verdict: QuoteVerdict, isPlaced: boolean): string | null {
  if (spoilt.has(kind) && verdict.verdict === 'exact') return 'EXACT, though spoilt'
  if (kind === 'invented') return verdict.verdict === 'close' ? 'close, though invented' : null
  if (truth !== null && !isPlaced)
    return verdict.verdict === 'not_found' ? 'not found' : 'found elsewhere only'
  if (spoilt.has(kind)) return null
  if (verdict.verdict !== 'exact') return 'close, though true'
  const statedRight = verdict.matches.some(
    match => match.statedPage === 'label' || match.statedPage === 'pdf',
  )
  if (kind === 'wrong page given')
    return statedRight && verdict.matches.length === 1 ? 'taken for the right page' : null
  return truth !== null && truth.pages.length > 0 && !statedRight ? 'reported as not on its page' : null
}

function renderTable(judged: readonly Judged[]): { table: string; isMet: boolean } {
  const kinds = [...new Set(judged.map(({ quoted }) => quoted.kind))]
  const head = ['class', 'quotes', 'exact', 'close', 'not_found', 'in place', 'p50 ms', 'p95 ms']
  const rows = kinds.map(kind =>
    rowOf(
      kind,
      judged.filter(({ quoted }) => quoted.kind === kind),
    ),
  )
  const all = rowOf('all', judged)
  const truths = judged.filter(({ quoted }) => !spoilt.has(quoted.kind))
  const found = truths.filter(({ isPlaced }) => isPlaced).length / Math.max(1, truths.length)
  const exact =
    truths.filter(({ isPlaced, verdict }) => isPlaced && verdict.verdict === 'exact').length /
    Math.max(1, truths.length)
  const wrong = judged.filter(
    ({ quoted, verdict }) => spoilt.has(quoted.kind) && verdict.verdict === 'exact',
  ).length
  const similarities = (kind: CaseKind) =>
    judged
      .filter(({ quoted }) => quoted.kind === kind)
      .map(({ verdict }) => verdict.matches[0]?.similarity ?? 0)
  const lines = [head, ...rows, all].map(cells =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(26) : cell.padStart(10))).join(''),
  )
  return {
    table: [
      ...lines,
      `true quotes found in place: ${(100 * found).toFixed(2)} % (at least 99.5), of these exact: ${(100 * exact).toFixed(2)} %`,
      `changed, swapped, noised or invented called exact: ${wrong} (must be 0)`,
      `similarity of the best match, 5th percentile: changed ${percentile(similarities('one word changed'), 0.05).toFixed(2)}, swapped ${percentile(similarities('two words swapped'), 0.05).toFixed(2)}, noised ${percentile(similarities('OCR-noised'), 0.05).toFixed(2)}; invented, highest ${Math.max(0, ...similarities('invented')).toFixed(2)}`,
    ].join('\n'),
    isMet: found >= 0.995 && wrong === 0,
  }
}

function rowOf(name: string, judged: readonly Judged[]): string[] {
  const count = (verdict: QuoteVerdict['verdict']) =>
    judged.filter(item => item.verdict.verdict === verdict).length
  const times = judged.map(({ ms }) => ms)
  return [
    name,
    String(judged.length),
    String(count('exact')),
    String(count('close')),
    String(count('not_found')),
    String(judged.filter(({ isPlaced }) => isPlaced).length),
    percentile(times, 0.5).toFixed(1),
    percentile(times, 0.95).toFixed(1),
  ]
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

const reason = whyNot()
if (reason === null) process.exitCode = await main()
else console.error(`Skipped: ${reason}`)
