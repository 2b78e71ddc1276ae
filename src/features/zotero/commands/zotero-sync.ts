import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Project } from '../../../core/catalog/projects.ts'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../../core/contract/shell/progress-bar.ts'
import { Failure } from '../../../core/model/failure.ts'
import { sha256 } from '../../../core/model/identity.ts'
import type { ReferenceLibrary } from '../../../core/ports/reference-library.ts'
import { nameInReports } from '../../../core/references/finish-reference.ts'
import type { Services } from '../services.ts'
import {
  advanceSync,
  emptySyncState,
  isUpToDate,
  planSync,
  type Reading,
  type SyncState,
} from '../sync-state.ts'
import { openLibrary } from './browse-zotero.ts'

type Synced = {
  state: 'synced' | 'unchanged'
  added: number
  updated: number
  skipped: number
  failed: number
  removed: number
}

/** `quire zotero sync <project> --collection <key or name> [--watch]`: makes the project equal to the collection. */
export async function zoteroSync(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { values, signal, terminal, wantsJson } = call
  checkRefresh(values)
  const services = await host.open()
  const project = await services.engine.projects.require(String(values.project))
  const library = await openLibrary(host)
  const { key } = await library.findCollection(String(values.collection), signal)
  const file = join(
    services.server.home,
    'zotero',
    `${sha256(JSON.stringify([project.id, key])).slice(0, 16)}.json`,
  )
  for (;;) {
    const done = await syncOnce(host, { project, library, collection: key, file }, call)
    for (const warning of library.takeWarnings())
      terminal.note(`${terminal.noteStyle.warn('note:')} ${warning}`)
    if (wantsJson) terminal.print(JSON.stringify(done))
    else terminal.print(wordSynced(done))
    if (values.watch !== true || signal.aborted) return done.failed > 0 ? 1 : 0
    await wait(Number(values.every ?? 60) * 1000, undefined, { signal }).catch(() => {})
    if (signal.aborted) return 0
  }
}

/** `quire refresh zotero:<collection>` comes here with its own flags. */
function checkRefresh({ project, collection, dry_run: isDryRun }: CommandCall['values']): void {
  if (isDryRun === true)
    throw new Failure('unsupported', 'INVALID_INPUT', 'A Zotero collection has no dry run.', {
      hint: `\`quire zotero browse "${collection}"\` shows what is in it.`,
    })
  if (typeof project !== 'string')
    throw new Failure('invalid', 'INVALID_INPUT', '--library is missing: which project should be updated?', {
      hint: `quire refresh "zotero:${collection}" --library <project>`,
    })
}

async function syncOnce(
  host: CommandHost<Services>,
  sync: { project: Project; library: ReferenceLibrary; collection: string; file: string },
  call: CommandCall,
): Promise<Synced> {
  const { library, collection, file } = sync
  const { signal } = call
  const state = await readState(file)
  const version = await library.version(signal)
  if (isUpToDate(state, library.description, version))
    return { state: 'unchanged', added: 0, updated: 0, skipped: 0, failed: 0, removed: 0 }
  const changes = state.version === null ? null : await library.changesSince(state.version, signal)
  const items = await library.listItems(
    { collection, includeSubcollections: true, includeTags: [], excludeTags: [] },
    signal,
  )
  // Read again: the library may have changed its source meanwhile, and versions of two sources cannot be compared.
  const source = library.description
  const reading: Reading = { source, version, items, touched: changes?.changed ?? [] }
  const plan = planSync(state, reading)
  const { documents, errors } = await ingest(host, sync, call)
  const removed = await remove(await host.open(), sync.project, plan.removed)
  const failed = new Set(errors.map(({ document }) => document))
  const taken = items.filter(item =>
    item.attachments.every(attachment => !failed.has(nameInReports(item, attachment))),
  )
  if (library.description === source)
    await writeState(
      file,
      advanceSync(state, reading, {
        taken: new Set(taken.map(({ key }) => key)),
        removed: new Set(plan.removed),
      }),
    )
  return { state: 'synced', ...documents, removed }
}

type IngestAnswer = {
  documents: Omit<Synced, 'state' | 'removed'>
  errors: { document: string; error: string }[]
}

async function ingest(
  host: CommandHost<Services>,
  { project, collection }: { project: Project; collection: string },
  { terminal, signal, values }: CommandCall,
): Promise<IngestAnswer> {
  const bar = openProgressBar(terminal)
  const options = {
    collection_key: collection,
    ...(values.annotations === undefined ? {} : { include_annotations: values.annotations === true }),
  }
  const input = { project: project.id, source: 'zotero', options }
  const outcome = await host
    .call('ingest_from_source', input, { signal, progress: bar.report })
    .finally(() => bar.close())
  if (!outcome.ok) throw outcome.failure
  // SAFETY: invoke has parsed the value with the output schema of ingest_from_source, which has these fields.
  return outcome.value as unknown as IngestAnswer
}

/** Deletes the documents and annotations of items from the project. Returns how many were deleted. */
async function remove({ engine }: Services, project: Project, keys: readonly string[]): Promise<number> {
  let removed = 0
  for (const key of keys) {
    const filter = [{ field: 'metadata.zotero_item_key', op: 'equals' as const, value: key }]
    for (const { id } of await engine.catalog.findDocuments(project.collection, filter, 10_000)) {
      await engine.catalog.deleteDocument(id)
      removed += 1
    }
  }
  return removed
}

async function readState(file: string): Promise<SyncState> {
  try {
    return { ...emptySyncState, ...JSON.parse(await readFile(file, 'utf8')) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptySyncState
    throw new Failure('invalid', 'SYNC_STATE_INVALID', `${file} cannot be read.`, {
      hint: 'Delete it: the next sync then compares all items.',
      cause: error,
    })
  }
}

/** Writes a new file and renames it, so that the state is never half written. */
async function writeState(file: string, state: SyncState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function wordSynced({ state, added, updated, skipped, failed, removed }: Synced): string {
  if (state === 'unchanged') return 'Nothing has changed.'
  return `${added} added, ${updated} updated, ${removed} removed, ${skipped} unchanged, ${failed} failed`
}
