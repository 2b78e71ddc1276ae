import { stat, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { localCli } from '../../core/contract/caller.ts'
import { invoke, type Outcome } from '../../core/contract/invoke.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { Failure } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import { renderAnswer } from '../../surfaces/cli/render-answer.ts'
import { renderFailure } from '../../surfaces/cli/render-failure.ts'
import type { HttpServer } from '../../surfaces/http/start-http-server.ts'
import type { App } from '../app.ts'
import { emptyTrashOnTime } from '../empty-trash.ts'
import { writeServersSoon } from '../generated-files.ts'
import { openHttp, untilStopped } from '../open-http.ts'
import { resumeSoon } from '../resume-jobs.ts'
import { warmSoon } from '../warm-soon.ts'
import type { Wired } from '../wire.ts'
import type { World } from '../world.ts'
import { requireTransport } from './run.ts'

const question = 'Why does paper made of wood turn brown?'

/** `quire start`: serves over HTTP; ingests a sample library on the first run and prints instructions. */
export async function start(app: App, call: CommandCall): Promise<number> {
  const { terminal, signal } = call
  requireTransport(await app.config(), 'start')
  const wired = await app.open('warn', { serves: true })
  const server = await openHere(wired)
  try {
    const name = terminal.style.bold(`Quire ${wired.info.version}`)
    terminal.print(`${name} listens on ${server.url} (open it in a browser)\n\n`)
    if (await needsSamples(wired.config.values.home)) await showSamples(app, wired, call)
    if (!signal.aborted) await showExample(wired, call)
    const hasToken = wired.config.values['http.token'] !== null
    if (!signal.aborted) terminal.print(connectLines(app.world, { url: server.url, hasToken }, terminal))
    writeServersSoon(wired, app.world)
    resumeSoon(wired, signal)
    emptyTrashOnTime(wired, signal)
    warmSoon(wired)
    await untilStopped(signal)
  } finally {
    await server.close()
  }
  return 0
}

async function openHere(wired: Wired): Promise<HttpServer> {
  try {
    return await openHttp(wired)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'PORT_IN_USE') throw error
    const next = wired.config.values['http.port'] + 1
    throw new Failure(error.kind, error.code, error.message, {
      hint: `Is another Quire running there? Use that one, or start this one with: quire start --port ${next}`,
      cause: error,
    })
  }
}

async function showSamples(app: App, wired: Wired, { terminal, signal }: CommandCall): Promise<void> {
  terminal.print('Ingesting the sample library (first run only).')
  const bar = openProgressBar(terminal)
  const context = { packageFolder: app.world.packageFolder, signal, progress: bar.report }
  const outcome = await readSamples(wired, context)
    // The example is searched by meaning too, as every later search.
    .finally(() => wired.engine.vectors.settle(signal, bar.report))
    .finally(() => bar.close())
  if (outcome === null || signal.aborted) return
  const row = wired.table.find('ingest_folder')
  if (outcome.ok && row !== undefined) {
    const { answer } = await renderAnswer(row.tool, { value: outcome.value, input: {}, terminal })
    terminal.print(`${answer}\n\n`)
  }
  if (!outcome.ok) terminal.note(renderFailure(outcome.failure, { style: terminal.noteStyle }))
}

/** Prints one search as an example; nothing when the samples have been deleted. */
async function showExample(wired: Wired, { terminal, signal }: CommandCall): Promise<void> {
  const row = wired.table.find('search')
  if (row === undefined) return
  const input = { query: question, library: sampleLibrary, top_k: 2 }
  const outcome = await invoke(row, { input, caller: localCli, signal }, wired.runtime)
  if (!outcome.ok) return
  const { answer } = await renderAnswer(row.tool, { value: outcome.value, input, terminal })
  if (answer === '') return
  terminal.print(
    `${terminal.style.dim('$')} quire search ${JSON.stringify(question)} --library ${sampleLibrary}\n\n`,
  )
  terminal.print(`${answer}\n\n`)
}

/** The addresses of the server, and the configuration of an MCP client for stdio and for HTTP. */
export function connectLines(
  world: Pick<World, 'packageFolder'>,
  server: { url: string; hasToken: boolean },
  { style }: Terminal,
): string {
  const { url } = server
  const quire = isPackage(world.packageFolder) ? 'quire' : 'npx quire'
  const headers = server.hasToken ? { headers: { Authorization: 'Bearer <your token>' } } : {}
  const overHttp = { type: 'http', url: `${url}/mcp`, ...headers }
  return [
    style.bold('Addresses'),
    `  Page      ${style.accent(url)}`,
    `  MCP       ${style.accent(`${url}/mcp`)}`,
    `  REST      ${style.accent(`${url}/api/v1`)}`,
    `  OpenAPI   ${style.accent(`${url}/openapi.json`)}`,
    '',
    style.bold('For an MCP client that starts its servers itself'),
    indent(JSON.stringify({ mcpServers: { quire: stdioCommand(world.packageFolder) } }, null, 2)),
    '',
    style.bold('For an MCP client that connects over HTTP, while this is running'),
    indent(JSON.stringify({ mcpServers: { quire: overHttp } }, null, 2)),
    '',
    `Add your own documents with ${style.accent(`${quire} ingest <path>`)}, ask with ${style.accent(`${quire} search "…"`)}. Ctrl-C stops the server.`,
  ].join('\n')
}

/** A package is started through npx, a checkout by its own path. */
function stdioCommand(packageFolder: string): { command: string; args: string[] } {
  if (isPackage(packageFolder)) return { command: 'npx', args: ['-y', 'quire-mcp', 'mcp'] }
  return { command: 'node', args: [join(packageFolder, 'bin', 'quire.js'), 'mcp'] }
}

function isPackage(folder: string): boolean {
  return folder.split(sep).includes('node_modules')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}

export const sampleLibrary = 'samples'

/** A file in the home that marks the samples as ingested, so that a deleted sample library does not come back. */
const markName = 'samples-read'

export async function needsSamples(home: string): Promise<boolean> {
  return (await stat(join(home, markName)).catch(() => null)) === null
}

/** Ingests the sample library. Skips files that an interrupted run has already ingested. */
export async function readSamples(
  wired: Wired,
  context: { packageFolder: string; signal: AbortSignal; progress: ReportProgress },
): Promise<Outcome | null> {
  const row = wired.table.find('ingest_folder')
  if (row === undefined) return null
  const input = { folder: join(context.packageFolder, 'samples'), library: sampleLibrary }
  const call = { input, caller: localCli, signal: context.signal, progress: context.progress }
  const outcome = await invoke(row, call, wired.runtime)
  if (outcome.ok && outcome.value.status === 'done') await markRead(wired.config.values.home)
  return outcome
}

async function markRead(home: string): Promise<void> {
  await writeFile(
    join(home, markName),
    'The sample library has been ingested. Delete this file to ingest it again.\n',
    { mode: 0o600 },
  )
}
