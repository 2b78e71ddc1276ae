/**
 * Asks agent_query, without a language model, the committed questions about manuals of Debian packages, and counts the
 * judgements that a reader made of the answers:
 *
 *     npm run measure -- manual-answers --manuals <folder> --home <where to keep the libraries>
 *       [--questions <file>] [--out <file for the answers>] [--judgements <file>]
 *
 * `<folder>/<manual>` holds the HTML files of a manual: `apt-get download`, `dpkg -x`, then the folder below
 * usr/share/doc. The packages are named in the file of questions. Uses the real embedding model. An answer is compared with
 * the judgements by its text: one that nobody has judged is counted as not judged.
 */

import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTool } from '../../../../bench/call-tool.ts'
import { testProcess, type Value } from '../../../../test/contract/world.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { wire } from '../../../app/wire.ts'

type ManualQuestion = { id: string; manual: string; question: string; answer: string | null; pages: string[] }
type Asked = { id: string; manual: string; question: string; answered: boolean; text: string; cpuMs: number }
type Verdict = 'good' | 'wrong' | 'refused' | 'rightly_refused'
type Judgement = { id: string; text: string; verdict: Verdict }

const { values } = parseArgs({
  options: {
    manuals: { type: 'string' },
    home: { type: 'string' },
    questions: { type: 'string' },
    out: { type: 'string' },
    judgements: { type: 'string' },
    only: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '../../../..')
const corpus = join(import.meta.dirname, '../test/corpus')

async function main(): Promise<void> {
  if (values.manuals === undefined || values.home === undefined)
    return console.log('skipped: --manuals and --home are needed')
  const questions = (
    await readJson<{ questions: ManualQuestion[] }>(values.questions ?? join(corpus, 'manual-questions.json'))
  ).questions.filter(({ id }) => values.only === undefined || new RegExp(values.only).test(id))
  const asked: Asked[] = []
  for (const [manual, own] of Map.groupBy(questions, question => question.manual))
    asked.push(...(await askManual(manual, own)))
  if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(asked, null, 2)}\n`)
  const cpu = asked.map(({ cpuMs }) => cpuMs).toSorted((one, other) => one - other)
  console.log(`\nCPU per question: median ${Math.round(cpu[cpu.length >> 1] ?? 0)} ms`)
  if (values.judgements !== undefined) await countJudgements(questions, asked, values.judgements)
}

async function askManual(manual: string, questions: readonly ManualQuestion[]): Promise<Asked[]> {
  const home = resolve(values.home ?? '', manual)
  const isKept = existsSync(home)
  const process = testProcess(root, ['--home', home, '--toolsets', 'knowledge'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  if (!isKept) {
    const folder = resolve(values.manuals ?? '', manual)
    const file_paths = globSync('**/*.html', { cwd: folder }).map(file => join(folder, file))
    for (let at = 0; at < file_paths.length; at += 50)
      await callTool(wired, 'ingest_documents', { file_paths: file_paths.slice(at, at + 50) })
  }
  await callTool(wired, 'agent_query', { query: 'What is this manual about?' })
  const asked: Asked[] = []
  for (const { id, question, answer } of questions) {
    const before = globalThis.process.cpuUsage()
    const reply = await callTool(wired, 'agent_query', { query: question })
    const { user, system } = globalThis.process.cpuUsage(before)
    for (const sentence of reply.sentences)
      if (!isVerbatim(sentence, reply.citations)) console.log(`NOT VERBATIM ${id}: ${sentence.text}`)
    const text = reply.response.split('\n\nCitations:')[0]
    asked.push({ id, manual, question, answered: reply.answered, text, cpuMs: (user + system) / 1000 })
    console.log(`\n### ${id} ${question}\n(${reply.confidence}; wanted: ${answer ?? 'a refusal'})\n${text}`)
  }
  await wired.close()
  return asked
}

function isVerbatim(sentence: Value, citations: readonly Value[]): boolean {
  const cited = citations.filter(({ id }) => sentence.citations.includes(id))
  return cited.length > 0 && cited.every(({ content }) => content.includes(sentence.text))
}

async function countJudgements(
  questions: readonly ManualQuestion[],
  asked: readonly Asked[],
  file: string,
): Promise<void> {
  const { judgements } = await readJson<{ judgements: Judgement[] }>(file)
  const verdicts = asked.map(({ id, text }) => ({
    isAnswerable: questions.find(question => question.id === id)?.answer !== null,
    verdict: judgements.find(known => known.id === id && known.text === text)?.verdict ?? 'not judged',
  }))
  for (const isAnswerable of [true, false]) {
    const own = verdicts.filter(one => one.isAnswerable === isAnswerable)
    const counts = Map.groupBy(own, ({ verdict }) => verdict)
    const shown = [...counts].map(([verdict, group]) => `${verdict} ${group.length}`).join(', ')
    console.log(`${isAnswerable ? 'answerable' : 'not answerable'}, ${own.length}: ${shown}`)
  }
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(resolve(file), 'utf8'))
}

await main()
