import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Draws which parts of src/ import which others, as Mermaid. A part is the core, its contract or its ports, a feature, a
 * surface, a folder of adapters that features use, all other adapters, or the program. Tests are left out.
 */
export function importGraph(root: string): string {
  const files = globSync('src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/test/**', '**/bench/**'],
  }).map(file => file.replaceAll('\\', '/'))
  const known = new Set(files)
  const edges = new Set<string>()
  for (const file of files)
    for (const target of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const [from, to] = [partOf(file), partOf(target)]
      // surfaces/client holds imports inside the text of the modules that it generates.
      if (from === to || !known.has(target)) continue
      edges.add(`${from} ${to}`)
    }
  const arrows = [...edges]
    .filter(edge => !isEverywhere(edge))
    .map(edge => {
      const [from = '', to = ''] = edge.split(' ')
      return `  ${idOf(from)}["${from}"] --> ${idOf(to)}["${to}"]`
    })
  return ['```mermaid', 'flowchart LR', ...arrows.sort(), '```'].join('\n')
}

/** Edges that nearly every part has: they would hide the others. */
function isEverywhere(key: string): boolean {
  return /(?:^| )core\/(?:model|text)(?: |$)/.test(key) || /^index /.test(key)
}

/** The files that a file imports, at once or lazily, as paths from the root. */
export function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)].map(([, path = '']) => path)
  return specifiers.map(path => join(dirname(file), path).replaceAll('\\', '/'))
}

/** Folders of the core that are drawn as separate parts. */
const own = ['contract', 'ports', 'model', 'text']

/** Adapters that features use directly. */
const shared = ['net', 'files']

function partOf(file: string): string {
  const [, first = '', second = ''] = file.split('/')
  if (first === 'core') return own.includes(second) ? `core/${second}` : 'core'
  if (first === 'adapters' && shared.includes(second)) return `adapters/${second}`
  if (first === 'features' || first === 'surfaces') return `${first}/${second}`
  return first.replace(/\.ts$/, '')
}

function idOf(part: string): string {
  return part.replaceAll('/', '_')
}
