import { join } from 'node:path'
import type { Parts } from '../core/engine.ts'
import type { AuditTrail } from '../core/ports/audit-trail.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Embedder } from '../core/ports/embedder.ts'
import type { JobLedger } from '../core/ports/job-ledger.ts'
import type { Log } from '../core/ports/log.ts'
import type { FileReader } from '../core/ports/source-reader.ts'
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
    import('../adapters/audit/file-audit-trail.ts'),
    import('../adapters/caches/index.ts'),
    openEngineParts(values, {
      clock: context.clock,
      path,
      ...(context.notice === undefined ? {} : { onReadOnly: context.notice }),
    }),
  ])
  // Child processes cannot share a store in memory.
  const hasChildren = context.serves === true && !storeUrl(values).endsWith(':memory:')
  const shelf = openModelShelf(values)
  const choices = new WeakMap<Embedder, string>([[engineParts.embedder, values['embedder.model']]])
  return {
    parts: {
      ...engineParts,
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
      }),
      ingestChildren: hasChildren
        ? lazyIngestChildren({
            values,
            path,
            choiceOf: embedder => choices.get(embedder) ?? values['embedder.model'],
          })
        : null,
    },
    ledger: await stores.openJobLedger(storeUrl(values), { clock: context.clock }),
    audit: audits.fileAuditTrail({
      folder: join(values.home, 'audit'),
      keep: values['audit.keep'],
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
