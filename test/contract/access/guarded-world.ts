import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeToken } from '../../../src/app/access/token-text.ts'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { openHttp } from '../../../src/app/open-http.ts'
import { type Wired, wire } from '../../../src/app/wire.ts'
import { invoke } from '../../../src/core/contract/invoke.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { type Rights, withRights } from '../../../src/core/model/rights.ts'
import type { HttpServer } from '../../../src/surfaces/http/start-http-server.ts'
import { connectV1Http, connectV1Sse, connectV2Http, type McpClient } from '../../e2e/clients.ts'
import { contractStore } from '../../support/contract-store.ts'
import { runSql } from '../../support/run-sql.ts'
import { testProcess } from '../world.ts'

/** An answer as text: the value or the worded failure as JSON. */
export type Reply = { ok: boolean; text: string }

export type Reach = { send(tool: string, input: object): Promise<Reply>; close(): Promise<void> }

export type Holder = { token: string; rights: Rights }

export type GuardedWorld = {
  wired: Wired
  server: HttpServer
  /** Everything that the server has logged. */
  logged(): string
  /** Adds a token to the store. */
  issue(rights: Omit<Rights, 'id'>, expiresAt?: string | null, label?: string): Promise<Holder>
  /** Flags of another server over the same store. */
  storeFlags: string[]
  /** Resolves when the audit of calls is written. */
  flushAudit(): Promise<void>
  /** The lines of the audit of calls. */
  audited(): Promise<Record<string, unknown>[]>
  /** Calls a tool as the person who runs the program. */
  asPerson(tool: string, input: object): Promise<Record<string, unknown>>
  close(): Promise<void>
}

/** A server that has tokens, with all toolsets. */
export async function openGuarded(flags: readonly string[] = []): Promise<GuardedWorld> {
  const home = await mkdtemp(join(tmpdir(), 'quire-access-'))
  const store = await contractStore()
  let logged = ''
  const process = testProcess(
    home,
    [
      ...(store?.flags ?? []),
      ...[
        '--home',
        home,
        '--embedder',
        'hash',
        '--port',
        '0',
        '--toolsets',
        'all',
        '--log-level',
        'debug',
        '--sse',
      ],
      ...flags,
    ],
    { onNote: text => (logged += text) },
  )
  const features = { USE_GRAPHITI: 'true', USE_KNOWLEDGE_GRAPH: 'true' }
  const world = { ...process, env: features }
  const wired = await wire(await readConfig(world), world, { quietLevel: 'debug' })
  const server = await openHttp(wired)
  return {
    wired,
    server,
    logged: () => logged,
    storeFlags: store?.flags ?? ['--store', `sqlite:${join(home, 'quire.db')}`],
    flushAudit: wired.flushAudit,
    async audited() {
      if (store !== null) {
        const rows = await runSql(
          wired.config.values['store.url'],
          "SELECT line FROM quire.audit_lines WHERE run LIKE 'access/%' ORDER BY key",
        )
        return rows.map(({ line }) => JSON.parse(String(line)))
      }
      const folder = join(home, 'audit', 'access')
      const texts = await Promise.all(
        (await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')),
      )
      return texts.flatMap(text => text.trimEnd().split('\n')).map(line => JSON.parse(line))
    },
    async issue({ role, collections }, expiresAt = null, label = '') {
      const { token, id, hash } = makeToken()
      const entry = { id, label, role, collections, createdAt: '2026-01-01T00:00:00Z', expiresAt }
      await wired.tokens.add({ ...entry, hash, revokedAt: null, lastUsedAt: null })
      return { token, rights: { id, role, collections } }
    },
    async asPerson(tool, input) {
      const row = toolTable(await wired.toolsets()).find(tool)
      if (row === undefined) throw new Error(`no tool ${tool}`)
      const outcome = await invoke(
        row,
        { input, caller: { surface: 'library', isLocal: true } },
        wired.runtime,
      )
      if (!outcome.ok) throw outcome.failure
      return outcome.value
    },
    async close() {
      await server.close()
      await wired.close()
      await store?.drop()
      await rm(home, { recursive: true })
    },
  }
}

/** The surfaces that callers with a token use, and the library, which runs with their rights. */
export const guardedSurfaces = {
  async library({ wired }, { rights }) {
    const table = toolTable(await wired.toolsets())
    return {
      async send(tool, input) {
        const row = table.find(tool)
        if (row === undefined) throw new Error(`no tool ${tool}`)
        const call = { input, caller: { surface: 'library', isLocal: false } } as const
        const outcome = await withRights(rights, () => invoke(row, call, wired.runtime))
        return { ok: outcome.ok, text: JSON.stringify(outcome.ok ? outcome.value : outcome.worded) }
      },
      close: async () => {},
    }
  },
  async REST({ wired, server }, { token }) {
    const table = toolTable(await wired.toolsets())
    return {
      async send(tool, input) {
        const path = `/api/v1/${table.find(tool)?.toolset.name}/${tool}`
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(input),
        })
        return { ok: response.ok, text: await response.text() }
      },
      close: async () => {},
    }
  },
  'MCP 2026-07-28': ({ server }, { token }) => overMcp(connectV2Http, server, token),
  'MCP 2025-11-25': ({ server }, { token }) => overMcp(connectV1Http, server, token),
  'MCP 2024-11-05': ({ server }, { token }) => overMcp(connectV1Sse, server, token, '/sse'),
  async '/mcp/tools/call'({ server }, { token }) {
    return {
      async send(name, input) {
        const response = await fetch(`${server.url}/mcp/tools/call`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ name, arguments: input }),
        })
        return { ok: response.ok, text: await response.text() }
      },
      close: async () => {},
    }
  },
  async call_tool(world, holder) {
    const inner = await overMcp(connectV2Http, world.server, holder.token)
    return {
      ...inner,
      send: (tool, input) =>
        tool === 'call_tool' || tool === 'search_tools'
          ? inner.send(tool, input)
          : inner.send('call_tool', { name: tool, arguments: input }),
    }
  },
} as const satisfies Record<string, (world: GuardedWorld, holder: Holder) => Promise<Reach>>

async function overMcp(
  connect: (url: string, headers: Record<string, string>) => Promise<McpClient>,
  { url }: HttpServer,
  token: string,
  path = '/mcp',
): Promise<Reach> {
  const client = await connect(`${url}${path}?toolsets=all`, { Authorization: `Bearer ${token}` })
  return {
    async send(tool, input) {
      const result = await client.callTool(tool, { ...input })
      const shown = result.isError ? result.content : (result.structuredContent ?? result.content)
      return { ok: result.isError !== true, text: JSON.stringify(shown) }
    },
    close: () => client.close(),
  }
}
