import { field, named, type SyntaxNode, textOf } from '../../parse/syntax.ts'
import { wrongNames } from './wrong-names.ts'

export type Row = {
  label: 'correct' | 'error'
  kind: string
  package: string
  code: string
  source: string
  wrong?: string
}
export type Use = Row & { plant: { kind: string; code: string; wrong: string }[] }

/** Finds the uses of a package in the code of one document: call `collect` for everything first, then `uses`. */
export class UseReader {
  readonly imports = new Map<string, { line: string; module: string; name: string | null }>()
  readonly variables = new Map<string, SyntaxNode>()
  readonly name: string
  readonly source: string

  constructor(name: string, source: string) {
    this.name = name
    this.source = source
  }

  collect(node: SyntaxNode): void {
    if (node.type === 'import_statement') this.collectImport(node)
    if (node.type === 'variable_declarator') {
      const target = field(node, 'name')
      const value = field(node, 'value')
      if (target?.type === 'identifier' && value) {
        const called = value.type === 'await_expression' ? named(value)[0] : value
        if (called && /^(new|call)_expression$/.test(called.type)) this.variables.set(textOf(target), value)
      }
    }
    for (const child of node.children) this.collect(child)
  }

  collectImport(node: SyntaxNode): void {
    const module = textOf(field(node, 'source') ?? node).slice(1, -1)
    if (module !== this.name && !module.startsWith(`${this.name}/`)) return
    const clause = node.children.find(child => child.type === 'import_clause')
    for (const part of clause ? named(clause) : []) {
      if (part.type === 'identifier')
        this.imports.set(textOf(part), {
          line: `import ${textOf(part)} from '${module}'`,
          module,
          name: null,
        })
      if (part.type === 'namespace_import') {
        const alias = textOf(named(part)[0] ?? part)
        this.imports.set(alias, { line: `import * as ${alias} from '${module}'`, module, name: null })
      }
      for (const one of part.type === 'named_imports' ? named(part) : []) {
        const name = textOf(field(one, 'name') ?? one)
        const alias = textOf(field(one, 'alias') ?? field(one, 'name') ?? one)
        if (textOf(one).startsWith('type ')) continue
        this.imports.set(alias, { line: `import { ${textOf(one)} } from '${module}'`, module, name })
      }
    }
  }

  *uses(node: SyntaxNode): Generator<Use> {
    if (node.type === 'import_statement') yield* this.importUses(node)
    if (node.type === 'new_expression') yield* this.callUse(node, 'constructor')
    if (node.type === 'call_expression') yield* this.callUse(node, 'function')
    if (node.type === 'member_expression') yield* this.attributeUse(node)
    for (const child of node.children) yield* this.uses(child)
  }

  *importUses(node: SyntaxNode): Generator<Use> {
    const module = textOf(field(node, 'source') ?? node).slice(1, -1)
    for (const { line, module: from, name } of this.imports.values()) {
      if (from !== module || name === null) continue
      const plant = wrongNames(name).map(wrong => ({
        kind: /^\p{Lu}/u.test(name) ? 'class' : 'import',
        code: `import { ${wrong} } from '${module}'`,
        wrong,
      }))
      plant.push({
        kind: 'import',
        code: `import { ${name} } from '${module}/helpers'`,
        wrong: `${module}/helpers`,
      })
      yield { ...this.row('import', line), wrong: name, plant }
    }
  }

