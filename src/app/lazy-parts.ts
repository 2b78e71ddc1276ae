import type { ResourceProvider, ResourceTemplate } from '../core/contract/resources.ts'
import type { IngestChildren } from '../core/ingest/parts.ts'
import type { RawSource } from '../core/model/source.ts'
import type { Converters } from '../core/ports/converter.ts'
import type { ReferenceReader } from '../features/citations/references/reference-reader-port.ts'
import type { FileReader, UrlReader } from '../core/ports/source-reader.ts'
import type { TaskProvider } from '../surfaces/mcp/tasks.ts'
import type { HansardAccess } from '../features/services.ts'
import type { ChildOptions } from './ingest-child/ingest-child.ts'
import { openOnce } from '../core/contract/open-once.ts'

/**
 * Parts that are opened by their first use. Most sessions only search: loading the converters and the fetcher would
 * be a third of the time it takes to start.
 */
export function lazyConverters(part: {
  open(): Promise<Converters>
  accepts: Converters['accepts']
}): Converters {
  const opened = openOnce(part.open)
  return {
    identify: async raw => (await opened.get()).identify(raw),
    convert: async (raw, options, context) => (await opened.get()).convert(raw, options, context),
    accepts: part.accepts,
    close: opened.close,
  }
}

/** Children are started by the first source that needs one. */
export function lazyIngestChildren(options: Omit<ChildOptions, 'leash'>): IngestChildren {
  const opened = openOnce(async () => {
    const { createIngestChildren } = await import('./ingest-child/ingest-children.ts')
    return createIngestChildren(options)
  })
  return {
    ingest: async (asked, context) => (await opened.get()).ingest(asked, context),
    putVectors: async (asked, signal) => (await opened.get()).putVectors(asked, signal),
    close: opened.close,
  }
}

export type ClosableUrlReader = UrlReader & { close(): Promise<void> }

export function lazyUrlReader(open: () => Promise<ClosableUrlReader>): ClosableUrlReader {
  const opened = openOnce(open)
  return { read: async (url, signal) => (await opened.get()).read(url, signal), close: opened.close }
}

/** Formats of references are understood by first use. */
export function lazyReferences(): ReferenceReader {
  return {
    async read(file, signal) {
      const { referenceReader } = await import('../features/citations/references/reference-reader.ts')
      return referenceReader().read(file, signal)
    },
  }
}

/** The directory of members is loaded by the first import: tables of one import come before those of the settings. */
export function lazyHansard(
  files: FileReader,
  { paths, roots }: { paths: readonly string[]; roots: readonly string[] | null },
): HansardAccess {
  let usual: ReturnType<HansardAccess['open']> | null = null

  async function open(tables: readonly RawSource[], signal: AbortSignal) {
    const [{ hansardReader }, { loadMembers }] = await Promise.all([
      import('../features/hansard/record/hansard-reader.ts'),
      import('../features/hansard/record/members/load-members.ts'),
    ])
    const configured = await Promise.all(paths.map(path => readTables(files, { path, roots }, signal)))
    const { directory, warnings } = loadMembers([...tables, ...configured.flat()])
    return { reader: hansardReader({ members: directory }), warnings }
  }

  return {
    open(tables, signal) {
      if (tables.length > 0) return open(tables, signal)
      usual ??= open([], signal).catch((error: unknown) => {
        usual = null
        throw error
      })
      return usual
    },
  }
}

/** A table, or every table in a folder. */
async function readTables(
  files: FileReader,
  { path, roots }: { path: string; roots: readonly string[] | null },
  signal: AbortSignal,
): Promise<RawSource[]> {
  if (!(await files.isFolder(path))) return [await files.read(path, roots, signal)]
  const { files: found } = await files.list(path, { recursive: true, roots }, signal)
  const tables = found.filter(file => file.path.endsWith('.csv'))
  return Promise.all(tables.map(file => files.read(file.path, roots, signal)))
}

/** What can be read is said before the store is opened; reading opens it. */
export function lazyResources(
  templates: readonly ResourceTemplate[],
  open: () => Promise<ResourceProvider>,
): ResourceProvider {
  return {
    templates,
    list: async (cursor, context) => (await open()).list(cursor, context),
    read: async (uri, context) => (await open()).read(uri, context),
  }
}

export function lazyTasks(open: () => Promise<TaskProvider>): TaskProvider {
  return {
    get: async id => (await open()).get(id),
    cancel: async (id, signal) => (await open()).cancel(id, signal),
  }
}
