import { join } from 'node:path'
import { auditFiles } from '../adapters/audit/audit-files.ts'
import type { AuditLines } from '../adapters/audit/audit-trail.ts'
import type { SharedParts } from '../adapters/stores/index.ts'
import { scopeOriginals, scopeStore } from '../core/catalog/scope-store.ts'
import type { Parts } from '../core/engine.ts'
import type { IngestChildren } from '../core/ingest/ingest-request.ts'
import { requireReach } from '../core/model/rights.ts'
import type { AuditTrail } from '../core/ports/audit-trail.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Embedder } from '../core/ports/embedder.ts'
import type { JobLedger } from '../core/ports/job-ledger.ts'
import type { Log } from '../core/ports/log.ts'
import type { FileReader } from '../core/ports/source-reader.ts'
import type { TokenBook } from '../core/ports/token-book.ts'
import { isChosenByHome } from './config/follow-models.ts'
import type { Config } from './config/load-config.ts'
import { ownPaths } from './file-access.ts'
import { httpOptions } from './http-options.ts'
import { type ClosableUrlReader, lazyIngestChildren, lazyUrlReader } from './lazy-parts.ts'
import { openEngineParts, storeUrl } from './open-engine-parts.ts'
import { openModelShelf } from './open-model-shelf.ts'
import type { World } from './world.ts'

export type OpenedParts = {
  parts: Parts
  files: FileReader
  urls: ClosableUrlReader
  ledger: JobLedger
  audit: AuditTrail
  shared: SharedParts | null
  tokens: TokenBook
  /** Where writes and refusals are audited; null when the settings turn that off. */
  accessLines: AuditLines | null
}

/** Opens the adapters as configured. Large libraries are loaded at their first use, not here. */
export async function openParts(
  config: Config,
  context: Pick<World, 'version' | 'cwd' | 'homedir' | 'env'> & {
    clock: Clock
    log: Log
    /** Shows a message to the user. */
    notice?: (text: string) => void
    /** Whether this is a server, which must answer other calls during an ingest: large sources use child processes. */
    serves?: boolean
  },
): Promise<OpenedParts> {
  const { values } = config
  const path = context.env.PATH ?? ''
  const [stores, fileSources, audits, caches, engineParts] = await Promise.all([
    import('../adapters/stores/index.ts'),
    import('../adapters/sources/file-reader.ts'),
    import('../adapters/audit/audit-trail.ts'),
    import('../adapters/caches/index.ts'),
    openEngineParts(values, {
      clock: context.clock,
      path,
      loadsModel: context.serves === true,
      ...(context.notice === undefined ? {} : { onReadOnly: context.notice }),
    }),
  ])
  const { shared } = engineParts
  const kept = { keep: values['audit.keep'] }
  const lines = shared?.auditLines(kept) ?? auditFiles({ ...kept, folder: join(values.home, 'audit') })
  const accessDays = { keep: values['audit.access_days'] }
  const accessLines =
    shared?.auditLines({ ...accessDays, isOfAccess: true }) ??
    auditFiles({ ...accessDays, folder: join(values.home, 'audit', 'access') })
  // Child processes cannot share a store in memory.
  const hasChildren = context.serves === true && !storeUrl(values).endsWith(':memory:')
  const shelf = openModelShelf(values)
  const choices = new WeakMap<Embedder, string>([[engineParts.embedder, values['embedder.model']]])
  return {
    parts: {
      ...engineParts,
      store: scopeStore(engineParts.store),
      ...(engineParts.originals === undefined ? {} : { originals: scopeOriginals(engineParts.originals) }),
      async openEmbedder(choice) {
        const opened = await engineParts.openEmbedder(choice)
        choices.set(opened, choice)
        return opened
      },
      reranker: await engineParts.openReranker(),
      modelInUse: async () =>
        isChosenByHome(config.origins['embedder.model']) ? (await shelf.inUse()).embedder : null,
      cache: await caches.openCache(values['cache.url'], {
        entries: values['cache.entries'],
        seconds: values['cache.seconds'],
        inStore: shared?.cache ?? null,
      }),
      ingestChildren: hasChildren
        ? scopeChildren(
            lazyIngestChildren({
              values,
              path,
              choiceOf: embedder => choices.get(embedder) ?? values['embedder.model'],
            }),
          )
        : null,
    },
    ledger: await stores.openJobLedger(storeUrl(values), { clock: context.clock }),
    shared,
    tokens: await stores.openTokenBook(storeUrl(values), { clock: context.clock }),
    accessLines: accessDays.keep === 0 ? null : accessLines,
    audit: audits.auditTrail({
      lines,
      ...kept,
      clock: context.clock,
      log: context.log,
    }),
    files: fileSources.fileReader({
      home: context.homedir,
      workingDirectory: context.cwd,
      maxBytes: values['files.max_bytes'],
      ownPaths: ownPaths(config),
    }),
    urls: lazyUrlReader(async () => {
      const { urlReader } = await import('../adapters/sources/url-reader.ts')
      return urlReader({
        fetchAllow: values['fetch.allow'],
        timeoutMs: values['fetch.timeout_seconds'] * 1000,
        maxBytes: values['fetch.max_bytes'],
        userAgent: values['fetch.user_agent'] ?? `quire-mcp/${context.version}`,
        ...httpOptions(values),
      })
    }),
  }
}

/** Children have no callers: what a call may write is checked before they get its work. */
function scopeChildren(children: IngestChildren): IngestChildren {
  return {
    ...children,
    async ingest(asked, context) {
      requireReach(asked.request.collection)
      return children.ingest(asked, context)
    },
    async putVectors(asked, signal) {
      requireReach(asked.collection.name)
      return children.putVectors(asked, signal)
    },
  }
}
