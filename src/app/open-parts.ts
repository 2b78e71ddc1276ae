import { join } from 'node:path'
import type { Parts } from '../engine.ts'
import type { Clock } from '../ports/clock.ts'
import type { FileReader, UrlReader } from '../ports/source-reader.ts'
import type { Config } from './config/load-config.ts'

type ClosableUrlReader = UrlReader & { close(): Promise<void> }

export type OpenedParts = { parts: Parts; files: FileReader; urls: ClosableUrlReader }

/** Opens every adapter that the settings choose. Their heavy libraries are loaded by the first use, not here. */
export async function openParts(
  { values }: Config,
  context: { clock: Clock; version: string; cwd: string; homedir: string },
): Promise<OpenedParts> {
  const [stores, embedders, analyzers, chunkers, converters, fileSources] = await Promise.all([
    import('../adapters/stores/index.ts'),
    import('../adapters/embedders/index.ts'),
    import('../adapters/analyzers/index.ts'),
    import('../adapters/chunkers/index.ts'),
    import('../adapters/converters/index.ts'),
    import('../adapters/sources/file-reader.ts'),
  ])
  const http = httpOptions(values)
  const embedder = await embedders.openEmbedder(values['embedder.model'], {
    local: values['embedder.threads'] === 0 ? {} : { threads: values['embedder.threads'] },
    openai: {
      baseUrl: values['openai.url'],
      apiKey: values['openai.key'],
      dimensions: values['openai.dimensions'],
      maxTokens: values['openai.max_tokens'],
      http,
    },
  })
  const store = await stores.openStore(storeUrl(values), { clock: context.clock })
  return {
    parts: {
      store,
      embedder,
      analyzer: analyzers.analyzer(),
      chunker: chunkers.chunkers.markdown(),
      converters: converters.createConverters({}),
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
    files: fileSources.fileReader({
      home: context.homedir,
      workingDirectory: context.cwd,
      maxBytes: values['files.max_bytes'],
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

/** Without a place, the database lies in the home. */
function storeUrl(values: Config['values']): string {
  const url = values['store.url']
  return url === 'sqlite' ? `sqlite:${join(values.home, 'quire.db')}` : url
}

function httpOptions(values: Config['values']) {
  return {
    proxy: {
      http: values['network.http_proxy'],
      https: values['network.https_proxy'],
      no: values['network.no_proxy'].join(','),
    },
    extraCaFile: values['network.ca_file'],
  }
}

/** Most sessions fetch nothing, and its libraries would be a tenth of the time to start. */
function lazyUrlReader(open: () => Promise<ClosableUrlReader>): ClosableUrlReader {
  let reader: Promise<ClosableUrlReader> | null = null
  return {
    async read(url, signal) {
      reader ??= open()
      return (await reader).read(url, signal)
    },
    async close() {
      await (await reader?.catch(() => null))?.close()
    },
  }
}
