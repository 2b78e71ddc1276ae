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
 * Bundles the modules of the program into few files, because resolving a module costs more than running it: `main.js` with
 * what every start needs, and one file for each part that is loaded later. Worker threads and child processes, which are
 * started by file URL, still use the single modules beside the bundle.
 */
export async function bundleProgram(dist: string, folder: string): Promise<void> {
  const build = await rolldown({
    input: join(dist, 'app', 'main.js'),
    platform: 'node',
    external: id => isBare(id) && !inlined.some(name => id === name || id.startsWith(`${name}/`)),
    // An import that fails here would also fail in the installed package.
    onLog(_level, log) {
      throw new Error(log.message)
    },
    plugins: [{ name: 'own-address', transform: (code, id) => withOwnAddress(code, id, { dist, folder }) }],
  })
  await build.write({
    dir: folder,
    entryFileNames: 'main.js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  writeFileSync(join(folder, 'LICENSES.txt'), inlined.map(licenseOf).join('\n\n'))
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
