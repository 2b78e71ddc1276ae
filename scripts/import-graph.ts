import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Which parts of src/ import which, as a Mermaid drawing. A part is a folder of the core, a feature, all adapters, a surface
 * or the program; tests do not count. The number at an arrow is how many files have such an import.
 */
export function importGraph(root: string): string {
  const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/test/**'] }).map(file =>
    file.replaceAll('\\', '/'),
  )
  const edges = new Map<string, Set<string>>()
  for (const file of files)
    for (const target of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const [from, to] = [partOf(file), partOf(target)]
      if (from === to) continue
      const key = `${from} ${to}`
      edges.set(key, (edges.get(key) ?? new Set()).add(file))
    }
  const arrows = [...edges]
    .filter(([key]) => !isEverywhere(key))
    .map(([key, importers]) => {
      const [from = '', to = ''] = key.split(' ')
      return `  ${idOf(from)}["${from}"] -->|${importers.size}| ${idOf(to)}["${to}"]`
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

function partOf(file: string): string {
  const [, first = '', second = ''] = file.split('/')
  if (first === 'core') return second.endsWith('.ts') ? 'core' : `core/${second}`
  if (first === 'features' || first === 'surfaces') return `${first}/${second}`
  return first.replace(/\.ts$/, '')
}

function idOf(part: string): string {
  return part.replaceAll('/', '_')
}
