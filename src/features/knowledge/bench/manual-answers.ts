/**
 * Asks agent_query, without a language model, questions about manuals, and counts how a reader judged the answers:
 *
 *     npm run measure -- manual-answers --manuals <folder> --home <where to keep the libraries>
 *       [--questions <file>] [--only <pattern of ids>] [--blind <sheet>] [--judgements <file>]
 *     npm run measure -- manual-answers --questions <file> --judged <sheet>
 *
 * `<folder>/<manual>` holds the files of a manual: for a Debian package `apt-get download`, `dpkg -x`, then the folder below
 * usr/share/doc. A question is `{ id, manual, question, answer, right? }`: `answer` says what a right answer contains, null when the
 * manual does not answer the question; `right` is a pattern for it, by which answers are marked while developing.
 *
 * `--blind` writes questions and answers with their citations, without marks, to be judged: the reader replaces each `verdict` by
 * "good" (it answers the question), "wrong" (it cites something that does not) or "refused" (it says that the sources do not
 * answer). `--judged` prints the table of that sheet and asks nothing. `--judgements` compares answers with committed
 * judgements by their text. Uses the real embedding model.
 */

import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTool } from '../../../../bench/call-tool.ts'
import { testProcess, type Value } from '../../../../test/contract/world.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { wire } from '../../../app/wire.ts'
import {
  isVerdict,
  type ManualQuestion,
  markByPattern,
  tableOf,
  type Verdict,
  verdictsIn,
} from './judge-answers.ts'

type Asked = { question: ManualQuestion; answered: boolean; text: string; cpuMs: number }
type Judgement = { id: string; text: string; verdict: string }

const { values } = parseArgs({
  options: {
    manuals: { type: 'string' },
    home: { type: 'string' },
    questions: { type: 'string' },
    only: { type: 'string' },
    blind: { type: 'string' },
    judged: { type: 'string' },
    judgements: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '../../../..')
const corpus = join(import.meta.dirname, '../test/corpus')

async function main(): Promise<void> {
  const file = values.questions ?? join(corpus, 'manual-questions.json')
  const questions = (await readJson<{ questions: ManualQuestion[] }>(file)).questions.filter(
    ({ id }) => values.only === undefined || new RegExp(values.only).test(id),
  )
  if (values.judged !== undefined)
    return console.log(tableOf(questions, verdictsIn(await readJson(values.judged))))
  if (values.manuals === undefined || values.home === undefined)
    return console.log('skipped: --manuals and --home are needed, or --judged')
  const asked: Asked[] = []
  for (const [manual, own] of Map.groupBy(questions, question => question.manual))
    asked.push(...(await askManual(manual, own)))
  if (values.blind !== undefined) return writeSheet(asked, values.blind)
  const cpu = asked.map(({ cpuMs }) => cpuMs).toSorted((one, other) => one - other)
  console.log(`\nCPU per question: median ${Math.round(cpu[cpu.length >> 1] ?? 0)} ms`)
  const marks = new Map(
    asked.map(({ question, ...answer }) => [question.id, markByPattern(question, answer)]),
  )
  console.log(`marked by patterns:\n${tableOf(questions, marks)}`)
  if (values.judgements === undefined) return
  const { judgements } = await readJson<{ judgements: Judgement[] }>(values.judgements)
  console.log(`judged by a reader:\n${tableOf(questions, findJudgements(asked, judgements))}`)
}

async function askManual(manual: string, questions: readonly ManualQuestion[]): Promise<Asked[]> {
  const home = resolve(values.home ?? '', manual)
  const folder = resolve(values.manuals ?? '', manual)
  const isKept = existsSync(home)
  const process = testProcess(root, ['--home', home, '--toolsets', 'knowledge'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  if (!isKept) {
    const found = globSync('**/*.{html,htm,md,txt,pdf,epub,docx,csv}', { cwd: folder })
    const file_paths = found.map(file => join(folder, file))
    for (let at = 0; at < file_paths.length; at += 50)
      await callTool(wired, 'ingest_documents', { file_paths: file_paths.slice(at, at + 50) })
    // Passages are found by words before they have vectors.
    await wired.engine.vectors.settle(new AbortController().signal, () => {})
  }
  await callTool(wired, 'agent_query', { query: 'What is this manual about?' })
  const asked: Asked[] = []
  for (const question of questions) {
    const before = globalThis.process.cpuUsage()
    const reply = await callTool(wired, 'agent_query', { query: question.question })
    const { user, system } = globalThis.process.cpuUsage(before)
    for (const sentence of reply.sentences)
      if (!isVerbatim(sentence, reply.citations)) console.log(`NOT VERBATIM ${question.id}: ${sentence.text}`)
    const text = reply.response.replaceAll(`${folder}/`, '')
    asked.push({ question, answered: reply.answered, text, cpuMs: (user + system) / 1000 })
    if (values.blind !== undefined) continue
    const wanted = question.answer ?? 'a refusal'
    console.log(
      `\n### ${question.id} ${question.question}\n(${reply.confidence}; wanted: ${wanted})\n${text}`,
    )
  }
  await wired.close()
  return asked
}

function isVerbatim(sentence: Value, citations: readonly Value[]): boolean {
  const cited = citations.filter(({ id }) => sentence.citations.includes(id))
  return cited.length > 0 && cited.every(({ content }) => content.includes(sentence.text))
}

/** Neither what a right answer contains nor how sure the program is: only what a user sees. */
async function writeSheet(asked: readonly Asked[], file: string): Promise<void> {
  const rows = asked.map(({ question: { id, manual, question }, text }) => ({
    id,
    manual,
    question,
    response: text.split('\n'),
    verdict: '',
  }))
  const about = 'Replace each verdict by good, wrong or refused.'
  await writeFile(resolve(file), `${JSON.stringify({ about, answers: rows }, null, 2)}\n`)
  console.log(`${rows.length} answers in ${file}`)
}

/** Refusals were judged by their first paragraph, answers without their list of citations. */
function findJudgements(asked: readonly Asked[], judgements: readonly Judgement[]): Map<string, Verdict> {
  const found = asked.flatMap(({ question: { id }, answered, text }): [string, Verdict][] => {
    const shown = text.split(answered ? '\n\nCitations:' : '\n\n')[0]
    const known = judgements.find(judged => judged.id === id && judged.text === shown)
    const verdict = known?.verdict.replace('rightly_', '') ?? ''
    return isVerdict(verdict) ? [[id, verdict]] : []
  })
  return new Map(found)
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(resolve(file), 'utf8'))
}

await main()
