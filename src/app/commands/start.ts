import { localCli } from '../../core/contract/caller.ts'
import { invoke } from '../../core/contract/invoke.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { Failure } from '../../core/model/failure.ts'
import { renderAnswer } from '../../surfaces/cli/render/answer.ts'
import { renderFailure } from '../../surfaces/cli/render/failure.ts'
import type { HttpServer } from '../../surfaces/http/start-http-server.ts'
import type { App } from '../app.ts'
import { connectLines } from '../connect-lines.ts'
import { openHttp } from '../open-http.ts'
import { resumeSoon } from '../resume-jobs.ts'
import { needsSamples, readSamples, sampleLibrary } from '../samples.ts'
import { untilStopped } from '../until-stopped.ts'
import type { Wired } from '../wire.ts'
import { writeServersSoon } from '../write-servers.ts'
import { requireTransport } from './run.ts'

const question = 'Why do cheap old books turn brown and brittle?'

/** `quire start`: serves over HTTP, with a sample library on the first run and all that a newcomer needs to know. */
export async function start(app: App, call: CommandCall): Promise<number> {
  const { terminal, signal } = call
  requireTransport(await app.config(), 'start')
  const wired = await app.open('warn', { serves: true })
  const server = await openHere(wired)
  try {
    terminal.print(`${terminal.style.bold(`Quire ${wired.info.version}`)} listens on ${server.url}\n\n`)
    if (await needsSamples(wired.config.values.home)) await showSamples(app, wired, call)
    if (!signal.aborted) await showExample(wired, call)
    const hasToken = wired.config.values['http.token'] !== null
    if (!signal.aborted) terminal.print(connectLines(app.world, { url: server.url, hasToken }, terminal))
    writeServersSoon(wired, app.world)
    resumeSoon(wired, signal)
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
  terminal.print('Reading the sample library; this happens once.')
  const bar = openProgressBar(terminal)
  const context = { packageFolder: app.world.packageFolder, signal, progress: bar.report }
  const outcome = await readSamples(wired, context).finally(() => bar.close())
  if (outcome === null || signal.aborted) return
  const row = wired.table.find('ingest_folder')
  if (outcome.ok && row !== undefined) {
    const { answer } = await renderAnswer(row.tool, { value: outcome.value, input: {}, terminal })
    terminal.print(`${answer}\n\n`)
  }
  if (!outcome.ok) terminal.note(renderFailure(outcome.failure, { style: terminal.noteStyle }))
}

/** One search, as proof and as an example; left out where the samples have been deleted. */
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
