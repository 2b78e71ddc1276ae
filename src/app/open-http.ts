import type { Uploads } from '../core/contract/upload.ts'
import type { FeatureContents, Host } from '../core/feature.ts'
import { type HttpServer, startHttpServer } from '../surfaces/http/start-http-server.ts'
import { jobFeed } from './jobs-on-surfaces.ts'
import { extensionsOf, loadContents } from './load-features.ts'
import type { Wired } from './wire.ts'

/** Starts the HTTP server. `sse` adds the legacy transport even if the settings do not. */
export async function openHttp(wired: Wired, { sse = false } = {}): Promise<HttpServer> {
  const { values } = wired.config
  const mounted = wired.features.filter(({ toolset }) =>
    wired.table.toolsets.some(({ name }) => name === toolset?.name),
  )
  const contents = await Promise.all(mounted.map(loadContents))
  return startHttpServer({
    ...wired,
    // If the settings choose toolsets, an address can select only from these.
    toolsets: wired.isBounded ? wired.table.toolsets : await wired.toolsets(),
    extensions: await extensionsOf(wired.table, wired.features),
    ...picturesOf(contents, wired),
    ...joinUploads(contents.map(({ uploads }) => uploads?.(wired) ?? {})),
    jobFeed: jobFeed(wired),
    host: values['http.host'],
    port: values['http.port'],
    token: values['http.token'],
    allowedHosts: values['http.allowed_hosts'],
    sse: sse || values['http.sse'],
    maxUploadBytes: values['http.max_upload_bytes'],
  })
}

function picturesOf(contents: readonly FeatureContents<Host>[], wired: Wired) {
  const [pictures] = contents.flatMap(feature => feature.pictures?.(wired) ?? [])
  return pictures === undefined ? {} : { pictures }
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
