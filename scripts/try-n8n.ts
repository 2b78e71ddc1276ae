/**
 * Does with a real n8n what the contract tests do with one on loopback: creates each template, refuses what is wrong,
 * changes, shows, lists, switches, runs and deletes. Leaves nothing behind, and never shows the key.
 *   N8N_API_URL=http://localhost:5678/api/v1 N8N_API_KEY=… node scripts/try-n8n.ts
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// biome-ignore lint/suspicious/noExplicitAny: answers of tools, looked at field by field
type Answer = any
type Draft = { name: string; nodes: object[]; connections: object; settings?: object }

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const key = process.env.N8N_API_KEY ?? ''

const hook = {
  name: 'Hook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  parameters: { path: 'quire-try', httpMethod: 'POST' },
}
const idle = { name: 'Nothing', type: 'n8n-nodes-base.noOp' }

if (key === '' || !process.env.N8N_API_URL) {
  console.error('Set N8N_API_URL and N8N_API_KEY to those of an n8n that may be written to.')
  process.exit(2)
}

const home = await mkdtemp(join(tmpdir(), 'quire-try-n8n-'))
try {
  for (const name of ['scheduled-crawl', 'watch-feed', 'weekly-digest']) await tryTemplate(name)
  await trySteps()
  await tryRefusals()
  console.log('All of it went as it does in the contract tests, and nothing is left behind.')
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
  const draft = { name: 'Quire: try', nodes: [hook, idle], connections: { Hook: 'Nothing' } }
  const { workflow_id } = await step('create with flat connections', 'create-workflow', inputOf(draft))
  try {
    const before = await step('show its nodes', 'get-workflow', [workflow_id])
    expect('nodes are laid out', before.data.nodes[0].position[0] < before.data.nodes[1].position[0])
    const renamed = ['--name', 'Quire: tried', '--settings', '{"timezone":"Europe/Berlin"}']
    await step('update name and settings', 'update-workflow', [workflow_id, ...renamed])
    const after = await step('show it again', 'get-workflow', [workflow_id])
    const identify = ({ data }: Answer) =>
      data.nodes
        .map(({ id, name, position }: Answer) => JSON.stringify([id, name, position]))
        .sort()
        .join()
    expect('the name has changed', after.data.name === 'Quire: tried')
    expect('nodes kept their ids and places', identify(after) === identify(before))
    await step('update and activate', 'update-workflow', [workflow_id, '--active'])
    expect('the active workflow is listed, page by page', (await listActive()).includes(workflow_id))
    await step('execute, or be told the webhook', 'execute-workflow', [workflow_id], 'EXECUTION_UNSUPPORTED')
  } finally {
    await step('delete', 'delete-workflow', [workflow_id])
  }
  for (const tool of ['get-workflow', 'activate-workflow', 'delete-workflow'])
    await step(`${tool}: what is gone is not found`, tool, [workflow_id], 'WORKFLOW_NOT_FOUND')
}

/** In pages as short as they can be made, so that there are several. */
async function listActive(): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const flags: string[] = [
      '--active-only',
      '--limit',
      '1',
      ...(cursor === null ? [] : ['--cursor', cursor]),
    ]
    const page: Answer = await ask('list-workflows', flags)
    ids.push(...page.workflows.map((row: Answer) => row.workflow_id))
    cursor = page.next_cursor
  } while (cursor !== null)
  return ids
}

/** What must never reach n8n, and what it must refuse. */
async function tryRefusals(): Promise<void> {
  const lost = { name: 'Quire: lost', nodes: [hook], connections: { Hook: 'Nowhere' } }
  await step('a connection to nowhere is refused', 'create-workflow', inputOf(lost), 'WORKFLOW_INVALID')
  const still = [...inputOf({ name: 'Quire: still', nodes: [idle], connections: {} }), '--active']
  await step('an active workflow without trigger is refused', 'create-workflow', still, 'WORKFLOW_INVALID')
  const stranger = await ask('list-workflows', [], { N8N_API_KEY: 'not-the-key' })
  expect('a wrong key is denied', stranger.error?.details?.reason === 'WORKFLOW_ENGINE_DENIED')
}

function inputOf({ name, nodes, connections, settings = {} }: Draft): string[] {
  return [
    name,
    ...nodes.flatMap(node => ['--nodes', JSON.stringify(node)]),
    '--connections',
    JSON.stringify(connections),
    '--settings',
    JSON.stringify(settings),
  ]
}

/** One tool that answers, or fails as it should where a code is given; either is ok where n8n decides. */
async function step(
  what: string,
  tool: string,
  argv: readonly string[],
  mayFailWith?: string,
): Promise<Answer> {
  const answer = await ask(tool, argv)
  const reason = answer.error?.details?.reason
  if (answer.error !== undefined && (reason === undefined || reason !== mayFailWith))
    throw new Error(`${what}: ${JSON.stringify(answer.error)}`)
  if (answer.error === undefined && mayFailWith !== undefined && mayFailWith !== 'EXECUTION_UNSUPPORTED')
    throw new Error(`${what}: it was not refused with ${mayFailWith}.`)
  console.log(`ok    ${what}${answer.error === undefined ? '' : `: ${answer.error.message}`}`)
  for (const note of [answer.error?.details?.hint ?? [], ...(answer.warnings ?? [])].flat())
    console.log(`      ${note}`)
  return answer
}

/** Through the program itself, as a person at a shell. */
async function ask(
  tool: string,
  argv: readonly string[],
  more: Record<string, string> = {},
): Promise<Answer> {
  const args = [join(root, 'bin/quire.js'), 'workflows', tool, ...argv, '--json']
  const env = { ...process.env, QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash', ...more }
  const said: { stdout: string; stderr: string } = await run(process.execPath, args, { env }).catch(
    error => error,
  )
  if (`${said.stdout}${said.stderr}`.includes(key)) throw new Error(`${tool} showed the key.`)
  return JSON.parse(said.stdout === '' ? '{"error":{"message":"no answer"}}' : said.stdout)
}

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`It is not so: ${what}.`)
  console.log(`ok    ${what}`)
}
