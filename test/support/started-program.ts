import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/quire.js', import.meta.url))

/** The program with only the given variables, so that the settings of its home count. */
export type Started = { child: ChildProcess; text(): string }

export function start(words: readonly string[], env: Record<string, string>): Started {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [program, ...words], { env: { PATH, ...env }, cwd: tmpdir() })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', piece => (text += piece))
  return { child, text: () => text }
}

export async function finish({ child, text }: Started): Promise<{ code: number | null; text: string }> {
  const [code] = await once(child, 'close')
  return { code, text: text() }
}

export function makeHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'quire-models-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return home
}
