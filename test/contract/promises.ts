import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** Loads the promises of the contracts by id. Tests cite these ids. Features have theirs in `test/promises.ts`. */
export async function loadPromises(): Promise<Readonly<Record<string, string>>> {
  const files = globSync(['src/features/*/test/promises.ts', 'test/contract/promises/*.ts'], { cwd: root })
  const modules = await Promise.all(files.map(file => import(pathToFileURL(join(root, file)).href)))
  return Object.assign({}, ...modules.flatMap(module => Object.values(module)))
}
