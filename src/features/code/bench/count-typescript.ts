import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Node, type NodeArray, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { type Counts, emptyCounts } from './compare-counts.ts'

/** The same count by the TypeScript compiler's own parser. */
export async function countTypeScript(root: string, paths: readonly string[]): Promise<Map<string, Counts>> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-count-'))
  const config = join(folder, 'tsconfig.json')
  const options = { noEmit: true, noResolve: true, types: [], lib: [], noLib: true, allowJs: false }
  await writeFile(
    config,
    JSON.stringify({ compilerOptions: options, files: paths.map(path => join(root, path)) }),
  )
  const api = new API()
  try {
    const snapshot = api.updateSnapshot({ openProjects: [config] })
    const [project] = snapshot.getProjects()
    const found = new Map<string, Counts>()
    for (const path of paths) {
      const file = project?.program.getSourceFile(join(root, path))
      if (file) found.set(path, countFile(file))
    }
    return found
  } finally {
    api.close()
    await rm(folder, { recursive: true })
  }
}

const plainKinds = new Map<SyntaxKind, string>([
  [SyntaxKind.ClassDeclaration, 'class'],
  [SyntaxKind.InterfaceDeclaration, 'interface'],
  [SyntaxKind.EnumDeclaration, 'enum'],
  [SyntaxKind.TypeAliasDeclaration, 'type'],
  [SyntaxKind.FunctionDeclaration, 'function'],
])

const methodKinds = new Set<SyntaxKind>([
  SyntaxKind.MethodDeclaration,
  SyntaxKind.MethodSignature,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
  SyntaxKind.CallSignature,
  SyntaxKind.ConstructSignature,
])

const propertyKinds = new Set<SyntaxKind>([
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertySignature,
  SyntaxKind.EnumMember,
])

function countFile(file: Node): Counts {
  const counts = emptyCounts()
  const add = (kind: string, by = 1) => {
    counts[kind] = (counts[kind] ?? 0) + by
  }
  const addParameters = (node: Node) =>
    add(
      'parameter',
      childrenOf(node).filter(
        child => child.kind === SyntaxKind.Parameter && textOf(file, child, 'name') !== 'this',
      ).length,
    )
  const visit = (node: Node): void => {
    const kind = plainKinds.get(node.kind)
    if (kind) add(kind)
    if (kind === 'function') addParameters(node)
    if (kind === 'class' || kind === 'interface' || kind === 'enum') {
      for (const member of childrenOf(node)) {
        if (isComputed(member)) continue
        if (methodKinds.has(member.kind)) {
          add('method')
          addParameters(member)
        }
        if (propertyKinds.has(member.kind)) add('property')
        if (member.kind === SyntaxKind.Constructor)
          add(
            'property',
            childrenOf(member).filter(child => child.kind === SyntaxKind.Parameter && hasAccess(child))
              .length,
          )
      }
      for (const member of childrenOf(node))
        for (const part of childrenOf(member)) if (part.kind === SyntaxKind.Block) visit(part)
      return
    }
    if (node.kind === SyntaxKind.ModuleDeclaration) {
      if (isGlobal(file, node)) return
      // `namespace A.B {}` is one declaration with a dotted name.
      if (!childrenOf(node).some(child => child.kind === SyntaxKind.ModuleDeclaration)) add('namespace')
    }
    if (node.kind === SyntaxKind.VariableDeclaration) {
      const children = childrenOf(node)
      const held = children.find(
        child => child.kind === SyntaxKind.ArrowFunction || child.kind === SyntaxKind.FunctionExpression,
      )
      if (held) {
        add('function')
        addParameters(held)
      }
      if (held) for (const part of childrenOf(held)) if (part.kind === SyntaxKind.Block) visit(part)
      return
    }
    if (node.kind === SyntaxKind.ImportDeclaration || node.kind === SyntaxKind.ExportDeclaration)
      add('import', importCount(node))
    if (
      node.kind === SyntaxKind.ImportEqualsDeclaration &&
      childrenOf(node).some(child => child.kind === SyntaxKind.ExternalModuleReference)
    )
      add('import')
    if (isExpression(node)) return
    for (const child of childrenOf(node)) visit(child)
  }
  visit(file)
  return counts
}

function childrenOf(node: Node): Node[] {
  const found: Node[] = []
  node.forEachChild(
    child => {
      found.push(child)
      return undefined
    },
    (children: NodeArray<Node>) => {
      found.push(...children)
      return undefined
    },
  )
  return found
}

function importCount(node: Node): number {
  const isExport = node.kind === SyntaxKind.ExportDeclaration
  const children = childrenOf(node)
  if (isExport && !children.some(child => child.kind === SyntaxKind.StringLiteral)) return 0
  let count = 0
  const visit = (part: Node): void => {
    if (
      part.kind === SyntaxKind.ImportSpecifier ||
      part.kind === SyntaxKind.ExportSpecifier ||
      part.kind === SyntaxKind.NamespaceImport ||
      part.kind === SyntaxKind.NamespaceExport
    )
      count++
    else if (part.kind === SyntaxKind.Identifier) count++
    else if (part.kind !== SyntaxKind.StringLiteral && part.kind !== SyntaxKind.ImportAttributes)
      for (const child of childrenOf(part)) visit(child)
  }
  for (const child of children) visit(child)
  const isBare = isExport
    ? !children.some(
        child => child.kind === SyntaxKind.NamedExports || child.kind === SyntaxKind.NamespaceExport,
      )
    : !children.some(child => child.kind === SyntaxKind.ImportClause)
  return isBare ? 1 : count
}

function isComputed(member: Node): boolean {
  const name = childrenOf(member).find(child => child.kind === SyntaxKind.ComputedPropertyName)
  if (!name) return false
  const [inner] = childrenOf(name)
  return !(inner?.kind === SyntaxKind.PropertyAccessExpression)
}

function hasAccess(parameter: Node): boolean {
  return childrenOf(parameter).some(child =>
    [
      SyntaxKind.PublicKeyword,
      SyntaxKind.PrivateKeyword,
      SyntaxKind.ProtectedKeyword,
      SyntaxKind.ReadonlyKeyword,
    ].includes(child.kind),
  )
}

function isGlobal(file: Node, node: Node): boolean {
  return textOf(file, node, 'name') === 'global'
}

function isExpression(node: Node): boolean {
  return (
    node.kind === SyntaxKind.ArrowFunction ||
    node.kind === SyntaxKind.FunctionExpression ||
    node.kind === SyntaxKind.ClassExpression ||
    node.kind === SyntaxKind.ObjectLiteralExpression
  )
}

function textOf(file: Node, node: Node, key: 'name'): string {
  const name = (node as Node & { name?: { text?: string } })[key]
  return name?.text ?? (file === node ? '' : '')
}
