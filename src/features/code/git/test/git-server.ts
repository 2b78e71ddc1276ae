import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type GitServer = {
  /** `http://127.0.0.1:port` */
  url: string
  host: string
  /** Requests so far, as `METHOD path`. */
  requests: string[]
  /** Commits exactly these files to the repository that is served under `<path>.git`. */
  commit(path: string, files: Readonly<Record<string, string>>): Promise<string>
  /** The folder of the bare repository. */
  folderOf(path: string): string
  /** Passes later requests below this path to `handle`. */
  intercept(path: string, handle: (request: IncomingMessage, response: ServerResponse) => void): void
  /** Handles requests that are not intercepted. */
  handle(request: IncomingMessage, response: ServerResponse): void
  close(): Promise<void>
}

/** Serves real repositories with git's own HTTP server, on loopback. */
export async function openGitServer(): Promise<GitServer> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-git-'))
  const requests: string[] = []
  const handlers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://git')
    requests.push(`${request.method} ${pathname}`)
    const own = [...handlers].find(([path]) => pathname.startsWith(path))
    if (own) own[1](request, response)
    else serve(folder, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const git = async (cwd: string, ...args: string[]) =>
    (await run('git', args, { cwd, env: quiet })).stdout.trim()
  return {
    url: `http://${host}`,
    host,
    requests,
    folderOf: path => join(folder, 'served', `${path}.git`),
    async commit(path, files) {
      const bare = join(folder, 'served', `${path}.git`)
      const work = await mkdtemp(join(folder, 'work-'))
      if (!existsSync(bare)) {
        await mkdir(bare, { recursive: true })
        await git(bare, 'init', '--bare', '--quiet', '--initial-branch=main')
      }
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(work, name)), { recursive: true })
        await writeFile(join(work, name), text)
      }
      const over = ['--git-dir', bare, '--work-tree', work]
      await git(work, ...over, 'add', '--all')
      await git(work, ...over, 'commit', '--quiet', '--allow-empty', '--message', 'files')
      return git(bare, 'rev-parse', 'HEAD')
    },
    handle: (request, response) => serve(folder, request, response),
    intercept: (path, handle) => handlers.set(path, handle),
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

const quiet = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
}

/** The CGI program that is part of git. */
function serve(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://git')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...quiet,
      GIT_PROJECT_ROOT: join(folder, 'served'),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
    },
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => {})
  let head = Buffer.alloc(0)
  let isBody = false
  child.stdout.on('data', (piece: Buffer) => {
    if (isBody) {
      response.write(piece)
      return
    }
    head = Buffer.concat([head, piece])
    const end = head.indexOf('\r\n\r\n')
    if (end === -1) return
    isBody = true
    let status = 200
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(/: (.*)/s)
      if (name === 'Status') status = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.writeHead(status)
    response.write(head.subarray(end + 4))
  })
  child.on('close', () => response.end())
}
