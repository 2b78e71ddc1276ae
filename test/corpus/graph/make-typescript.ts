/**
 * Writes typescript.jsonl: correct uses found in the packages' own documentation, and planted errors made of them.
 * Every row is judged by the TypeScript compiler, never by the checker under test: correct uses compile, planted
 * errors do not. Run with Node: `node test/corpus/graph/make-typescript.ts [--packages=a,b] [--root=folder] [--out=file]`,
 * where `root` holds the `node_modules`. With other packages it makes a set that nothing was tuned on.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { grammars } from '../../../src/adapters/code/grammars.ts'
import { field, named, type SyntaxNode, textOf } from '../../../src/adapters/code/syntax.ts'

const home = resolve(import.meta.dirname, '../../..')
const { values: options } = parseArgs({
  options: {
    packages: {
      type: 'string',
      default:
        'commander,yaml,hono,zod,undici,cheerio,p-queue,eventemitter3,jszip,chalk,chokidar,fflate,jose,saxes,ajv,pino,open,smol-toml,nanoid,p-retry,file-type,@hono/node-server,@langchain/mcp-adapters,htmlparser2,domutils,css-select,entities,tinyglobby,picomatch,ipaddr.js,@modelcontextprotocol/sdk',
    },
    root: { type: 'string', default: home },
    out: { type: 'string', default: join(import.meta.dirname, 'typescript.jsonl') },
  },
})
const packages = options.packages.split(',')
const root = resolve(options.root)
const perPackage = { import: 4, constructor: 5, method: 14, function: 8, attribute: 6 }

type Row = {
  label: 'correct' | 'error'
  kind: string
  package: string
  code: string
  source: string
  wrong?: string
}
type Use = Row & { plant: { kind: string; code: string; wrong: string }[] }

const parseTree = grammars()
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function main(): Promise<void> {
  const uses = (await Promise.all(packages.map(findUses))).flat()
  const good = await compiles(uses.map(use => use.code))
  const correct = choose(uses.filter((_, at) => good[at]))
  const planted = correct.flatMap(use =>
    use.plant.map((one): Row => ({ label: 'error', package: use.package, source: use.source, ...one })),
  )
  const stillGood = await compiles(planted.map(row => row.code))
  const rows: Row[] = [
    ...correct.map(({ plant: _, ...row }) => row),
    ...planted.filter((_, at) => !stillGood[at]),
  ]
  const unique = new Map(
    rows.map(row => [row.code, { id: digest(row.code).slice(0, 12), language: 'typescript', ...row }]),
  )
  const lines = [...unique.values()].map(row => JSON.stringify(row))
  await writeFile(options.out, `${lines.join('\n')}\n`)
  const counts = Map.groupBy(unique.values(), row => `${row.label} ${row.kind}`)
  for (const [key, group] of [...counts].sort()) console.log(key, group.length)
  console.log(new Set([...unique.values()].map(row => row.package)).size, 'packages')
}

/** By package and kind, in order of hash, one per name: a popular function must not fill its package's share. */
function choose(uses: readonly Use[]): Use[] {
  const groups = Map.groupBy(uses, use => `${use.package} ${use.kind}`)
  return [...groups.values()].flatMap(group => {
    const seen = new Set<string>()
    const limit = perPackage[(group[0]?.kind ?? 'method') as keyof typeof perPackage]
    return group
      .toSorted((a, b) => digest(a.code).localeCompare(digest(b.code)))
      .filter(use => !seen.has(use.wrong ?? use.code) && seen.size < limit && seen.add(use.wrong ?? use.code))
      .map(({ wrong: _, ...use }) => use)
  })
}

async function findUses(name: string): Promise<Use[]> {
  const folder = join(root, 'node_modules', name)
  const files = await readdir(folder, { recursive: true }).catch(() => [])
  const documents = files
    .filter(file => /\.md$/i.test(file) && !/node_modules|CHANGELOG|LICENSE/i.test(file))
    .sort()
    .slice(0, 60)
  const found = new Map<string, Use>()
  for (const document of documents) {
    const text = await readFile(join(folder, document), 'utf8')
    const blocks = [...text.matchAll(/```(?:js|ts|javascript|typescript|mjs)\b[^\n]*\n([\s\S]*?)```/g)].map(
      match => match[1] ?? '',
    )
    const trees = await Promise.all(blocks.map(block => parseTree('typescript', block)))
    const reader = new Reader(name, `${name}/${document}`)
    for (const { root: tree } of trees) reader.collect(tree)
    for (const { root: tree } of trees) for (const use of reader.uses(tree)) found.set(use.code, use)
  }
  return [...found.values()]
}

class Reader {
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

  /** What must stand before an expression rooted in an import, or in a variable made of one. */
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
    // `const app = app.use()` would lead back to itself.
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

/** Two plausible mistakes for a name, chosen by its hash. */
function wrongNames(name: string): string[] {
  const seed = Number.parseInt(digest(name).slice(0, 6), 16)
  const swaps = [
    ['get', 'fetch'],
    ['add', 'append'],
    ['parse', 'decode'],
    ['set', 'assign'],
    ['to', 'as'],
    ['on', 'when'],
    ['create', 'make'],
    ['is', 'has'],
  ]
  const options = swaps.flatMap(([a = '', b = '']) => (name.startsWith(a) ? [b + name.slice(a.length)] : []))
  const cut = 1 + (seed % Math.max(1, name.length - 1))
  if (name.length > 3) options.push(name.slice(0, cut) + name.slice(cut + 1))
  options.push(
    `${name}All`,
    `${name}s`,
    name.includes('_') ? name.replaceAll('_', '') : name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
  )
  const usable = [...new Set(options)].filter(one => one !== name && /^[A-Za-z_$]\w*$/.test(one))
  return usable.length === 0 ? [] : [usable[seed % usable.length] ?? '']
}

/** One compiler run over all texts; which of them compile. */
async function compiles(texts: readonly string[]): Promise<boolean[]> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-set-'))
  await mkdir(join(folder, 'src'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await Promise.all(
    texts.map((text, at) => writeFile(join(folder, 'src', `s${at}.ts`), `${text}\nexport {}\n`)),
  )
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
      },
      include: ['src'],
    }),
  )
  const output = await new Promise<string>(done => {
    execFile(
      join(home, 'node_modules/.bin/tsc'),
      ['-p', folder, '--pretty', 'false'],
      { maxBuffer: 1 << 28, cwd: folder },
      (_, stdout) => done(stdout),
    )
  })
  const broken = new Set([...output.matchAll(/^src\/s(\d+)\.ts\(/gm)].map(match => Number(match[1])))
  await rm(folder, { recursive: true })
  return texts.map((_, at) => !broken.has(at))
}

await main()
