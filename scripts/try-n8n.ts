/**
 * Does with a real n8n what the contract tests do with one on loopback: creates each template, changes, switches, lists,
 * runs and deletes it again. Leaves nothing behind.
 *   N8N_API_URL=http://localhost:5678/api/v1 N8N_API_KEY=… node scripts/try-n8n.ts
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const home = await mkdtemp(join(tmpdir(), 'quire-try-n8n-'))

if (process.env.N8N_API_KEY === undefined) {
  console.error('Set N8N_API_URL and N8N_API_KEY to those of an n8n that may be written to.')
  process.exit(2)
}

try {
  for (const name of ['scheduled-crawl', 'watch-feed', 'weekly-digest']) await tryTemplate(name)
  await trySteps()
} finally {
  await rm(home, { recursive: true, force: true })
}

async function tryTemplate(name: string): Promise<void> {
  const template = JSON.parse(await readFile(join(root, 'templates/n8n', `${name}.json`), 'utf8'))
  const { workflow_id } = await step(`create ${name}`, 'create-workflow', inputOf(template))
  try {
    await step(`activate ${name}`, 'activate-workflow', [workflow_id])
    await step(`deactivate ${name}`, 'deactivate-workflow', [workflow_id])
  } finally {
    await step(`delete ${name}`, 'delete-workflow', [workflow_id])
  }
}

async function trySteps(): Promise<void> {
  const hook = {
    name: 'Hook',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    parameters: { path: 'quire-try', httpMethod: 'POST' },
  }
  const wait = { name: 'Nothing', type: 'n8n-nodes-base.noOp' }
  const draft = { name: 'Quire: try', nodes: [hook, wait], connections: { Hook: 'Nothing' }, settings: {} }
  const { workflow_id } = await step('create with flat connections', 'create-workflow', inputOf(draft))
  try {
    const renamed = ['--name', 'Quire: tried', '--settings', '{"timezone":"Europe/Berlin"}']
    await step('update name and settings', 'update-workflow', [workflow_id, ...renamed])
    await step('update and activate', 'update-workflow', [workflow_id, '--active'])
    const { workflows } = await step('list active ones', 'list-workflows', [
      '--active-only',
      '--limit',
      '250',
    ])
    if (!workflows.some((row: { workflow_id: string }) => row.workflow_id === workflow_id))
      throw new Error('The active workflow is not listed.')
    await step('execute, or be told the webhook', 'execute-workflow', [workflow_id], 'EXECUTION_UNSUPPORTED')
  } finally {
    await step('delete', 'delete-workflow', [workflow_id])
  }
  await step('what is gone is not found', 'get-workflow', [workflow_id], 'WORKFLOW_NOT_FOUND')
}

function inputOf(draft: { name: string; nodes: object[]; connections: object; settings: object }): string[] {
  return [
    draft.name,
    ...draft.nodes.flatMap(node => ['--nodes', JSON.stringify(node)]),
    '--connections',
    JSON.stringify(draft.connections),
    '--settings',
    JSON.stringify(draft.settings),
  ]
}

/** One tool, through the program itself. A failure of the expected kind is as good as an answer. */
async function step(what: string, tool: string, argv: readonly string[], mayFailWith?: string) {
  const args = [join(root, 'bin/quire.js'), 'workflows', tool, ...argv, '--json']
  const env = { ...process.env, QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash' }
  const { stdout } = await run(process.execPath, args, { env }).catch((error: { stdout: string }) => error)
  const answer = JSON.parse(stdout === '' ? '{"error":{"message":"no answer"}}' : stdout)
  const reason = answer.error?.details?.reason
  if (answer.error === undefined) console.log(`ok    ${what}`)
  else if (reason !== undefined && reason === mayFailWith)
    console.log(`ok    ${what}: ${answer.error.details.hint}`)
  else throw new Error(`${what}: ${JSON.stringify(answer.error)}`)
  for (const warning of answer.warnings ?? []) console.log(`      ${warning}`)
  return answer
}
