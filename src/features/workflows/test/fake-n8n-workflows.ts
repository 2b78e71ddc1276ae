import { randomUUID } from 'node:crypto'
import type { Habits } from './fake-n8n-versions.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are checked field by field
export type Json = any

export type Answer = { status: number; body: Json }

/** A version of a workflow that can be published. */
type Version = { nodes: Json[]; connections: Json }

type State = {
  history: Map<string, Version>
  /** The version that its triggers start; null while none is started. */
  running: Version | null
  /**
   * Work that the background still has to do: done after this many reads of the workflow, or never if a trigger cannot
   * start.
   */
  publishing: { version: Version; looks: number } | null
  /** How many deletions are still refused because unpublishing is not done. */
  unpublishing: number
}

/** Stores, publishes and deletes workflows like one version of n8n. */
export class FakeWorkflows {
  readonly rows = new Map<string, Json>()
  /** Workflows of another user. */
  readonly foreign = new Set<string>()
  /** Hosts of feeds that are down. */
  readonly dead = new Set(['dead.test', '127.0.0.1:9/'])
  readonly #states = new Map<string, State>()
  readonly #habits: Habits
  #nextId = 1
  #time = Date.parse('2026-11-01T08:00:00.000Z')

  constructor(habits: Habits) {
    this.#habits = habits
  }

  /** The version that runs when a trigger of this workflow fires; null if none does. */
  running(id: string): Version | null {
    return this.#states.get(id)?.running ?? null
  }

