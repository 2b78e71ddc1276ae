import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/app/config/read-config.ts'
import { openHttp } from '../../src/app/open-http.ts'
import { runProgram } from '../../src/app/program.ts'
import { type Wired, wire } from '../../src/app/wire.ts'
import type { World as Process } from '../../src/app/world.ts'
import { invoke } from '../../src/contract/invoke.ts'
import { connectV1Http, connectV2Http, type McpClient } from '../e2e/clients.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field by the tests that read them
export type Value = any

/** A Quire of its own, reached over one surface: what every contract test is written against. */
export type World = {
  /** A folder that file tools may read, and the working directory. */
  folder: string
  /** The program behind the surface, to ask what it now holds. */
  wired: Wired
  /** Whether file tools are confined to `folder`. */
  isConfined: boolean
  /** The value; throws when the call fails. */
  call(tool: string, input: object): Promise<Value>
  /** The contract's error text; throws when the call succeeds. */
  fail(tool: string, input: object): Promise<string>
  close(): Promise<void>
}

type Reply = { ok: true; value: Value } | { ok: false; error: Value }

type Reach = {
  isConfined: boolean
  send(tool: string, input: object): Promise<Reply>
  close?(): Promise<void>
}

export const surfaces = {
  library: reachInProcess,
  'MCP 2026-07-28': wired => reachOverMcp(wired, connectV2Http),
  'MCP 2025-11-25': wired => reachOverMcp(wired, connectV1Http),
  REST: reachOverRest,
  CLI: reachOverCli,
} as const satisfies Record<string, (wired: Wired, process: Process) => Promise<Reach>>

export type SurfaceName = keyof typeof surfaces

export async function openWorld(
  surface: SurfaceName,
  { flags = [], embedder = 'hash', home: given }: { flags?: string[]; embedder?: string; home?: string } = {},
): Promise<World> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-contract-')))
  const home = given ?? (await mkdtemp(join(tmpdir(), 'quire-home-')))
  const process = testProcess(folder, ['--home', home, '--embedder', embedder, '--port', '0', ...flags])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  const reach: Reach = await surfaces[surface](wired, process)
  return {
    folder,
    wired,
    isConfined: reach.isConfined,
    async call(tool, input) {
      const reply = await reach.send(tool, input)
      if (!reply.ok) throw new Error(`${tool} failed: ${JSON.stringify(reply.error)}`)
      return reply.value
    },
    async fail(tool, input) {
      const reply = await reach.send(tool, input)
      if (reply.ok) throw new Error(`${tool} should have failed: ${JSON.stringify(reply.value)}`)
      if (reply.error.status !== 'error' || Object.keys(reply.error).length !== 2)
        throw new Error(`${tool} failed in another shape: ${JSON.stringify(reply.error)}`)
      return reply.error.error
    },
    async close() {
      await reach.close?.()
      await wired.close()
      await rm(folder, { recursive: true })
      if (given === undefined) await rm(home, { recursive: true })
    },
  }
}

type Writer = (text: string) => void

export function testProcess(
  cwd: string,
  argv: readonly string[],
  { onOutput = () => {}, onNote = () => {} }: { onOutput?: Writer; onNote?: Writer } = {},
): Process {
  return {
    argv,
    env: {},
    cwd,
    homedir: process.env.HOME ?? cwd,
    streams: {
      stdin: (async function* () {})(),
      stdout: { write: onOutput },
      stderr: { write: onNote },
    },
    signal: new AbortController().signal,
    packageFolder: join(import.meta.dirname, '../..'),
    version: '0.0.0-test',
  }
}

async function reachInProcess(wired: Wired): Promise<Reach> {
  return {
    isConfined: false,
    async send(tool, input) {
      const row = wired.table.find(tool)
      if (row === undefined) throw new Error(`no tool ${tool}`)
      const outcome = await invoke(
        row,
        { input, caller: { surface: 'library', isLocal: true } },
        wired.runtime,
      )
      return outcome.ok ? { ok: true, value: outcome.value } : { ok: false, error: outcome.worded }
    },
  }
}

async function reachOverMcp(wired: Wired, connect: (url: string) => Promise<McpClient>): Promise<Reach> {
  const server = await openHttp(wired)
  const client = await connect(`${server.url}/mcp`)
  return {
    isConfined: true,
    async send(tool, input) {
      const result = await client.callTool(tool, { ...input })
      const text = JSON.parse(result.content[0]?.text ?? 'null')
      if (result.isError && result.structuredContent !== undefined)
        throw new Error('a failure must not carry structuredContent')
      return result.isError ? { ok: false, error: text } : { ok: true, value: result.structuredContent }
    },
    async close() {
      await client.close()
      await server.close()
    },
  }
}

async function reachOverRest(wired: Wired): Promise<Reach> {
  const server = await openHttp(wired)
  return {
    isConfined: true,
    async send(tool, input) {
      const response = await fetch(`${server.url}/api/v1/${wired.table.find(tool)?.toolset.name}/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const body = await response.json()
      return response.ok ? { ok: true, value: body } : { ok: false, error: body }
    },
    close: () => server.close(),
  }
}

async function reachOverCli(wired: Wired, given: Process): Promise<Reach> {
  return {
    isConfined: false,
    async send(tool, input) {
      const written: string[] = []
      const notes: string[] = []
      const argv = [
        ...given.argv,
        wired.table.find(tool)?.toolset.name ?? '',
        tool.replaceAll('_', '-'),
        ...Object.entries(input).flatMap(([name, value]) => toFlags(name, value)),
        '--json',
      ]
      const code = await runProgram(
        testProcess(given.cwd, argv, {
          onOutput: text => written.push(text),
          onNote: text => notes.push(text),
        }),
      )
      // A command line that cannot be understood never reaches the tool: what is said about it is on stderr.
      if (written.length === 0) return { ok: false, error: { status: 'error', error: notes.join('') } }
      const answer = JSON.parse(written.join(''))
      // A folder with a bad file exits with 1 and still has its answer.
      const hasFailed = answer.status === 'error'
      if (hasFailed && code === 0) throw new Error('a failure must not exit with 0')
      return hasFailed ? { ok: false, error: answer } : { ok: true, value: answer }
    },
  }
}

function toFlags(name: string, value: unknown): string[] {
  const flag = `--${name.replaceAll('_', '-')}`
  if (typeof value === 'boolean') return [value ? flag : flag.replace('--', '--no-')]
  if (Array.isArray(value)) return value.flatMap(item => [`${flag}=${item}`])
  if (value === null) return []
  return [`${flag}=${typeof value === 'object' ? JSON.stringify(value) : value}`]
}
