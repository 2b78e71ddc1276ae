/**
 * Asks the golden questions about the real record and tells where the speech that answers each is found.
 * Usage: npm run measure -- speeches <home into which the record was imported>
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../src/app/config/read-config.ts'
import { wire } from '../src/app/wire.ts'
import { invoke } from '../src/contract/invoke.ts'
import { uuidOf } from '../src/model/identity.ts'
import { testProcess } from '../test/contract/world.ts'

type Question = { source_id: string; question: string }

const home = process.argv[2]
if (home === undefined) throw new Error('Name the home that holds the record.')
const corpus = join(import.meta.dirname, '../test/corpus/hansard/questions.json')
const questions = JSON.parse(readFileSync(corpus, 'utf8')) as Question[]
const world = testProcess(process.cwd(), ['--home', home, '--toolsets', 'hansard'])
const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
const row = wired.table.find('search_speeches')
if (row === undefined) throw new Error('There is no tool search_speeches.')
let found = 0
for (const { source_id, question } of questions) {
  const call = {
    input: { query: question, limit: 50 },
    caller: { surface: 'library', isLocal: true } as const,
  }
  const outcome = await invoke(row, call, wired.runtime)
  if (!outcome.ok) throw outcome.failure
  // SAFETY: checked against the tool's own output schema.
  const results = outcome.value.results as { speech_id: string }[]
  const speeches = [...new Set(results.map(result => result.speech_id))]
  const rank = speeches.indexOf(uuidOf('speech', source_id)) + 1
  if (rank >= 1 && rank <= 5) found += 1
  console.log(`${rank === 0 ? ' -' : String(rank).padStart(2)}  ${source_id.padEnd(26)} ${question}`)
}
console.log(`recall@5: ${found} of ${questions.length} (${(found / questions.length).toFixed(2)})`)
await wired.close()
