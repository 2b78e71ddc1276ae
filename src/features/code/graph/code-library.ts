import type { CodeScript } from '../model/code.ts'
import type { CodeRepository } from '../model/code-graph.ts'
import type { GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import type { KeptRepository } from '../ports/type-checker.ts'
import { type GraphView, graphView } from './graph-view.ts'
import { importRoot } from './import-names.ts'

type Loaded = CodeRepository & { version: number }

export type LibraryView = {
  view: GraphView
  /** The kept texts of the same repositories; those without any are left out. */
  sources(): Promise<KeptRepository[]>
}

/** Maximum number of files in memory between checks; the least recently used repositories are dropped. */
const mostFiles = 20_000

/** A cache of parsed repositories. They are loaded by the first check that needs them, and again when they have changed. */
export function codeLibrary(store: GraphStore) {
  const loaded = new Map<string, Loaded>()
  let latest: { key: string; found: LibraryView } | null = null
  const kept = new Map<string, KeptRepository>()

  async function load({ name, version }: RepositoryRecord): Promise<Loaded | null> {
    const known = loaded.get(name)
    const current = known?.version === version ? known : await store.loadRepository(name)
    loaded.delete(name)
    if (current) loaded.set(name, current)
    return current
  }

  async function sourcesOf(repositories: readonly Loaded[]): Promise<KeptRepository[]> {
    const names = new Set(repositories.map(({ name }) => name))
    for (const name of kept.keys()) if (!names.has(name)) kept.delete(name)
    for (const repository of repositories) {
      const { name, version } = repository
      if (kept.get(name)?.version === version) continue
      kept.set(name, { repository, version, texts: await store.loadSources(name) })
    }
    return [...kept.values()].filter(({ texts }) => texts.size > 0)
  }

  function forgetOld(): void {
    let files = [...loaded.values()].reduce((sum, one) => sum + one.files.length, 0)
    for (const [name, one] of loaded) {
      if (files <= mostFiles || loaded.size === 1) return
      files -= one.files.length
      loaded.delete(name)
    }
  }

  return {
    /** The repositories that the script imports, directly or indirectly. */
    async viewFor(script: CodeScript): Promise<LibraryView> {
      const records = neededBy(script, await store.listRepositories())
      const key = JSON.stringify(records.map(({ name, version }) => [name, version]))
      if (latest?.key === key) return latest.found
      const repositories: Loaded[] = []
      for (const record of records) {
        const one = await load(record)
        if (one) repositories.push(one)
      }
      forgetOld()
      const view = graphView(repositories)
      latest = { key, found: { view, sources: () => sourcesOf(repositories) } }
      return latest.found
    },
  }
}

/** Includes indirect dependencies: classes of one library may inherit from another. */
function neededBy({ file }: CodeScript, records: readonly RepositoryRecord[]): RepositoryRecord[] {
  const wanted = file.imports.flatMap(({ module }) => importRoot(module, file.language) ?? [])
  const seen = new Set(wanted)
  const found = new Set<RepositoryRecord>()
  for (const root of wanted)
    for (const record of records) {
      if (found.has(record) || !record.offers.includes(root)) continue
      found.add(record)
      for (const need of record.needs)
        if (!seen.has(need)) {
          seen.add(need)
          wanted.push(need)
        }
    }
  return records.filter(record => found.has(record))
}
