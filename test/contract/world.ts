import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/app/clock.ts'
import { readConfig } from '../../src/app/config/read-config.ts'
import { openHttp } from '../../src/app/open-http.ts'
import { runProgram } from '../../src/app/run-program.ts'
import { type Wired, wire } from '../../src/app/wire.ts'
import type { World as Process } from '../../src/app/world.ts'
import { invoke } from '../../src/core/contract/invoke.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { connectV1Http, connectV2Http, connectV2Stdio, type McpClient } from '../e2e/clients.ts'
import { type ContractStore, contractStore } from '../support/contract-store.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field by the tests that read them
export type Value = any

/** A separate Quire with one surface through which a contract test calls it. */
export type World = {
  /** A folder that file tools may read, and the working directory. */
  folder: string
  /** The program behind the surface, to check what it has stored. */
  wired: Wired
  /** Whether file tools may read only `folder`. */
  isConfined: boolean
  /** Returns the value; throws if the call fails. Work that outlasts a call is joined until it ends. */
  call(tool: string, input: object): Promise<Value>
  /** Returns the failure as its toolset words it; throws if the call succeeds. */
  refuse(tool: string, input: object): Promise<Value>
  /** Returns the error text of a `documents` tool; throws if the call succeeds. */
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
  'MCP stdio': (_wired, process) => reachOverStdio(process),
  REST: reachOverRest,
  CLI: reachOverCli,
} as const satisfies Record<string, (wired: Wired, process: Process) => Promise<Reach>>

export type SurfaceName = keyof typeof surfaces

/** All surfaces, or those in QUIRE_TEST_SURFACES (`QUIRE_TEST_SURFACES=library,REST`). */
export const surfacesUnderTest: readonly SurfaceName[] = chooseSurfaces(process.env.QUIRE_TEST_SURFACES)

function chooseSurfaces(names: string | undefined): SurfaceName[] {
  // SAFETY: Object.keys of a const object are its keys.
  const all = Object.keys(surfaces) as SurfaceName[]
  const chosen = all.filter(name => names === undefined || names.split(',').includes(name))
  if (chosen.length === 0) throw new Error(`None of the surfaces ${names} exists.`)
  return chosen
}

export async function openWorld(
  surface: SurfaceName,
  { flags = [], embedder = 'hash', home: given }: { flags?: string[]; embedder?: string; home?: string } = {},
): Promise<World> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-contract-')))
  const home = given ?? (await mkdtemp(join(tmpdir(), 'quire-home-')))
  // Without a token, HTTP callers may read only folders that are roots. For other surfaces, a root would be a limit.
  const root = isOverHttp(surface) && !flags.includes('--root') ? ['--root', folder] : []
  const hasOwnStore = flags.includes('--store') || given !== undefined
  const store: ContractStore | null = hasOwnStore ? null : await contractStore()
  const process = testProcess(folder, [
    ...(store?.flags ?? []),
    '--home',
    home,
    '--embedder',
    embedder,
    '--port',
    '0',
    ...root,
    ...flags,
  ])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  const reach: Reach = await surfaces[surface](wired, process)
  async function refuse(tool: string, input: object): Promise<Value> {
    const reply = await reach.send(tool, input)
    if (reply.ok) throw new Error(`${tool} should have failed: ${JSON.stringify(reply.value)}`)
    return reply.error
  }
  return {
    folder,
    wired,
    isConfined: reach.isConfined,
    async call(tool, input) {
      let reply = await reach.send(tool, input)
      while (!reply.ok && continues(reply.error)) reply = await reach.send(tool, input)
      if (!reply.ok) throw new Error(`${tool} failed: ${JSON.stringify(reply.error)}`)
      return reply.value
    },
    refuse,
    async fail(tool, input) {
      const error = await refuse(tool, input)
      if (error.status !== 'error' || Object.keys(error).length !== 2)
        throw new Error(`${tool} failed in another shape: ${JSON.stringify(error)}`)
      return error.error
    },
    async close() {
      await reach.close?.()
      await wired.close()
      await store?.drop()
      await rm(folder, { recursive: true })
      if (given === undefined) await rm(home, { recursive: true })
    },
  }
}

/** Whether the work goes on as a job, which the same call joins: a busy machine needs more time than a call has. */
function continues({ error }: Value): boolean {
  return error?.code === 'TIMEOUT' && error.details?.job_id !== undefined
}

function isOverHttp(surface: SurfaceName): boolean {
  return surface === 'REST' || surface === 'MCP 2026-07-28' || surface === 'MCP 2025-11-25'
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
    callClock: patientClock,
  }
}

/** Raises the time limits of tools, because the machine may be busy. A call that hangs still ends. */
const patientClock: Clock = {
  ...systemClock,
  timeout: ms => systemClock.timeout(ms < 1_000 ? ms : Math.max(ms, 600_000)),
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
    send: (tool, input) => callOver(client, tool, input),
    async close() {
      await client.close()
      await server.close()
    },
  }
}

/** Starts the program as a child process with the same home. */
async function reachOverStdio({ argv, cwd, packageFolder }: Process): Promise<Reach> {
  const client = await connectV2Stdio({
    command: process.execPath,
    args: [join(packageFolder, 'bin/quire.js'), 'mcp', ...argv, '--log-level', 'error'],
    cwd,
  })
  return {
    isConfined: false,
    send: (tool, input) => callOver(client, tool, input),
    close: () => client.close(),
  }
}

async function callOver(client: McpClient, tool: string, input: object): Promise<Reply> {
  const result = await client.callTool(tool, { ...input })
  if (!result.isError) return { ok: true, value: result.structuredContent }
  if (result.structuredContent !== undefined) throw new Error('a failure must not carry structuredContent')
  const text = result.content[0]?.text ?? ''
  return { ok: false, error: text.startsWith('{') ? JSON.parse(text) : text }
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
      const isJson = response.headers.get('content-type')?.includes('json') === true
      const body = isJson ? await response.json() : await response.text()
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
      // An invalid command line does not call the tool; its error is on stderr.
      if (written.length === 0) return { ok: false, error: { status: 'error', error: notes.join('') } }
      const answer = JSON.parse(written.join(''))
      // Ingesting a folder with a bad file exits with 1 but still prints an answer.
      const hasFailed =
        typeof answer === 'string' || answer.status === 'error' || answer.error?.code !== undefined
      if (hasFailed && code === 0) throw new Error('a failure must not exit with 0')
      return hasFailed ? { ok: false, error: answer } : { ok: true, value: answer }
    },
  }
}

function toFlags(name: string, value: unknown): string[] {
  const flag = `--${name.replaceAll('_', '-')}`
  if (typeof value === 'boolean') return [value ? flag : flag.replace('--', '--no-')]
  if (Array.isArray(value))
    return value.map(item => `${flag}=${typeof item === 'object' ? JSON.stringify(item) : item}`)
  if (value === null || value === undefined) return []
  return [`${flag}=${typeof value === 'object' ? JSON.stringify(value) : value}`]
}
