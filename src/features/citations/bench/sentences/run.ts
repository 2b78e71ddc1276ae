/**
 * Verifies sentences that a column, page or float break divides: 100 of typeset papers, whose source is the truth, and
 * 100 of real papers, written down from their pages; and the same 200 with one word altered, which must not be exact.
 * Usage: npm run measure -- sentences [--papers <folder>] [--count 100] [--seed <number>] [--misses] [--every]
 *   [--library]
 * --every verifies every sentence that is known, not a sample; --library searches in all documents, not in the cited one.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makePapers, whyNoTypesetting } from '../../../../../bench/typeset/make-papers.ts'
import { type Random, seededRandom } from '../../../../app/eval/seeded-random.ts'
import { type QuoteVerdict, verifyQuote } from '../../verify/verify-quote.ts'
import { collection, openCollection } from '../quotes/open-library.ts'
import { alterSentence } from './alter-sentence.ts'
import { findBroken, type TrueSentence } from './find-broken.ts'

const packageFolder = join(import.meta.dirname, '../../../../..')
const { values } = parseArgs({
  options: {
    papers: { type: 'string', default: join(packageFolder, '../shared/data/papers') },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '20261117' },
    misses: { type: 'boolean' },
    every: { type: 'boolean' },
    library: { type: 'boolean' },
  },
})

type Judged = { from: string; kind: string; isTrue: boolean; verdict: QuoteVerdict['verdict'] }

async function main(): Promise<number> {
  const random = seededRandom(Number(values.seed))
  const sources = [
    { from: 'typeset', sentences: await listTypeset() },
    { from: 'papers', sentences: listPapers() },
  ].map(({ from, sentences }) => ({ from, sentences: values.every ? sentences : draw(sentences, random) }))
  const paths = [...new Set(sources.flatMap(({ sentences }) => sentences.map(({ file }) => file)))]
  if (paths.length === 0) return 0
  const home = await mkdtemp(join(tmpdir(), 'quire-sentences-'))
  const library = await openCollection({ home, paths, packageFolder, note })
  const judged: Judged[] = []
  try {
    for (const { from, sentences } of sources)
      for (const sentence of sentences) {
        const documentId = library.documents.find(document => document.source === sentence.file)?.id ?? ''
        const verify = async (quote: string) => {
          const filter = [{ field: 'doc_id', op: 'equals', value: documentId } as const]
          const request = {
            collections: [collection],
            quote,
            filter: values.library ? [] : filter,
            page: null,
          }
          return verifyQuote(request, library.wired.parts, new AbortController().signal)
        }
        const truth = await verify(sentence.text)
        const isPlaced = truth.matches.some(match => match.documentId === documentId)
        const verdict = truth.verdict === 'exact' && !isPlaced ? 'not_found' : truth.verdict
        judged.push({ from, kind: sentence.kind, isTrue: true, verdict })
        if (values.misses && verdict !== 'exact') sayMiss(sentence, sentence.text, truth)
        const altered = alterSentence(sentence.text, random)
        const spoilt = await verify(altered.text)
        judged.push({ from, kind: altered.way, isTrue: false, verdict: spoilt.verdict })
        if (values.misses && spoilt.verdict === 'exact') sayMiss(sentence, altered.text, spoilt)
      }
  } finally {
    await library.wired.close()
    await rm(home, { recursive: true, force: true })
  }
  return report(judged)
}

async function listTypeset(): Promise<TrueSentence[]> {
  const reason = whyNoTypesetting() ?? whyNoBoxes()
  if (reason !== null) {
    console.log(`typeset papers are skipped: ${reason}`)
    return []
  }
  return (await makePapers({ seeds: [1, 2, 3, 4], note }))
    .map(paper => ({ ...paper, pdf: realpathSync(paper.pdf) }))
    .flatMap(findBroken)
}

function whyNoBoxes(): string | null {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return null
  } catch {
    return 'pdftotext is not installed (Debian: poppler-utils)'
  }
}

/** The text is as printed, with the hyphens at line ends removed and without footnote marks. */
function listPapers(): TrueSentence[] {
  const folder = resolve(values.papers)
  if (!existsSync(folder)) {
    console.log(`papers are skipped: there is no folder ${folder}`)
    return []
  }
  const known: TrueSentence[] = JSON.parse(
    readFileSync(join(packageFolder, 'bench/truth/paper-sentences.json'), 'utf8'),
  )
  return known.map(sentence => ({ ...sentence, file: join(realpathSync(folder), sentence.file) }))
}

function draw(sentences: readonly TrueSentence[], random: Random): TrueSentence[] {
  const left = [...sentences]
  const count = Math.min(Number(values.count), left.length)
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat()
}

function report(judged: readonly Judged[]): number {
  const truths = judged.filter(({ isTrue }) => isTrue)
  const altered = judged.filter(({ isTrue }) => !isTrue)
  console.log(['true sentences'.padEnd(20), 'all', 'exact', 'close', 'not_found'].join('\t'))
  for (const [name, members] of Map.groupBy(truths, ({ from, kind }) => `${from}, ${kind}`))
    console.log(row(name, members))
  for (const [name, members] of Map.groupBy(truths, ({ from }) => `${from}, all`))
    console.log(row(name, members))
  console.log(row('all', truths))
  console.log(['altered sentences'.padEnd(20), 'all', 'exact', 'close', 'not_found'].join('\t'))
  for (const [name, members] of Map.groupBy(altered, ({ kind }) => kind)) console.log(row(name, members))
  console.log(row('all', altered))
  const exact = truths.filter(({ verdict }) => verdict === 'exact').length
  const wrong = altered.filter(({ verdict }) => verdict === 'exact').length
  console.log(
    `true and exact: ${exact} of ${truths.length} (at least 97 %); altered and exact: ${wrong} (must be 0)`,
  )
  return exact >= 0.97 * truths.length && wrong === 0 ? 0 : 1
}

function row(name: string, members: readonly Judged[]): string {
  const count = (verdict: string) => members.filter(member => member.verdict === verdict).length
  return [name.padEnd(20), members.length, count('exact'), count('close'), count('not_found')].join('\t')
}

function sayMiss(
  { file, page, kind }: TrueSentence,
  quote: string,
  { verdict, matches }: QuoteVerdict,
): void {
  console.log(`\n${verdict} (${basename(file)} p. ${page}, ${kind})\n  quote: ${quote}`)
  const [best] = matches
  if (best)
    console.log(
      `  found: ${best.similarity} ${JSON.stringify(best.text)}\n  ${JSON.stringify(best.differences)}`,
    )
}

function note(message: string): void {
  console.error(`… ${message}`)
}

process.exitCode = await main()
