import type { CodeImport } from '../../model/code.ts'
import { importOf } from '../../model/empty-code.ts'
import { field, fields, lineOf, ofType, type SyntaxNode, textOf } from '../syntax.ts'

export function lowerImport(node: SyntaxNode): CodeImport[] {
  const line = lineOf(node)
  if (node.type === 'import_statement')
    return fields(node, 'name').map(part => {
      const { name, alias } = nameAndAlias(part)
      return importOf({ kind: 'module', module: name, alias, line })
    })
  const from = field(node, 'module_name')
  const module = from ? textOf(from).replace(/\s/g, '') : ''
  if (ofType(node, 'wildcard_import')) return [importOf({ kind: 'all', module, line })]
  return fields(node, 'name').map(part => {
    const { name, alias } = nameAndAlias(part)
    return importOf({ kind: 'name', module, name, alias: alias ?? name, line })
  })
}

function nameAndAlias(node: SyntaxNode): { name: string; alias: string | null } {
  if (node.type !== 'aliased_import') return { name: textOf(node), alias: null }
  const name = field(node, 'name')
  const alias = field(node, 'alias')
  return { name: name ? textOf(name) : '', alias: alias ? textOf(alias) : null }
}
