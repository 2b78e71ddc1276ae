import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * Packages that every start needs and that consist of many files: only their used parts go into the bundle. All others stay
 * packages and are loaded on first use.
 */
const inlined = ['zod', '@modelcontextprotocol/server', '@modelcontextprotocol/core']

/**
 * What `quire mcp` loads, each with all that it imports, as three files. Otherwise there is a file for every combination of
 * parts that share a module, and a start resolves 160 files.
 */
const startParts = {
  // Until the command is known.
  program: ['app/main'],
  // Until the tools are listed.
  tools: [
    ...['app/config/read-config', 'app/commands/mcp', 'app/load-features', 'app/offer'],
    ...['documents', 'citations', 'system', 'models'].map(feature => `features/${feature}/contents`),
  ],
  // Until the first question is answered.
  answer: [
    ...['app/wire', 'core/search/search', 'core/search/search-by-model', 'core/search/rerank-candidates'],
    ...['index', 'sqlite/sqlite-store', 'sqlite/job-ledger', 'sqlite/token-book'].map(
      file => `adapters/stores/${file}`,
    ),
    ...[
      'embedders/index',
      'embedders/local-embedder',
      'analyzers/analyzer',
      'chunkers/index',
      'caches/index',
    ].map(file => `adapters/${file}`),
  ],
}

/**
 * Bundles the modules of the program into few files, because resolving a module costs more than running it: those of
 * `startParts`, and one file for each part that is loaded later. Worker threads and child processes, which are
 * started by file URL, still use the single modules beside the bundle.
 */
export async function bundleProgram(dist: string, folder: string): Promise<void> {
  /** What each module imports statically. */
  const imports = new Map<string, readonly string[]>()
  const build = await rolldown({
    input: join(dist, 'app', 'main.js'),
    platform: 'node',
    external: id => isBare(id) && !inlined.some(name => id === name || id.startsWith(`${name}/`)),
    // An import that fails here would also fail in the installed package.
    onLog(_level, log) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
    },
    plugins: [
      { name: 'own-address', transform: (code, id) => withOwnAddress(code, id, { dist, folder }) },
      { name: 'imports', moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) },
    ],
  })
  await build.write({
    dir: folder,
    entryFileNames: 'main.js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [startPart('program'), startPart('tools'), startPart('answer')],
    },
  })
  await build.close()
  writeFileSync(join(folder, 'LICENSES.txt'), inlined.map(licenseOf).join('\n\n'))

  function startPart(name: keyof typeof startParts) {
    const entry = join(dist, 'app', 'main.js')
    const members = () =>
      withImports(
        startParts[name].map(file => join(dist, `${file}.js`)),
        imports,
      )
    let known: ReadonlySet<string> | null = null
    const test = (id: string) => {
      known ??= members()
      // The entry waits for the program to end: a file that contains it could not be imported again by then.
      return id !== entry && known.has(id)
    }
    return { name, test }
  }
}

/** Returns the modules with all that they import statically. A feature may be absent. */
function withImports(ids: readonly string[], imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const missing = ids.filter(id => !imports.has(id) && !id.includes(`${sep}features${sep}`))
  if (missing.length > 0) throw new Error(`Not part of the program any more: ${missing.join(', ')}`)
  const found = new Set(ids)
  // A set can grow while it is iterated.
  for (const id of found)
    for (const imported of imports.get(id) ?? []) if (imports.has(imported)) found.add(imported)
  return found
}

function isBare(id: string): boolean {
  return /^[@\w]/.test(id) && !/^[A-Za-z]:[\\/]/.test(id)
}

/** Keeps `import.meta.url`, by which modules find files beside them; the bundle would change it. */
function withOwnAddress(code: string, id: string, { dist, folder }: { dist: string; folder: string }) {
  if (!id.startsWith(dist) || !code.includes('import.meta.url')) return null
  const path = relative(folder, id).split(sep).join('/')
  return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
}

/** Bundled packages must come with their licences. */
function licenseOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name)
  const home = entry.slice(
    0,
    entry.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length,
  )
  return `${name}\n${'='.repeat(name.length)}\n\n${readFileSync(join(home, 'LICENSE'), 'utf8').trim()}\n`
}
