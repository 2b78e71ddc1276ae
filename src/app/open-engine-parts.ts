import { join } from 'node:path'
import type { ConvertersOptions } from '../adapters/converters/index.ts'
import type { HttpOptions } from '../adapters/net/http.ts'
import type { OuterOptions, SharedParts } from '../adapters/stores/index.ts'
import { deleteAttached } from '../core/catalog/delete-attached.ts'
import { forgetOriginals } from '../core/catalog/forget-originals.ts'
import { withholdCredentials } from '../core/catalog/withhold-credentials.ts'
import type { Parts } from '../core/engine.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Reranker } from '../core/ports/reranker.ts'
import type { Config } from './config/load-config.ts'
import { fetchThrough, httpOptions } from './http-options.ts'
import { lazyConverters, lazyReader, lazyRelationReader } from './lazy-parts.ts'
import { modelsFolder } from './open-model-shelf.ts'
import { openOriginals } from './open-originals.ts'

/** Largest transcript: hours of speech, with the time of every word. */
const transcriptBytes = 64 * 1024 * 1024

export type OpenedEngineParts = Parts &
  Required<Pick<Parts, 'openEmbedder'>> & {
    /** Opens the reranker that the settings name; null when they name none. */
    openReranker(): Promise<Reranker | null>
    /** What the store's database holds beside documents and jobs; null when that is in the home. */
    shared: SharedParts | null
  }

/** Opens the parts of the engine as configured. Large libraries are loaded at their first use, not here. */
export async function openEngineParts(
  values: Config['values'],
  context: {
    clock: Clock
    /** Where converters search for programs. */
    path: string
    /** Called with a message for the user when the store is read-only. */
    onReadOnly?: (notice: string) => void
    /** Whether the model is loaded at once, on its own thread, while the store is opened. */
    loadsModel?: boolean
  },
): Promise<OpenedEngineParts> {
  const [stores, embedders, analyzers, chunkers, formats] = await Promise.all([
    import('../adapters/stores/index.ts'),
    import('../adapters/embedders/index.ts'),
    import('../adapters/analyzers/analyzer.ts'),
    import('../adapters/chunkers/index.ts'),
    import('../adapters/converters/formats.ts'),
  ])
  const http = httpOptions(values)
  const local = {
    cacheFolder: join(values.home, 'runtime'),
    ...(values['embedder.threads'] === 0 ? {} : { threads: values['embedder.threads'] }),
  }
  const openEmbedder = async (choice: string) => {
    const embedder = await embedders.openEmbedder(choice, {
      local,
      openai: {
        baseUrl: values['openai.url'],
        apiKey: values['openai.key'],
        dimensions: values['openai.dimensions'],
        maxTokens: values['openai.max_tokens'],
        http,
      },
      shelf: modelsFolder(values),
    })
    return values['embedder.tokens'] ? embedder : { ...embedder, tokens: null }
  }
  const embedder = await openEmbedder(values['embedder.model'])
  // The first call that needs a model that cannot be loaded reports the failure.
  if (context.loadsModel) embedder.warm().catch(() => {})
  const opened = await stores.openStore(storeUrl(values), {
    clock: context.clock,
    readUrl: values['store.read_url'],
    heldBytes: values['store.memory_mb'] * 1024 * 1024,
    vectors: vectorsOf(values),
    ...(context.onReadOnly === undefined ? {} : { onReadOnly: context.onReadOnly }),
  })
  const shared = await stores.openShared(storeUrl(values), { clock: context.clock })
  const keeping = { isOn: values['originals.keep'], maxBytes: values['originals.max_bytes'] }
  const kept = await openOriginals(values, { shared, clock: context.clock, keeping })
  const { originals } = kept
  return {
    store: {
      ...deleteAttached(forgetOriginals(withholdCredentials(opened), originals)),
      async close() {
        await opened.close()
        await shared?.close()
        await kept.close()
      },
    },
    shared,
    originals,
    embedder,
    openEmbedder,
    async openReranker() {
      const choice = values['reranker.model']
      return choice === 'none' ? null : embedders.openReranker(choice, { local, shelf: modelsFolder(values) })
    },
    answerReader: lazyReader({ id: 'gte-reader-int8', languages: ['en'] }, async () => {
      const { gteReader } = await import('../adapters/embedders/gte-reader.ts')
      return gteReader(local)
    }),
    relationReader: lazyRelationReader({ id: 'gte-facts-int8', languages: ['en'] }, async () => {
      const { gteFacts } = await import('../adapters/embedders/gte-facts.ts')
      return gteFacts(local)
    }),
    analyzer: analyzers.analyzer(),
    chunker: chunkers.chunkers.markdown(),
    converters: lazyConverters({
      open: async () => {
        const { createConverters } = await import('../adapters/converters/index.ts')
        return createConverters(converterOptions(values, { http, path: context.path }))
      },
      // Must be synchronous and return the same as the converters, which may not be loaded yet.
      refusal: name => formats.refusalOf(name, { hasTranscription: values['transcription.url'] !== null }),
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
  }
}

/** The index of vectors beside the store; null when the settings name none. */
function vectorsOf(values: Config['values']): OuterOptions | null {
  const url = values['vectors.url']
  if (url === null) return null
  return {
    url,
    key: values['vectors.key'],
    caFile: values['network.ca_file'],
    shards: values['vectors.shards'],
    replicas: values['vectors.replicas'],
    from: values['vectors.from'],
  }
}

/** Returns the address of the store; without a path, the database is in the home. */
export function storeUrl(values: Config['values']): string {
  const url = values['store.url']
  return url === 'sqlite' ? `sqlite:${join(values.home, 'quire.db')}` : url
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
