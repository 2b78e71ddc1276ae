import type { CodeExport, CodeImport } from '../../model/code.ts'
import { importOf } from '../../model/empty-code.ts'
import { allOfType, field, hasToken, lineOf, named, ofType, type SyntaxNode, textOf } from '../syntax.ts'
import { memberName } from './lower-type.ts'

export function lowerImport(node: SyntaxNode): CodeImport[] {
  const required = ofType(node, 'import_require_clause')
  const module = sourceOf(required ?? node)
  const isTypeOnly = hasToken(node, 'type')
  const from = (at: SyntaxNode, known: Pick<CodeImport, 'kind' | 'alias'> & { name?: string }) =>
    importOf({ module, isTypeOnly, line: lineOf(at), ...known })
  if (required) {
    const name = ofType(required, 'identifier')
    return [from(node, { kind: 'module', alias: name ? textOf(name) : null })]
  }
  const clause = ofType(node, 'import_clause')
  if (!clause) return [from(node, { kind: 'module', alias: null })]
  return named(clause).flatMap(part => {
    if (part.type === 'identifier') return from(part, { kind: 'name', name: 'default', alias: textOf(part) })
    if (part.type === 'namespace_import') {
      const name = ofType(part, 'identifier')
      return from(part, { kind: 'module', alias: name ? textOf(name) : null })
    }
    return allOfType(part, 'import_specifier').map(specifier => {
      const { name, alias } = namesOf(specifier)
      return {
        ...from(specifier, { kind: 'name', name, alias }),
        isTypeOnly: isTypeOnly || hasToken(specifier, 'type'),
      }
    })
  })
}

/** `const name = require(…)`, also destructured, and `await import(…)`; null for other values. */
export function requiredModule(target: SyntaxNode, value: SyntaxNode): CodeImport[] | null {
  const call = value.type === 'await_expression' ? named(value)[0] : value
  if (call?.type !== 'call_expression') return null
  const callee = field(call, 'function')
  if (!callee || !(textOf(callee) === 'require' || callee.type === 'import')) return null
  const list = field(call, 'arguments')
  const [specifier] = list ? named(list) : []
  if (specifier?.type !== 'string') return null
  const module = textOf(specifier).slice(1, -1)
  const line = lineOf(target)
  const isRequired = callee.type !== 'import'
  if (target.type === 'identifier')
    return [
      importOf({ kind: 'module', module, name: isRequired ? 'export=' : null, alias: textOf(target), line }),
    ]
  if (target.type !== 'object_pattern') return null
  return named(target).flatMap(part => {
    if (part.type === 'shorthand_property_identifier_pattern')
      return importOf({ kind: 'name', module, name: textOf(part), alias: textOf(part), line })
    const name = memberName(field(part, 'key'))
    const alias = field(part, 'value')
    return name && alias?.type === 'identifier'
      ? importOf({ kind: 'name', module, name, alias: textOf(alias), line })
      : []
  })
}

/** `export … from` */
export function lowerReExport(node: SyntaxNode): CodeImport[] {
  const module = sourceOf(node)
  const known = { module, isReExport: true, isTypeOnly: hasToken(node, 'type'), line: lineOf(node) }
  const namespace = ofType(node, 'namespace_export')
  if (namespace) {
    const name = named(namespace)[0]
    return [importOf({ kind: 'module', alias: name ? textOf(name) : null, ...known })]
  }
  const clause = ofType(node, 'export_clause')
  if (!clause) return [importOf({ kind: 'all', ...known })]
  return allOfType(clause, 'export_specifier').map(specifier =>
    importOf({ kind: 'name', ...namesOf(specifier), ...known }),
  )
}

/** `export { local as name }` */
export function lowerExportClause(clause: SyntaxNode): CodeExport[] {
  return allOfType(clause, 'export_specifier').map(specifier => {
    const { name, alias } = namesOf(specifier)
    return { name: alias, local: name }
  })
}

function namesOf(specifier: SyntaxNode): { name: string; alias: string } {
  // The grammar parses a name `type` as the keyword.
  const name = memberName(field(specifier, 'name')) || textOf(specifier)
  return { name, alias: memberName(field(specifier, 'alias')) ?? name }
}

function sourceOf(node: SyntaxNode): string {
  const source = field(node, 'source')
  return source ? textOf(source).slice(1, -1) : ''
}
