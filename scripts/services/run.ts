import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export type RunOptions = { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number }

/** Runs a program to its end and returns what it printed; throws with its error output when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (exitCode === 0) return output
  const lines = errors.trim().split('\n').slice(-3).join(' ')
  throw new Error(`${command} ${args.at(-1) ?? ''} failed: ${lines}`)
}

/** Whether a program can be started. */
export async function exists(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}
