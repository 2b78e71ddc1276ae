import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.ts'

/** A folder for one server, and the user that it runs as. */
export type ServerPlace = { folder: string; port: number; user: { uid?: number; gid?: number } }

export type GuardedServer = { pid: number; stop(): Promise<void> }

/** Chooses a free port on loopback and makes a folder that the server's user owns: never root. */
export async function serverPlace(name: string): Promise<ServerPlace> {
  const folder = await mkdtemp(join(fastFolder(), `quire-${name}-`))
  const user: ServerPlace['user'] = {}
  if (process.getuid?.() === 0) {
    const id = async (flag: string) => Number(await run('id', [flag, 'nobody']))
    user.uid = await id('-u')
    user.gid = await id('-g')
    await chown(folder, user.uid, user.gid)
  }
  return { folder, port: await freePort(), user }
}

/** A folder in memory where there is room: what a service of the tests stores need not outlive it. */
function fastFolder(): string {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > 2 ** 31 ? inMemory : tmpdir()
}

/** Ends the server by its process id when the input ends: also when the process that started it was killed. */
const guard = `folder=$1; shift; "$@" </dev/null & server=$!; echo "pid $server"; cat >/dev/null
  kill -INT "$server"; wait "$server"; rm -rf "$folder"`

/** Starts a server and waits until its output contains `ready`. Stopping it removes its folder. */
export async function guardedServer(
  { folder, user }: ServerPlace,
  command: readonly string[],
  { ready, env }: { ready: string; env: NodeJS.ProcessEnv },
): Promise<GuardedServer> {
  const child = spawn('sh', ['-c', guard, 'sh', folder, ...command], {
    ...user,
    cwd: folder,
    env,
    // A signal to the group of the caller must not end the guard before it has cleaned up.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()))
  const pid = await waitFor(child, ready)
  return {
    pid,
    async stop() {
      child.stdin.end()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function waitFor(child: ChildProcess, ready: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (part: Buffer) => {
      if (output.includes(ready)) return
      output += part
      if (output.includes(ready)) resolve(Number(/^pid (\d+)$/m.exec(output)?.[1]))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('error', reject)
    child.on('close', () => reject(new Error(`the server did not start: ${output.trim().slice(-500)}`)))
    // The server ended and its guard waits for the end of the input.
    const check = setInterval(() => {
      const pid = Number(/^pid (\d+)$/m.exec(output)?.[1])
      if (output.includes(ready)) clearInterval(check)
      else if (pid > 0 && !lives(pid)) {
        clearInterval(check)
        child.stdin?.end()
      }
    }, 200)
    child.on('close', () => clearInterval(check))
  })
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A port of loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