  /** Saves a draft without publishing it, as n8n's editor does. */
  edit(id: string, nodes: Json[]): void {
    const row = this.rows.get(id)
    const versionId = randomUUID()
    this.#stateOf(row).history.set(versionId, { nodes, connections: row.connections })
    Object.assign(row, { nodes, versionId, updatedAt: this.#now() })
  }

  look(row: Json): Answer {
    const state = this.#stateOf(row)
    if (state.publishing !== null && --state.publishing.looks <= 0) this.#finish(row, state)
    return { status: 200, body: this.#shown(row) }
  }

  create(body: Json): Answer {
    const problem = this.#problemOf(body)
    if (problem !== null) return refusal(400, problem)
    const id = `wf${this.#nextId++}`
    const row: Json = {
      ...structuredClone(body),
      // Newer versions give webhooks their ids.
      nodes: this.#habits.publishesLater ? body.nodes.map(withWebhookId) : body.nodes,
      settings: { ...this.#habits.ownSettings, ...body.settings },
      id,
      active: false,
      isArchived: false,
      createdAt: this.#now(),
      updatedAt: this.#now(),
      versionId: randomUUID(),
      ...(this.#habits.keepsVersions ? { activeVersionId: null } : {}),
      tags: [{ id: 't1', name: 'quire' }],
      triggerCount: 0,
    }
    this.rows.set(id, row)
    this.#stateOf(row)
    return { status: 200, body: this.#shown(row) }
  }

  /** Saves first, then publishes active workflows: a draft that is refused then stays saved. */
  replace(row: Json, body: Json, publishIfActive: string | null): Answer {
    if (publishIfActive !== null && !this.#habits.publishesLater)
      return refusal(400, "Unknown query parameter 'publishIfActive'")
    const problem = this.#problemOf(body)
    if (problem !== null) return refusal(400, problem)
    const state = this.#stateOf(row)
    const isChanged =
      JSON.stringify([body.nodes, body.connections]) !== JSON.stringify([row.nodes, row.connections])
    const settings = this.#habits.keepsVersions ? { ...row.settings, ...body.settings } : body.settings
    Object.assign(row, structuredClone(body), { settings, updatedAt: this.#now() })
    if (isChanged || !this.#habits.keepsVersions) {
      row.versionId = randomUUID()
      state.history.set(row.versionId, { nodes: row.nodes, connections: row.connections })
    }
    if (row.active && publishIfActive !== 'false') {
      const refused = this.#publish(row, row.versionId, 'update')
      if (refused !== null) return refused
    }
    return { status: 200, body: this.#shown(row) }
  }

  activate(row: Json, versionId: string | undefined): Answer {
    const wanted = this.#habits.keepsVersions ? (versionId ?? row.versionId) : row.versionId
    if (!this.#stateOf(row).history.has(wanted)) return refusal(404, 'Version not found')
    // The oldest version only checks the active flag: triggers that did not start are not started again.
    if (!this.#habits.keepsVersions && row.active) return { status: 200, body: this.#shown(row) }
    const before = row.triggerCount
    const refused = this.#publish(row, wanted, 'activate')
    if (refused !== null) return refused
    // The oldest version returns the row as it was before.
    const triggerCount = this.#habits.keepsVersions ? row.triggerCount : before
    return { status: 200, body: { ...this.#shown(row), triggerCount } }
  }

  deactivate(row: Json): Answer {
    const state = this.#stateOf(row)
    if (row.active && this.#habits.publishesLater) state.unpublishing = 2
    row.active = false
    if (this.#habits.keepsVersions) row.activeVersionId = null
    Object.assign(state, { running: null, publishing: null })
    return { status: 200, body: this.#shown(row) }
  }

  remove(row: Json): Answer {
    const state = this.#stateOf(row)
    if (this.#habits.publishesLater && row.active)
      return refusal(409, 'Cannot delete a published workflow. Unpublish it before deleting.')
    if (state.unpublishing > 0) {
      state.unpublishing -= 1
      return refusal(409, 'Workflow is still being unpublished. Please try again in a few moments.')
    }
    this.rows.delete(row.id)
    this.#states.delete(row.id)
    return { status: 200, body: this.#shown(row) }
  }

  list(query: URLSearchParams): Answer {
    const cursor = query.get('cursor')
    const offset = cursor === null ? 0 : Number(Buffer.from(cursor, 'base64').toString())
    if (!Number.isInteger(offset) || (cursor !== null && offset === 0))
      return refusal(400, 'An invalid cursor was provided')
    const end = offset + Number(query.get('limit') ?? 100)
    const all = [...this.rows.values()].filter(row => query.get('active') !== 'true' || row.active)
    const nextCursor = end < all.length ? Buffer.from(String(end)).toString('base64') : null
    return { status: 200, body: { data: all.slice(offset, end).map(row => this.#shown(row)), nextCursor } }
  }

  /** Null if it is published, now or in the background. */
  #publish(row: Json, versionId: string, how: 'update' | 'activate'): Answer | null {
    const state = this.#stateOf(row)
    const version = state.history.get(versionId) as Version
    const { keepsVersions, publishesLater, tellsNoTrigger, webhookConflict } = this.#habits
    const stranger = version.nodes.find(node => node.type.endsWith('.noSuchTrigger'))
    const hasTrigger = version.nodes.some(isTrigger)
    const isTaken = webhookConflict !== null && this.#isTaken(row.id, version)
    if (stranger !== undefined || !hasTrigger || isTaken) {
      // 2.8 has marked it as published by then, and keeps a version that cannot run.
      if (how === 'update' && keepsVersions && !publishesLater) row.activeVersionId = versionId
      if (how === 'update' && !publishesLater) state.running = null
      if (stranger !== undefined) return refusal(400, `Unrecognized node type: ${stranger.type}`)
      if (!hasTrigger) return refusal(400, tellsNoTrigger(row.name, row.id))
      return refusal(webhookConflict ?? 400, 'There is a conflict with one of the webhooks.')
    }
    const problem = problemOfTriggers(version, this.dead)
    if (problem !== null && !publishesLater) {
      state.running = null
      if (keepsVersions) Object.assign(row, { active: false, activeVersionId: null })
      return refusal(400, `There was a problem activating the workflow: "${problem}"`)
    }
    row.active = true
    if (keepsVersions) row.activeVersionId = versionId
    const looks = problem === null ? 2 : Number.POSITIVE_INFINITY
    if (problem !== null) state.running = null
    state.publishing = { version, looks }
    if (!publishesLater) this.#finish(row, state)
    return null
  }

  #finish(row: Json, state: State): void {
    state.running = state.publishing?.version ?? null
    state.publishing = null
    row.triggerCount = state.running?.nodes.filter(isTrigger).length ?? 0
  }

  #isTaken(id: string, version: Version): boolean {
    const paths = webhookPaths(version)
    return [...this.#states].some(
      ([other, { running }]) =>
        other !== id && running !== null && webhookPaths(running).some(path => paths.includes(path)),
    )
  }

  /** Rows that a test has inserted have no state yet. */
  #stateOf(row: Json): State {
    const known = this.#states.get(row.id)
    if (known !== undefined) return known
    const version = { nodes: row.nodes, connections: row.connections }
    const state: State = {
      history: new Map([[row.versionId, version]]),
      running: row.active ? version : null,
      publishing: null,
      unpublishing: 0,
    }
    this.#states.set(row.id, state)
    return state
  }

  #shown(row: Json): Json {
    const version = this.#states.get(row.id)?.history.get(row.activeVersionId) ?? null
    const project = { id: 'p1', name: 'Q T <owner@example.com>', type: 'personal' }
    return structuredClone({
      ...row,
      shared: [{ role: 'workflow:owner', workflowId: row.id, projectId: 'p1', project }],
      ...(this.#habits.keepsVersions
        ? { activeVersion: version === null ? null : { ...version, authors: 'Q T' } }
        : {}),
    })
  }

  #now(): string {
    this.#time += 1000
    return new Date(this.#time).toISOString()
  }

  /** The error message of the request validator; null if the body is valid. */
  #problemOf(body: Json): string | null {
    const { tellsUnknownFields, settings, nodeExtras } = this.#habits
    const readOnly = Object.keys(body).find(field => readOnlyFields.includes(field))
    if (readOnly !== undefined) return `request/body/${readOnly} is read-only`
    for (const field of ['name', 'nodes', 'connections', 'settings'])
      if (body[field] === undefined) return `request/body must have required property '${field}'`
    const places: [string, object, readonly string[]][] = [
      ['body', body, bodyFields],
      ...body.nodes.map((node: Json, place: number) => [
        `body/nodes/${place}`,
        node,
        [...nodeFields, ...nodeExtras],
      ]),
      ['body/settings', body.settings, settings],
    ]
    for (const [place, value, known] of places) {
      const unknown = Object.keys(value).filter(field => !known.includes(field))
      if (unknown.length > 0) return tellsUnknownFields(place, unknown)
    }
    const lost = body.nodes.findIndex((node: Json) => !Array.isArray(node.position))
    return lost < 0 ? null : `request/body/nodes/${lost}/position must be array`
  }
}

const bodyFields = ['name', 'nodes', 'connections', 'settings', 'staticData', 'shared']
const readOnlyFields = ['id', 'active', 'createdAt', 'updatedAt', 'tags', 'isArchived', 'versionId', 'meta']
const nodeFields =
  'id name webhookId disabled notesInFlow notes type typeVersion executeOnce alwaysOutputData retryOnFail maxTries waitBetweenTries continueOnFail onError position parameters credentials'.split(
    ' ',
  )

/** Returns the webhook paths of a version; “:name” matches any segment. */
export function webhookPaths({ nodes }: Version): string[] {
  return nodes
    .filter(node => isWebhook(node) && node.disabled !== true)
    .map(({ webhookId, parameters: { path = '' } }) => {
      const bare = path.replace(/^\/+|\/+$/g, '')
      if (bare === '') return webhookId
      return /(^|\/):/.test(bare) ? `${webhookId}/${bare}` : bare
    })
}

/** Returns why the triggers do not start; null if they do. */
function problemOfTriggers({ nodes }: Version, dead: ReadonlySet<string>): string | null {
  const text = JSON.stringify(nodes.filter(isTrigger).map(node => node.parameters))
  if (/not a cron|61 \* \* \* \*/.test(text)) return 'Invalid cron expression'
  return [...dead].some(host => text.includes(host)) ? 'It was not possible to connect to the URL.' : null
}

function isTrigger({ type, disabled }: Json): boolean {
  return /Trigger$|\.webhook$/.test(type) && !/manual/i.test(type) && disabled !== true
}

function isWebhook({ type }: Json): boolean {
  return type.endsWith('.webhook')
}

function withWebhookId(node: Json): Json {
  return isWebhook(node) && node.webhookId === undefined ? { ...node, webhookId: randomUUID() } : node
}

export function refusal(status: number, message: string): Answer {
  return { status, body: { message } }
}
