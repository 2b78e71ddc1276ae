import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openWorld, type World } from '../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../test/support/ingest-to-end.ts'
import { addProject } from '../test/library.ts'
import { type Confusion, confusionTable } from '../test/manuscripts/judge.ts'
import { checkMade, type Format, formats, type Stock, stockProject } from '../test/manuscripts/run-check.ts'
import type { Marks } from '../test/manuscripts/write-manuscript.ts'
import { readPapers } from './read-papers.ts'

/**
 * Checks generated manuscripts whose faults are known, and prints for each format which verdicts were expected and found.
 * Exits with code 1 when one is wrong.
 *
 *   --seeds <list>    default 1,2,3; each seed is another manuscript with other shapes of citations
 *   --formats <list>  of docx, md, tex, pdf, txt
 *   --marks <list>    quotation marks: en, de, fr, plain
 *   --papers <folder> quotes the real papers of papers.bib instead of generated sources; needs pdftotext
 *   --misses          prints each wrong verdict
 */
const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3' },
    formats: { type: 'string', default: formats.join(',') },
    marks: { type: 'string', default: 'en,de' },
    papers: { type: 'string' },
    misses: { type: 'boolean', default: false },
  },
})

async function main(): Promise<number> {
  const world = await openWorld('library')
  let wrong = 0
  try {
    const stock =
      options.papers === undefined ? await stockProject(world, 1) : await stockPapers(world, options.papers)
    for (const format of options.formats.split(',')) {
      const total: Confusion = {}
      let cpuMs = 0
      let papers = 0
      for (const seed of options.seeds.split(',').map(Number))
        for (const marks of options.marks.split(',')) {
          const before = process.cpuUsage()
          // SAFETY: a wrong name fails in the call, where its message says so.
          const made = { format: format as Format, seed, marks: marks as Marks }
          const { confusion, misses } = await checkMade(world, stock, made)
          const { user, system } = process.cpuUsage(before)
          cpuMs += (user + system) / 1000
          papers += 1
          wrong += misses.length
          add(total, confusion)
          if (options.misses)
            for (const { truth, found } of misses) console.log(`${format} ${seed} ${marks}:`, found, truth)
        }
      console.log(`\n${format}: ${papers} manuscripts, ${Math.round(cpuMs / papers)} ms of CPU each`)
      console.log(confusionTable(total))
    }
  } finally {
    await world.close()
  }
  return wrong === 0 ? 0 : 1
}

async function stockPapers(world: World, papers: string): Promise<Stock> {
  const folder = resolve(papers)
  const references = join(import.meta.dirname, 'papers.bib')
  const project = await addProject(world, 'manuscripts/papers', { references })
  await ingestToEnd(world, { project, source: folder, options: { references_path: references } })
  return { project, sources: readPapers(folder), folder }
}

function add(total: Confusion, more: Confusion): void {
  for (const [expected, row] of Object.entries(more)) {
    const sum = total[expected] ?? {}
    for (const [found, count] of Object.entries(row)) sum[found] = (sum[found] ?? 0) + count
    total[expected] = sum
  }
}

process.exitCode = await main()
