import type { GraphView } from '../graph/graph-view.ts'
import type { CodeExpression, CodeScript } from '../model/code.ts'
import { visitExpressions } from '../model/visit-code.ts'
import { rootOf } from './unsure-names.ts'

const applying = /^(extend|install|plugin|register|use)$/

/**
 * Whether a script gives something from a module that is not in the graph to a method that applies plugins
 * (`app.register(require('plugin'))`), or imports a module for what it changes: it may add members to any object of the
 * library.
 */
export function appliesUnknown({ file, body }: CodeScript, view: GraphView): boolean {
  if (file.language === 'python') return importsPlugin({ file, body }, view)
  const isUnknown = (module: string) => /^(external|unsure)$/.test(view.findModule(module, file).kind)
  const names = new Set(
    file.imports.filter(one => isUnknown(one.module)).map(one => one.alias ?? one.name ?? ''),
  )
  let found = false
  visitExpressions(body, value => {
    if (value.kind !== 'call' || value.callee.kind !== 'member' || !applying.test(value.callee.name)) return
    const [first] = value.arguments
    found ||=
      first !== undefined && (names.has(rootOf(first.value) ?? '') || isLoaded(first.value, isUnknown))
  })
  return found
}

/** `import shopsql` beside `import shop`, where nothing uses it: a module that changes the library when it is imported. */
function importsPlugin({ file, body }: Pick<CodeScript, 'file' | 'body'>, view: GraphView): boolean {
  const roots = file.imports
    .map(one => one.module.split('.')[0] ?? '')
    .filter(root => view.roots.includes(root))
  const plugins = file.imports.filter(
    ({ kind, module }) =>
      kind === 'module' &&
      roots.some(root => module.startsWith(root) && module !== root && !module.startsWith(`${root}.`)) &&
      view.findModule(module, file).kind === 'external',
  )
  const unused = new Set(plugins.map(({ alias, module }) => alias ?? module.split('.')[0] ?? module))
  if (unused.size === 0) return false
  visitExpressions(body, value => {
    if (value.kind === 'name') unused.delete(value.name)
  })
  return unused.size > 0
}

/** `require('plugin')` and `import('plugin')` of an unknown module. */
function isLoaded(value: CodeExpression, isUnknown: (module: string) => boolean): boolean {
  if (value.kind === 'member') return isLoaded(value.object, isUnknown)
  if (value.kind !== 'call') return false
  const [first] = value.arguments
  const module = first?.value.kind === 'literal' ? first.value.text : null
  return /^(require|import)$/.test(rootOf(value) ?? '') && module !== null && isUnknown(module)
}