  *callUse(node: SyntaxNode, kind: 'constructor' | 'function'): Generator<Use> {
    const callee = field(node, kind === 'constructor' ? 'constructor' : 'function')
    const list = field(node, 'arguments')
    if (!callee || list?.type !== 'arguments' || hasSpread(list)) return
    const setup = this.setupOf(callee)
    if (!setup) return
    const given = named(list).map(simplify)
    const word = kind === 'constructor' ? 'new ' : ''
    const call = (path: string, args: readonly string[]) =>
      `${setup.head}\n${word}${path}(${args.join(', ')})`
    const isMethod = kind === 'function' && setup.path.length > 0
    const text = [setup.root, ...setup.path].join('.')
    const label = kind === 'constructor' ? 'constructor' : 'parameter'
    const many = [...given, ...Array.from({ length: 9 }, () => 'undefined as any')]
    const plant = [
      { kind: label, code: call(text, many), wrong: 'too many arguments' },
      { kind: label, code: call(text, []), wrong: 'missing arguments' },
    ]
    const at = named(list).findIndex(one => one.type === 'object')
    if (at !== -1) {
      const options = given.with(
        at,
        given[at]?.replace(/ ?}$/, ', verboseMode: undefined as any }').replace('{, ', '{ ') ?? '',
      )
      plant.push({ kind: label, code: call(text, options), wrong: 'unknown option verboseMode' })
    }
    const last = setup.path.at(-1)
    if (last)
      for (const wrong of wrongNames(last))
        plant.push({
          kind: kind === 'constructor' ? 'class' : 'method',
          code: call([setup.root, ...setup.path.slice(0, -1), wrong].join('.'), given),
          wrong,
        })
    yield { ...this.row(isMethod ? 'method' : kind, call(text, given)), wrong: text, plant }
  }

  *attributeUse(node: SyntaxNode): Generator<Use> {
    const setup = this.setupOf(node)
    const last = setup?.path.at(-1)
    if (!setup || !last || !setup.isVariable) return
    const read = (name: string) =>
      `${setup.head}\nconsole.log(${[setup.root, ...setup.path.slice(0, -1), name].join('.')})`
    const plant = wrongNames(last).map(wrong => ({ kind: 'attribute', code: read(wrong), wrong }))
    yield { ...this.row('attribute', read(last)), wrong: last, plant }
  }

  /** The declarations that an expression needs before it: imports, and variables made from them. */
  setupOf(
    node: SyntaxNode,
    depth = 0,
  ): { head: string; root: string; path: string[]; isVariable: boolean } | null {
    const path: string[] = []
    let at = node
    while (at.type === 'member_expression') {
      const property = field(at, 'property')
      const object = field(at, 'object')
      if (!property || !object) return null
      path.unshift(textOf(property))
      at = object
    }
    if (at.type !== 'identifier') return null
    const name = textOf(at)
    const imported = this.imports.get(name)
    if (imported) return { head: imported.line, root: name, path, isVariable: false }
    const value = this.variables.get(name)
    if (!value) return null
    const isAwaited = value.type === 'await_expression'
    const call = isAwaited ? named(value)[0] : value
    const callee = call && (field(call, 'constructor') ?? field(call, 'function'))
    const list = call && field(call, 'arguments')
    // `const app = app.use()` would be an endless recursion.
    if (!callee || !list || hasSpread(list) || depth > 0) return null
    const inner = this.setupOf(callee, depth + 1)
    if (!inner || inner.isVariable) return null
    const args = list.type === 'arguments' ? named(list).map(simplify).join(', ') : ''
    const made = `${isAwaited ? 'await ' : ''}${call.type === 'new_expression' ? 'new ' : ''}${[inner.root, ...inner.path].join('.')}(${args})`
    return { head: `${inner.head}\nconst item = ${made}`, root: 'item', path, isVariable: true }
  }

  row(kind: string, code: string): Row {
    return { label: 'correct', kind, package: this.name, code, source: this.source }
  }
}

function hasSpread(list: SyntaxNode): boolean {
  return list.children.some(child => child.type === 'spread_element')
}

/** Plain literals stay; option objects keep their keys; everything else becomes a value of any type. */
function simplify(node: SyntaxNode): string {
  const text = textOf(node)
  if (['string', 'number', 'true', 'false', 'null'].includes(node.type) && text.length < 40) return text
  if (node.type === 'object') {
    const keys = named(node).flatMap(pair => {
      const key =
        pair.type === 'pair' || pair.type === 'method_definition'
          ? (field(pair, 'key') ?? field(pair, 'name'))
          : pair.type === 'shorthand_property_identifier'
            ? pair
            : null
      return key && key.type !== 'computed_property_name' ? [`${textOf(key)}: undefined as any`] : []
    })
    return keys.length > 0 ? `{ ${keys.join(', ')} }` : '{ }'
  }
  return 'undefined as any'
}
