import { fileURLToPath } from 'node:url'
import type { HttpResponse } from '../../../adapters/net/http.ts'
import { abortFailure, Failure } from '../../../core/model/failure.ts'
import type { Attachment, AttachmentBytes } from '../../../core/ports/reference-library.ts'
import type { FileReader } from '../../../core/ports/source-reader.ts'
import { fileMissing, groupOfUri } from '../zotero-item.ts'
import type { ApiConnection } from './api-client.ts'
import type { ApiScope } from './read-entries.ts'

type DownloadOptions = ApiScope & { connection: ApiConnection; files: FileReader; maxBytes: number }

const redirects: readonly number[] = [301, 302, 303, 307, 308]
const mostRedirects = 5
/** Long enough for files of hundreds of megabytes. */
const downloadTimeoutMs = 10 * 60_000

/** Reads a file from Zotero's storage server, or from the local path that the running Zotero redirects to. */
export async function downloadAttachment(
  attachment: Attachment,
  options: DownloadOptions,
  signal: AbortSignal,
): Promise<AttachmentBytes> {
  const { client, maxBytes, kind } = options
  const path = `${prefixFor(attachment, options)}/items/${encodeURIComponent(attachment.key)}/file`
  const answer = await client.get({ path, maxBytes }, [400, 404, ...redirects], signal)
  if (answer.status === 404 || answer.status === 400)
    throw fileMissing(attachment.name, `Zotero at ${options.host} does not have it`)
  const start = new URL(options.connection.baseUrl)
  const target = redirectTarget(answer, start)
  if (target?.protocol === 'file:') return readFromDisk({ target, attachment }, options, signal)
  const file =
    target === null ? answer : await followRedirects({ first: target, attachment }, options, signal)
  return {
    source: attachment.uri,
    name: attachment.name,
    bytes: file.body,
    mediaType: attachment.mediaType,
    charset: null,
    lastModified: file.headers['last-modified'] ?? null,
    fileType: null,
    origin: kind,
  }
}

/** The library of the attachment's address: a group of the user, when the API was opened for another library. */
function prefixFor({ uri, name }: Attachment, { library, prefix }: DownloadOptions): string {
  const group = groupOfUri(uri)
  if (group === undefined || group === library.groupId) return prefix
  if (group !== null) return `groups/${group}`
  throw fileMissing(name, 'it is in the user’s own library, and only a group is configured')
}

async function readFromDisk(
  { target, attachment }: { target: URL; attachment: Attachment },
  { kind, files, host }: DownloadOptions,
  signal: AbortSignal,
): Promise<AttachmentBytes> {
  // Only the Zotero on this computer may redirect to a file on this computer.
  if (kind !== 'local') throw fileMissing(attachment.name, `${host} redirects to a file on this computer`)
  const bytes = await files.read(fileURLToPath(target), null, signal)
  const { uri: source, name, mediaType } = attachment
  return { ...bytes, source, name, mediaType, origin: 'local' }
}

/** Sends the requests without the API key: the storage is another host. */
async function followRedirects(
  { first, attachment }: { first: URL; attachment: Attachment },
  { connection, maxBytes, host }: DownloadOptions,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const limit = connection.clock.timeout(downloadTimeoutMs)
  try {
    let url: URL | null = first
    for (let hop = 0; hop < mostRedirects && url !== null; hop++) {
      requireWeb(url, connection)
      const answer: HttpResponse = await connection.http.request(
        url,
        { headers: { accept: '*/*' }, maxBytes },
        AbortSignal.any([signal, limit.signal]),
      )
      if (answer.status >= 200 && answer.status < 300) return answer
      url = redirectTarget(answer, url)
      if (url === null)
        throw fileMissing(attachment.name, `the storage behind ${host} answered with HTTP ${answer.status}`)
    }
    throw fileMissing(attachment.name, `${host} redirects too often`)
  } catch (error) {
    if (signal.aborted) throw abortFailure(signal)
    if (!limit.signal.aborted) throw error
    throw new Failure('timeout', 'ZOTERO_TIMEOUT', `The download of '${attachment.name}' took too long.`, {
      hint: 'Try again, or download the file in Zotero and read it from there.',
    })
  } finally {
    limit.dispose()
  }
}

function redirectTarget({ status, headers }: HttpResponse, from: URL): URL | null {
  if (!redirects.includes(status) || headers.location === undefined) return null
  return URL.parse(headers.location, from.href)
}

/** Throws when a redirect leads from https to another protocol. */
function requireWeb(url: URL, { baseUrl }: ApiConnection): void {
  const start = new URL(baseUrl)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && start.protocol === 'http:')) return
  throw new Failure(
    'forbidden',
    'ZOTERO_REDIRECT_REFUSED',
    `Zotero at ${start.host} redirects a file to an address that is not https.`,
    { hint: 'Download the file in Zotero and read it from there.' },
  )
}
