import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Counts } from './count-definitions.ts'

/** The same count by Python's own `ast`; files that it cannot parse are left out. */
export async function countPython(
  python: string,
  root: string,
  paths: readonly string[],
): Promise<Map<string, Counts>> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-count-'))
  const list = join(folder, 'files.txt')
  await writeFile(list, paths.join('\n'))
  const script = join(import.meta.dirname, 'count_python.py')
  const { stdout } = await promisify(execFile)(python, [script, root, list], { maxBuffer: 1 << 28 })
  await rm(folder, { recursive: true })
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { path: string; error?: string } & Counts)
  return new Map(
    rows.filter(({ error }) => error === undefined).map(({ path, ...counts }) => [path, counts as Counts]),
  )
}
