import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve, sep } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
}

export type ServedFolder = {
  origin: string
  /** How often each status was returned since the last call. */
  takeStatuses(): Record<number, number>
  close(): void
}

/** Serves a folder as a web site on loopback, with ETags; port 0 takes any free port. */
export async function serveFolder(folder: string, port: number): Promise<ServedFolder> {
  let statuses: Record<number, number> = {}
  const server = createServer((request, response) => {
    const status = answer(folder, request, response)
    statuses[status] = (statuses[status] ?? 0) + 1
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  // SAFETY: a server that listens on a port has an address with one.
  const address = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    takeStatuses() {
      const taken = statuses
      statuses = {}
      return taken
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(folder: string, request: IncomingMessage, response: ServerResponse): number {
  const file = fileOf(folder, request.url ?? '/')
  if (file === null) return end(response, 404)
  const bytes = readFileSync(file)
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  if (request.headers['if-none-match'] === etag) return end(response, 304, { etag })
  const type = types[extname(file).toLowerCase()] ?? 'application/octet-stream'
  return end(response, 200, { etag, 'content-type': type }, bytes)
}

function fileOf(folder: string, address: string): string | null {
  const path = resolve(join(folder, decodeURIComponent(new URL(address, 'http://host').pathname)))
  if (!`${path}${sep}`.startsWith(folder + sep) || !existsSync(path)) return null
  if (statSync(path).isFile()) return path
  const index = join(path, 'index.html')
  return existsSync(index) ? index : null
}

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): number {
  response.writeHead(status, headers).end(body)
  return status
}
