import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../../../src/app/run-program.ts'

export const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))

export type CliRun = { exitCode: number; stdout: string; stderr: string }

export type Cli = {
  folder: string
  home: string
  run(...argv: string[]): Promise<CliRun>
  runWith(
    given: { stdin?: string; env?: Record<string, string>; signal?: AbortSignal },
    ...argv: string[]
  ): Promise<CliRun>
  /** Runs with --json and parses the output. */
  json(...argv: string[]): Promise<unknown>
}

/** Runs the whole program in this process, with its own home and the test model. */
export async function openCli(t: TestContext): Promise<Cli> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const home = join(folder, 'home')
  const cli: Cli = {
    folder,
    home,
    run: (...argv) => cli.runWith({}, ...argv),
    async runWith({ stdin = '', env = {}, signal = new AbortController().signal }, ...argv) {
      const written = { stdout: '', stderr: '' }
      // What is printed beside a path has the same room wherever temporary files are.
      const columns = 80 + folder.length
      const exitCode = await runProgram({
        argv,
        env: { QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash', ...env },
        cwd: folder,
        homedir: folder,
        streams: {
          stdin: (async function* () {
            yield stdin
          })(),
          stdout: { columns, write: text => (written.stdout += text) },
          stderr: { columns, write: text => (written.stderr += text) },
        },
        signal,
        packageFolder,
        version: '1.2.3',
      })
      return { exitCode, ...written }
    },
    async json(...argv) {
      const { stdout } = await cli.run(...argv, '--json')
      return JSON.parse(stdout)
    },
  }
  return cli
}
