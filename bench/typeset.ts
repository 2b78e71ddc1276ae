/**
 * Converts papers that LaTeX typeset from generated texts, whose source is known, and checks what a reader must find:
 * the order of the sentences, headings, title, captions, footnotes, tables, references and printed page numbers.
 * Usage: npm run measure -- typeset [--only <part of a class and seed>] [--seeds 1,2,3] [--misses] [--papers] [--json]
 *   [--witness pdftotext|raw]
 * --witness measures the text of another program instead of ours: "pdftotext", or "raw" for the order of the content stream.
 * --papers prints a row for each paper instead of each class; --misses what is wrong in each paper.
 * The papers and their truths are kept in the folder "quire-typeset" of the system's temporary folder.
 */

import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import type { Converted } from '../src/core/model/document.ts'
import { type Count, type Judgement, judgePaper, measured } from './typeset/judge-paper.ts'
import { makePapers, whyNoTypesetting } from './typeset/make-papers.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seeds: { type: 'string', default: '1,2,3' },
    misses: { type: 'boolean' },
    papers: { type: 'boolean' },
    json: { type: 'boolean' },
    witness: { type: 'string' },
  },
})

async function main(): Promise<number> {
  const reason = whyNoTypesetting()
  if (reason !== null) {
    console.log(`skipped: ${reason}`)
    return 0
  }
  const seeds = values.seeds.split(',').map(Number)
  const papers = await makePapers({
    seeds,
    only: values.only,
    note: message => console.error(`… ${message}`),
  })
  const judged: { name: string; judgement: Judgement }[] = []
  for (const { truth, pdf } of papers) {
    const judgement = judgePaper(
      truth,
      values.witness === undefined ? await convert(pdf) : readWitness(pdf, values.witness),
    )
    judged.push({ name: values.papers ? `${truth.class}-${truth.seed}` : truth.class, judgement })
    if (values.misses)
      for (const miss of judgement.misses) console.log(`  ${truth.class}-${truth.seed} ${miss}`)
  }
  const groups = [...Map.groupBy(judged, ({ name }) => name), ['all', judged] as const].map(
    ([name, members]) => ({ name, ...sum(members.map(({ judgement }) => judgement)) }),
  )
  console.log(values.json ? JSON.stringify(groups, null, 1) : render(groups))
  const pairs = groups.at(-1)?.counts['pairs in order']
  return pairs !== undefined && pairs.right >= 0.99 * pairs.all ? 0 : 1
}

async function convert(pdf: string): Promise<Converted> {
  const ocr = {
    name: 'none',
    recognise: async () => ({ paragraphs: [], warnings: [] }),
    close: async () => {},
  }
  const raw = { source: pdf, name: 'paper.pdf', bytes: await readFile(pdf), mediaType: 'application/pdf' }
  return pdfConverter(ocr).convert(
    { ...raw, charset: null, lastModified: null, fileType: null },
    { password: null, ocrLanguages: ['en'] },
    { signal: new AbortController().signal, progress: () => {} },
  )
}

/** Without headings, title and page labels: only the order and the wholeness of the text are compared. */
function readWitness(pdf: string, witness: string): Converted {
  const mode = witness === 'raw' ? ['-raw'] : []
  const text = execFileSync('pdftotext', ['-q', ...mode, pdf, '-'], { encoding: 'utf8' })
  const markdown = text.replace(/(\p{L})-\n(?=\p{Ll})/gu, '$1')
  return { markdown, title: null, fileType: 'pdf', pages: [], outline: [], warnings: [] }
}

type Group = Omit<Judgement, 'misses'>

function sum(judgements: readonly Judgement[]): Group {
  // SAFETY: the keys are those of `measured`, which are the keys of `counts`.
  const counts = Object.fromEntries(
    measured.map(name => [
      name,
      {
        right: judgements.reduce((total, { counts }) => total + counts[name].right, 0),
        all: judgements.reduce((total, { counts }) => total + counts[name].all, 0),
      },
    ]),
  ) as Judgement['counts']
  const cuts: Record<string, number> = {}
  for (const judgement of judgements)
    for (const [kind, count] of Object.entries(judgement.cuts)) cuts[kind] = (cuts[kind] ?? 0) + count
  return { counts, cuts, missing: judgements.reduce((total, { missing }) => total + missing, 0) }
}

function render(groups: readonly (Group & { name: string })[]): string {
  const width = 17
  const row = (first: string, cells: readonly string[]) =>
    first.padEnd(20) + cells.map(cell => cell.padStart(width)).join('')
  return [
    row(
      '',
      groups.map(({ name }) => name),
    ),
    ...measured.map(name =>
      row(
        name,
        groups.map(({ counts }) => share(counts[name])),
      ),
    ),
    row(
      'sentences missing',
      groups.map(({ missing }) => String(missing)),
    ),
    ...groups.map(({ name, cuts }) => `${name}: sentences cut by ${listCuts(cuts)}`),
  ].join('\n')
}

function share({ right, all }: Count): string {
  return all === 0 ? '–' : `${right}/${all} ${((100 * right) / all).toFixed(1)}%`
}

function listCuts(cuts: Record<string, number>): string {
  const entries = Object.entries(cuts).sort(([, a], [, b]) => b - a)
  return entries.length === 0 ? 'nothing' : entries.map(([kind, count]) => `${kind} ${count}`).join(', ')
}

process.exitCode = await main()
