import { fileURLToPath } from 'node:url'
import { toolTable } from '../core/contract/tool-table.ts'
import type { Uploads } from '../core/contract/upload.ts'
import type { Operation } from '../surfaces/http/operation-routes.ts'
import { type HttpServer, startHttpServer } from '../surfaces/http/start-http-server.ts'
import { loadWebPage } from '../surfaces/web/serve-page.ts'
import { resourceMetadataOf } from './access/open-jwt-check.ts'
import { jobFeed } from './jobs-on-surfaces.ts'
import { extensionsOf, loadContents } from './load-features.ts'
import { loadViews, pageFolder, picturesOf } from './load-views.ts'
import type { StoreFacts } from './metrics.ts'
import type { Wired } from './wire.ts'

/** Starts the HTTP server. `sse` adds the legacy transport even if the settings do not. */
export async function openHttp(wired: Wired, { sse = false } = {}): Promise<HttpServer> {
  const { values } = wired.config
  // If the settings choose toolsets, no surface offers others. Otherwise REST and the page offer all.
  const restTable = wired.isBounded ? wired.table : toolTable(await wired.toolsets())
  const mounted = wired.features.filter(({ toolset }) =>
    restTable.toolsets.some(({ name }) => name === toolset?.name),
  )
  const contents = await Promise.all(mounted.map(loadContents))
  const program = { ...wired, table: restTable }
  const pictures = picturesOf(contents, restTable)
  return startHttpServer({
    ...wired,
    restTable,
    toolsets: restTable.toolsets,
    extensions: await extensionsOf(wired.table, wired.features),
    ...(pictures === undefined ? {} : { pictures }),
    views: loadViews(wired.features, restTable),
    ...joinUploads(contents.map(({ uploads }) => uploads?.(program) ?? {})),
    jobFeed: jobFeed(wired),
    onClient: wired.clients.note,
    page: await loadWebPage(fileURLToPath(pageFolder)),
    host: values['http.host'],
    port: values['http.port'],
    token: values['http.token'],
    access: wired.access,
    publicUrl: values['http.public_url'],
    resource: resourceMetadataOf(values),
    trustedProxies: values['http.trusted_proxies'],
    maxBodyBytes: values['http.max_body_bytes'],
    sharesClients: /^postgres:/i.test(values['store.url']),
    allowedHosts: values['http.allowed_hosts'],
    sse: sse || values['http.sse'],
    maxUploadBytes: values['http.max_upload_bytes'],
    drainMs: values['http.drain_seconds'] * 1000,
    operation: operationOf(wired),
  })
}

/** How many unfinished jobs are counted at most. */
const mostJobs = 1_000

function operationOf({ parts, engine, metrics }: Wired): Operation {
  metrics.start()
  const facts = async (): Promise<StoreFacts> => {
    const states = ['running', 'interrupted'] as const
    const [collections, outerIndex, jobs] = await Promise.all([
      parts.store.listCollections(),
      parts.store.outerIndex?.() ?? null,
      engine.jobs.list({ states, limit: mostJobs }),
    ])
    const sum = (count: 'documents' | 'chunks') => collections.reduce((total, one) => total + one[count], 0)
    const counts = states.map(state => [state, jobs.filter(job => job.state === state).length] as const)
    return { jobs: new Map(counts), documents: sum('documents'), chunks: sum('chunks'), outerIndex }
  }
  return {
    checkReady: async () => {
      await parts.store.describeCollections()
    },
    metrics: async () => metrics.render(await facts().catch(() => null)),
  }
}

/** The handlers of all features. One feature at most handles uploads of one file. */
export function joinUploads<Services>(uploads: readonly Uploads<Services>[]): Uploads<Services> {
  const filesUploads = uploads.flatMap(one => one.filesUploads ?? [])
  return { ...Object.assign({}, ...uploads), filesUploads }
}

/** Resolves when the process is asked to stop. */
export function untilStopped(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
