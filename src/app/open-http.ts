import { type HttpServer, startHttpServer } from '../surfaces/http/start-http-server.ts'
import { extensionsOf } from './extensions.ts'
import { jobFeed } from './job-feed.ts'
import { receiveDocuments } from '../features/knowledge/receive-documents.ts'
import { receiveUpload } from '../features/documents/receive-upload.ts'
import type { Wired } from './wire.ts'

/** Starts the HTTP server as the settings have it; `sse` adds the legacy transport whatever they say. */
export async function openHttp(wired: Wired, { sse = false } = {}): Promise<HttpServer> {
  const { values } = wired.config
  const upload = receiveUpload(wired)
  const filesUpload = receiveDocuments(wired)
  return startHttpServer({
    ...wired,
    // A choice of toolsets is a boundary: an address can only narrow it.
    toolsets: wired.isBounded ? wired.table.toolsets : await wired.toolsets(),
    extensions: await extensionsOf(wired.table),
    ...(upload === undefined ? {} : { upload }),
    ...(filesUpload === undefined ? {} : { filesUpload }),
    jobFeed: jobFeed(wired),
    host: values['http.host'],
    port: values['http.port'],
    token: values['http.token'],
    allowedHosts: values['http.allowed_hosts'],
    sse: sse || values['http.sse'],
    maxUploadBytes: values['http.max_upload_bytes'],
  })
}
