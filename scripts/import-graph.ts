import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Which parts of src/ import which, as a Mermaid drawing. A part is the core, its contract or its ports, a feature, a surface,
 * a folder of adapters that features use, all other adapters, or the program; tests do not count.
 */
export function importGraph(root: string): string {
  const files = globSync('src/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/test/**', '**/bench/**'],
  }).map(file => file.replaceAll('\\', '/'))
  const edges = new Set<string>()
  for (const file of files)
    for (const target of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const [from, to] = [partOf(file), partOf(target)]
      if (from === to) continue
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

/** What everything may use would hide what is worth seeing. */
function isEverywhere(key: string): boolean {
  return /(?:^| )core\/(?:model|text)(?: |$)/.test(key) || /^index /.test(key)
}

function importsOf(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+\.ts)'/g)].map(([, path = '']) => path)
  return specifiers.map(path => join(dirname(file), path).replaceAll('\\', '/'))
}

/** Parts of the core that others see by themselves. */
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
