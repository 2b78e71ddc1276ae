import { randomUUID } from 'node:crypto'
import type { Answer, Trial } from './trial.ts'

const run = randomUUID().slice(0, 8)

/** A path that only this run uses: n8n may still hold the paths of an interrupted run. */
export const pathOf = (name: string) => `quire-try-${run}-${name}`

export const hookAt = (path?: string) => ({
  name: 'Hook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  parameters: { httpMethod: 'GET', ...(path === undefined ? {} : { path }) },
})
export const idle = { name: 'Nothing', type: 'n8n-nodes-base.noOp', typeVersion: 1 }
export const live = (name: string, path?: string) => ({
  name: `Quire try: ${name}`,
  nodes: [hookAt(path), idle],
  connections: { Hook: 'Nothing' },
  active: true,
})

/** Creates, reads, runs and deletes a workflow, as the contract describes. */
export async function tryLife({ step, ask, expect, call }: Trial): Promise<void> {
  const draft = { ...live('life', pathOf('life')), active: false }
  const { workflow_id } = await step('create with flat connections', 'create_workflow', draft)
  const before = await step('show its nodes', 'get_workflow', { workflow_id })
  expect('nodes are laid out', before.data.nodes[0].position[0] < before.data.nodes[1].position[0])
  const changes = { name: 'Quire try: changed', settings: { timezone: 'Europe/Berlin' } }
  await step('update name and settings', 'update_workflow', { workflow_id, ...changes })
  const after = await step('show it again', 'get_workflow', { workflow_id })
  expect('the name has changed', after.data.name === changes.name)
  expect('nodes kept their ids and places', identify(after) === identify(before))
  const on = await step('update and activate', 'update_workflow', { workflow_id, active: true })
  expect('it is active, and its webhook answers', on.active && (await call(pathOf('life'))) === 200)
  expect('it is listed among the active ones, page by page', (await listActive(ask)).includes(workflow_id))
  const started = await ask('execute_workflow', { workflow_id })
  const address = started.error?.details?.webhooks?.[0]?.url
  expect('it is run, or its webhook is named', started.success || (await call(address)) === 200, started)
  await step('delete while it is active', 'delete_workflow', { workflow_id })
  for (const tool of ['get_workflow', 'activate_workflow', 'update_workflow', 'delete_workflow'])
    await step(`${tool}: what is gone is not found`, tool, { workflow_id }, 'WORKFLOW_NOT_FOUND')
}

/** Inputs that must be refused before n8n is called, and errors of n8n that must be reported. */
export async function tryRefusals(trial: Trial, { url, foreign }: { url: string; foreign: string | null }) {
  const { step, expect, askWith, notTried } = trial
  const lost = { ...live('lost'), connections: { Hook: 'Nowhere' } }
  await step('a connection to nowhere is refused', 'create_workflow', lost, 'WORKFLOW_INVALID')
  const still = { ...live('still'), nodes: [idle], connections: {} }
  await step('an active workflow without trigger is refused', 'create_workflow', still, 'WORKFLOW_INVALID')
  await step(
    'a bad cursor is no rejected workflow',
    'list_workflows',
    { cursor: 'nonsense' },
    'INVALID_CURSOR',
  )
  const reasonWith = async (env: Record<string, string>) =>
    (await askWith(env, 'list-workflows', [])).error?.details?.reason
  expect(
    'a wrong key is denied',
    (await reasonWith({ N8N_API_KEY: 'not-the-key' })) === 'WORKFLOW_ENGINE_DENIED',
  )
  const elsewhere = `${url.replace(/\/api\/v\d+\/?$/, '')}/nowhere`
  expect(
    'an address where the API is not is no unknown workflow',
    (await reasonWith({ N8N_API_URL: elsewhere })) === 'WORKFLOW_ENGINE_UNAVAILABLE',
  )
  if (foreign === null)
    notTried('another user’s workflow', 'N8N_FOREIGN_WORKFLOW names none that this key may not use')
  else {
    const input = { workflow_id: foreign }
    await step('another user’s workflow is no wrong key', 'get_workflow', input, 'WORKFLOW_FORBIDDEN')
  }
}

function identify({ data }: Answer): string {
  return data.nodes
    .map(({ id, name, position }: Answer) => JSON.stringify([id, name, position]))
    .sort()
    .join()
}

/** Lists with the smallest page size, so that there are several pages. */
async function listActive(ask: Trial['ask']): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const page: Answer = await ask('list_workflows', { active_only: true, limit: 1, cursor })
    ids.push(...page.workflows.map((row: Answer) => row.workflow_id))
    cursor = page.next_cursor
    if (cursor === null) return ids
  }
}
