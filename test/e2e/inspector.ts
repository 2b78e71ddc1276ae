import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export type InspectorRun = { code: number; stdout: string; stderr: string }

/** Runs the official inspector's CLI; its target is a URL, or a command with its arguments. */
export async function inspect(target: readonly string[], flags: readonly string[]): Promise<InspectorRun> {
  const home = await mkdtemp(join(tmpdir(), 'quire-inspector-'))
  const main = fileURLToPath(
    import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  )
  const child = spawn(process.execPath, [main, '--cli', ...target, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 600_000,
    // It writes a catalog and secrets to the user's home.
    env: { ...process.env, HOME: home },
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return { code: child.exitCode ?? 1, stdout, stderr }
}
