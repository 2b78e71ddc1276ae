import { randomUUID } from 'node:crypto'
import { localCli } from '../../core/contract/caller.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { followFolder } from '../../core/ingest/level/follow-folder.ts'
import {
  type LevelItem,
  type LevelReport,
  type LevelRequest,
  levelOutcomes,
} from '../../core/ingest/level/level-request.ts'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { levelRequest, runLevelJob } from './level-job.ts'
import { requireLibrary } from './refresh/find-documents.ts'
import { refreshedLine, sumLine } from './render.ts'
import type { Services } from './services.ts'

/** `quire watch <folder>`: updates the library from the folder, and repeats this on changes until Ctrl-C. */
export async function watch(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { values, signal, terminal, wantsJson } = call
  const context = { ...(await host.open()), ...callFacts(signal) }
  const library = String(values.library ?? (await host.defaultLibrary()))
  await requireLibrary(context, library)
  const isOnce = values.once === true
  const debounceMs = atLeast(1, values.debounce, '--debounce')
  const request = levelRequest(context, {
    collection: library,
    folder: await requireFolder(String(values.folder), context),
    recursive: values.recursive !== false,
    // SAFETY: options of kind `object` are parsed JSON objects.
    metadata: (values.metadata ?? {}) as JsonObject,
    ocrLanguages: Array.isArray(values.ocr_languages) ? values.ocr_languages.map(String) : null,
    settleMs: isOnce ? 0 : debounceMs,
    retry: isOnce ? 'all' : 'due',
    forgetVanished: false,
    isDryRun: false,
  })
  const level = printingPasses(context, call)
  const first = await level({ ...request, retry: 'all' })
  terminal.print(
    wantsJson ? JSON.stringify({ event: 'level', ...countsOf(first) }) : sumLine(countsOf(first), false),
  )
  if (isOnce || signal.aborted) return first.items.some(({ outcome }) => outcome === 'failed') ? 1 : 0
  terminal.note(`Watching ${request.folder} for library ${library}. Press Ctrl-C to stop.`)
  await followFolder(
    {
      folder: request.folder,
      recursive: request.recursive,
      watcher: context.folderWatcher,
      look: () =>
        context.engine.lookAtFolder(request, { files: context.files, memory: context.folderMemory }, signal),
      level: () => level(request),
      debounceMs,
      everyMs: 1000 * atLeast(1, values.every, '--every'),
      elapsed: context.clock.elapsed,
      tell: message => terminal.note(`${terminal.noteStyle.warn('note:')} ${message}`),
    },
    signal,
  )
  return 0
}

/** Returns what `invoke` would add to the services for a call from a shell. */
function callFacts(signal: AbortSignal) {
  return {
    signal,
    progress: () => {},
    caller: localCli,
    correlationId: randomUUID(),
    patienceMs: Number.POSITIVE_INFINITY,
    meaningBy: { signal: new AbortController().signal, ms: Number.POSITIVE_INFINITY },
  }
}

async function requireFolder(
  path: string,
  { files, rootsFor, caller }: ToolContext<Services>,
): Promise<string> {
  const folder = await files.resolve(path, rootsFor(caller))
  if (await files.isFolder(folder)) return folder
  throw new Failure('invalid', 'NOT_A_FOLDER', `'${path}' is not a folder.`, {
    hint: 'Use `quire refresh` for a single file.',
  })
}

/** Returns a function that runs one pass and prints a line per changed document. */
function printingPasses(context: ToolContext<Services>, { terminal, wantsJson }: CommandCall) {
  const isNews = newsFilter()
  return async (request: LevelRequest): Promise<LevelReport> => {
    const bar = openProgressBar(terminal)
    const report = await runLevelJob({ ...context, progress: bar.report }, request).finally(() => bar.close())
    for (const item of report.items.filter(isNews)) terminal.print(wantsJson ? eventOf(item) : lineOf(item))
    return report
  }

  function eventOf({ outcome, name, from, documentId, chunks, message }: LevelItem): string {
    const facts = { event: outcome, file: name, from, doc_id: documentId, chunk_count: chunks, message }
    return JSON.stringify(facts)
  }

  function lineOf({ name, ...item }: LevelItem): string {
    return refreshedLine({ ...item, source: name, chunk_count: item.chunks }, terminal.style)
  }
}

/** Rejects items that would be printed in every pass: waiting, unreachable, and repeated failures. */
function newsFilter(): (item: LevelItem) => boolean {
  const failures = new Map<string, string | null>()
  return ({ name, outcome, message }) => {
    if (outcome === 'waiting' || outcome === 'unreachable') return false
    const isKnown = outcome === 'failed' && failures.get(name) === message
    if (outcome === 'failed') failures.set(name, message)
    else failures.delete(name)
    return !isKnown
  }
}

function countsOf({ files, unchanged, items }: LevelReport): Record<string, number> {
  const counts = levelOutcomes.map(outcome => [
    outcome,
    items.filter(item => item.outcome === outcome).length,
  ])
  return { files, unchanged, ...Object.fromEntries(counts) }
}

function atLeast(least: number, value: unknown, flag: string): number {
  if (typeof value === 'number' && value >= least) return value
  throw new Failure('invalid', 'INVALID_INPUT', `${flag} must be at least ${least}.`)
}
