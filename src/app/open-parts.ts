import { join } from 'node:path'
import type { ConvertersOptions } from '../adapters/converters/index.ts'
import type { HttpOptions } from '../adapters/net/http.ts'
import { withholdCredentials } from '../catalog/withhold-credentials.ts'
import type { Parts } from '../engine.ts'
import type { AuditTrail } from '../ports/audit-trail.ts'
import type { Clock } from '../ports/clock.ts'
import type { JobLedger } from '../ports/job-ledger.ts'
import type { Log } from '../ports/log.ts'
import type { FileReader } from '../ports/source-reader.ts'
import type { Config } from './config/load-config.ts'
import { fetchThrough } from './fetch-through.ts'
import { httpOptions } from './http-options.ts'
import { type ClosableUrlReader, lazyConverters, lazyUrlReader } from './lazy-parts.ts'
import { ownPaths } from './own-paths.ts'
import { storeUrl } from './store-url.ts'
import type { World } from './world.ts'

export type OpenedParts = {
  parts: Parts
  files: FileReader
  urls: ClosableUrlReader
  ledger: JobLedger
  audit: AuditTrail
}

/** Hours of speech, with the time of every word. */
const transcriptBytes = 64 * 1024 * 1024

/** Opens every adapter that the settings choose. Their heavy libraries are loaded by the first use, not here. */
export async function openParts(
  { values }: Config,
  context: Pick<World, 'version' | 'cwd' | 'homedir' | 'env'> & {
    clock: Clock
    log: Log
    /** Shows the user a sentence. */
    notice?: (text: string) => void
  },
): Promise<OpenedParts> {
  const [stores, embedders, analyzers, chunkers, formats, fileSources, audits, caches] = await Promise.all([
    import('../adapters/stores/index.ts'),
    import('../adapters/embedders/index.ts'),
    import('../adapters/analyzers/index.ts'),
    import('../adapters/chunkers/index.ts'),
    import('../adapters/converters/formats.ts'),
    import('../adapters/sources/file-reader.ts'),
    import('../adapters/audit/file-audit-trail.ts'),
    import('../adapters/caches/index.ts'),
  ])
  const http = httpOptions(values)
  const openEmbedder = (choice: string) =>
    embedders.openEmbedder(choice, {
      local: values['embedder.threads'] === 0 ? {} : { threads: values['embedder.threads'] },
      openai: {
        baseUrl: values['openai.url'],
        apiKey: values['openai.key'],
        dimensions: values['openai.dimensions'],
        maxTokens: values['openai.max_tokens'],
        http,
      },
    })
  const embedder = await openEmbedder(values['embedder.model'])
  const opened = await stores.openStore(storeUrl(values), {
    clock: context.clock,
    ...(context.notice === undefined ? {} : { onReadOnly: context.notice }),
  })
  const store = withholdCredentials(opened)
  return {
    parts: {
      store,
      embedder,
      openEmbedder,
      cache: await caches.openCache(values['cache.url'], {
        entries: values['cache.entries'],
        seconds: values['cache.seconds'],
      }),
      analyzer: analyzers.analyzer(),
      chunker: chunkers.chunkers.markdown(),
      converters: lazyConverters({
        open: async () => {
          const { createConverters } = await import('../adapters/converters/index.ts')
          return createConverters(converterOptions(values, { http, path: context.env.PATH ?? '' }))
        },
        // Must answer at once; what the converters themselves would say.
        accepts: name => {
          const format = formats.formatOfExtension(name)
          return format !== null && (format !== 'audio' || values['transcription.url'] !== null)
        },
      }),
      clock: context.clock,
      collectionDefaults: {
        scope: 'shared',
        policy: {
          maxTokens: values['chunk.max_tokens'],
          overlapTokens: values['chunk.overlap_tokens'],
          minTokens: values['chunk.min_tokens'],
          headingContext: values['chunk.heading_context'],
        },
      },
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
      ownPaths: ownPaths(values),
    }),
    urls: lazyUrlReader(async () => {
      const { urlReader } = await import('../adapters/sources/url-reader.ts')
      return urlReader({
        fetchAllow: values['fetch.allow'],
        timeoutMs: values['fetch.timeout_seconds'] * 1000,
        maxBytes: values['fetch.max_bytes'],
        userAgent: values['fetch.user_agent'] ?? `quire-mcp/${context.version}`,
        ...http,
      })
    }),
  }
}

function converterOptions(
  values: Config['values'],
  { http, path }: { http: HttpOptions; path: string },
): ConvertersOptions {
  const baseUrl = values['transcription.url']
  return {
    tesseractPath: values['convert.tesseract'],
    limits: {
      timeMs: values['convert.timeout_seconds'] * 1000,
      memoryBytes: values['convert.memory_mb'] * 1_000_000,
      maxSourceBytes: values['files.max_bytes'],
    },
    transcription:
      baseUrl === null
        ? null
        : { baseUrl, apiKey: values['transcription.key'], model: values['transcription.model'] },
    fetch: fetchThrough(http, transcriptBytes),
    environment: { PATH: path },
  }
}
