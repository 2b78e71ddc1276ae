/**
 * Searches for the questions of src/features/hansard/test/corpus and prints the rank of the speech that answers each.
 * Usage: npm run measure -- speeches <home into which the record was imported>
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { callTool } from '../../../../bench/call-tool.ts'
import { testProcess } from '../../../../test/contract/world.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { wire } from '../../../app/wire.ts'
import { uuidOf } from '../../../core/model/identity.ts'

type Question = { source_id: string; question: string }

const home = process.argv[2]
if (home === undefined) throw new Error('Name the home that holds the record.')
const corpus = join(import.meta.dirname, '../test/corpus/questions.json')
const questions = JSON.parse(readFileSync(corpus, 'utf8')) as Question[]
const world = testProcess(process.cwd(), ['--home', home, '--toolsets', 'hansard'])
const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
let found = 0
for (const { source_id, question } of questions) {
  const { results } = await callTool(wired, 'search_speeches', { query: question, limit: 50 })
  const ids: string[] = results.map(({ speech_id }: { speech_id: string }) => speech_id)
  const speeches = [...new Set(ids)]
  const rank = speeches.indexOf(uuidOf('speech', source_id)) + 1
  if (rank >= 1 && rank <= 5) found += 1
  console.log(`${rank === 0 ? ' -' : String(rank).padStart(2)}  ${source_id.padEnd(26)} ${question}`)
}
console.log(`recall@5: ${found} of ${questions.length} (${(found / questions.length).toFixed(2)})`)
await wired.close()
