/**
 * Crawls a documentation site served on loopback and queries it. Measures speed, memory, a second crawl, and how well
 * questions find their pages.
 *
 *     npm run measure -- site [html folder] --questions src/features/knowledge/test/corpus/site-questions.json
 *
 * `--home` keeps the library (with `--port`, so that its addresses stay the same), `--embedder hash` does not use the model,
 * `--rerank` reranks, `--ask` only queries a kept library, `--show` prints the first results of every question.
 */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTool } from '../../../../bench/call-tool.ts'
import { type ServedFolder, serveFolder } from '../../../../bench/serve-folder.ts'
import { testProcess, type Value } from '../../../../test/contract/world.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { type Wired, wire } from '../../../app/wire.ts'
import type { AnswerQuestion } from '../test/corpus/questions.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string' },
    start: { type: 'string', default: 'index.html' },
    home: { type: 'string' },
    port: { type: 'string', default: '0' },
    embedder: { type: 'string' },
    pages: { type: 'string', default: '2000' },
    ask: { type: 'boolean', default: false },
    rerank: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
})
const root = join(import.meta.dirname, '../../../..')

async function main(): Promise<void> {
  const given = resolve(positionals[0] ?? '/usr/share/doc/python3-doc/html')
  if (!existsSync(given)) return console.log(`skipped: there is no folder ${given}`)
  const folder = await realpath(given)
  const site = await serveFolder(folder, Number(values.port))
  const home = values.home ?? (await mkdtemp(join(tmpdir(), 'quire-site-')))
  const flags = ['--home', home, '--toolsets', 'knowledge,crawl', '--fetch-allow', new URL(site.origin).host]
  if (values.embedder) flags.push('--embedder', values.embedder)
  if (values.rerank) flags.push('--knowledge-reranking', 'true')
  const process = testProcess(root, flags)
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  console.log(`${given}: ${globSync('**/*.{html,htm}', { cwd: folder }).length} HTML files`)
  try {
    if (!values.ask) {
      await crawl(wired, site, 'first crawl')
      await crawl(wired, site, 'second crawl')
    }
    if (values.questions !== undefined) await ask(wired, site.origin, values.questions)
  } finally {
    await wired.close()
    site.close()
    if (values.home === undefined) await rm(home, { recursive: true })
  }
}

async function crawl(wired: Wired, site: ServedFolder, name: string): Promise<void> {
  const before = { at: performance.now(), cpu: process.cpuUsage() }
  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 200)
  const url = `${site.origin}/${values.start}`
  const answer = await callTool(wired, 'crawl_deep', { url, max_depth: 10, max_pages: Number(values.pages) })
  clearInterval(watch)
  const seconds = (performance.now() - before.at) / 1_000
  const { user, system } = process.cpuUsage(before.cpu)
  const rate = answer.pages_crawled / seconds
  const sources = await callTool(wired, 'get_available_sources', {})
  const held = sources.sources.map((source: Value) => source.document_count ?? source.documents)
  console.log(`\n## ${name}\n`)
  console.log(
    `${answer.pages_crawled} pages in ${seconds.toFixed(1)} s: ${rate.toFixed(1)} pages/s, ${(answer.pages_crawled / ((user + system) / 1e6)).toFixed(1)} per CPU-second, at most ${Math.round(highest / 1e6)} MB resident`,
  )
  console.log(
    `${answer.chunks_created} chunks written, ${answer.pages_unchanged} pages unchanged, ${held} documents held`,
  )
  console.log(`answers by status: ${JSON.stringify(site.takeStatuses())}`)
  console.log(`left out: ${JSON.stringify(answer.skipped)}`)
  for (const { url, error } of answer.errors) console.log(`failed: ${url}: ${error}`)
  for (const warning of answer.warnings) console.log(`warning: ${warning}`)
}

async function ask(wired: Wired, origin: string, file: string): Promise<void> {
  // SAFETY: the file is part of the repository, or its author sees errors in the output.
  const questions = JSON.parse(readFileSync(resolve(file), 'utf8')) as AnswerQuestion[]
  const sums = { hits: 0, reciprocal: 0, ms: 0 }
  console.log(`\n## ${questions.length} questions, hybrid\n`)
  for (const { id, question, pages } of questions) {
    const startedAt = performance.now()
    const { results } = await callTool(wired, 'search_knowledge_base', { query: question, match_count: 5 })
    sums.ms += performance.now() - startedAt
    const places: string[] = results.map((hit: Value) => hit.document_source.slice(origin.length + 1))
    const place = places.findIndex(found => pages.includes(found)) + 1
    if (place > 0) sums.hits += 1
    sums.reciprocal += place === 0 ? 0 : 1 / place
    if (place !== 1 || values.show) {
      console.log(`${id} ${place === 0 ? 'not in five' : `place ${place}`} | ${question}`)
      console.log(`     wanted ${pages.join(', ')}; found ${places.join(', ')}`)
    }
  }
  const count = questions.length
  console.log(
    `\nHit@5 ${(sums.hits / count).toFixed(3)}, MRR@5 ${(sums.reciprocal / count).toFixed(3)}, ${Math.round(sums.ms / count)} ms per question`,
  )
}

await main()
