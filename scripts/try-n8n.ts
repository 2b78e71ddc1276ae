/**
 * Tests the workflows toolset with a real n8n: templates (run against this Quire), creating to deleting a workflow, changes
 * to active workflows, and the differences between versions of n8n. Deletes everything that it created, never prints the key,
 * and lists at the end what it could not test.
 *   N8N_API_URL=http://localhost:5678/api/v1 N8N_API_KEY=… node scripts/try-n8n.ts
 * N8N_FOREIGN_WORKFLOW: id of a workflow that the owner of the key may not use.
 */
import { openTrial } from './try-n8n/trial.ts'
import { tryChanges } from './try-n8n/try-changes.ts'
import { tryLife, tryRefusals } from './try-n8n/try-life.ts'
import { tryTemplates } from './try-n8n/try-templates.ts'

const { N8N_API_URL: url = '', N8N_API_KEY: key = '', N8N_FOREIGN_WORKFLOW: foreign = null } = process.env

if (key === '' || url === '') {
  console.error('Set N8N_API_URL and N8N_API_KEY to those of an n8n that this script may change.')
  process.exit(2)
}

const trial = await openTrial({ url, key })
let skipped: string[] = []
try {
  await tryTemplates(trial)
  await tryLife(trial)
  await tryChanges(trial)
  await tryRefusals(trial, { url, foreign })
  trial.expect('nothing is left behind', trial.created.size === 0)
} finally {
  skipped = await trial.close()
}
skipped.push(
  'an n8n that is starting, or whose public API is disabled: it would have to be started again',
  'an n8n that stops answering after it has created a workflow: only the stand-in of the tests does that',
)
for (const what of skipped) console.log(`not tested: ${what}`)
console.log('All other tests passed.')
