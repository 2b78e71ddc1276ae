import type { CodeExpression, CodeImport, CodeStatement } from '../../model/code.ts'
import { partsOf, visitExpressions } from '../../model/visit-code.ts'

/**
 * Imports that a module leaves to a helper: `lazy_import(globals(), aliases={'connect': '.client'})`. Null when the helper
 * is given the module's names without saying which it adds.
 */
export function lazyNames(body: readonly CodeStatement[]): CodeImport[] | null {
  const found: CodeImport[] = []
  let isSilent = false
  visitExpressions(
    body.filter(({ kind }) => kind !== 'function' && kind !== 'class'),
    value => {
      if (value.kind !== 'call' || !isNames(value.arguments[0]?.value) || isRun(value.callee)) return
      const pairs = value.arguments.flatMap(({ value: given }) => pairsOf(given))
      isSilent ||= pairs.length === 0
      found.push(...pairs.map(([name, module]) => toImport(name, module)))
    },
  )
  return isSilent ? null : found
}

function isNames(value: CodeExpression | undefined): boolean {
  return value?.kind === 'call' && value.callee.kind === 'name' && value.callee.name === 'globals'
}

function isRun(callee: CodeExpression): boolean {
  return callee.kind === 'name' && /^(exec|eval)$/.test(callee.name)
}

/** The entries of a dictionary whose keys are names and whose values are paths of modules. */
function pairsOf(value: CodeExpression): [string, string][] {
  if (value.kind !== 'literal' || value.type !== 'dict') return partsOf(value).flatMap(pairsOf)
  return value.items.flatMap((key, at): [string, string][] => {
    const path = value.items[at + 1]
    const isPair = at % 2 === 0 && key.kind === 'literal' && path?.kind === 'literal'
    if (!isPair || !key.text || !path.text || !/^\.*[\w.]+$/.test(path.text)) return []
    return /^\w+$/.test(key.text) ? [[key.text, path.text]] : []
  })
}

function toImport(name: string, module: string): CodeImport {
  return {
    kind: 'name',
    module,
    name,
    alias: name,
    isReExport: false,
    isTypeOnly: false,
    isGuarded: false,
    isLocal: false,
    line: 0,
  }
}
