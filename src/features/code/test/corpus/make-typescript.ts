/**
 * Writes typescript.jsonl: correct uses found in the packages' own documentation, and planted errors made of them.
 * Every row is judged by the TypeScript compiler, never by the checker under test: correct uses compile, planted
 * errors do not. Run with Node: `node src/features/code/test/corpus/make-typescript.ts [--packages=a,b] [--root=folder] [--out=file]`,
 * where `root` contains the `node_modules`. With other packages it writes a set that nothing was tuned on.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { grammars } from '../../parse/grammars.ts'
import { compiles } from './compiles.ts'
import { digest } from './digest.ts'
import { type Row, type Use, UseReader } from './use-reader.ts'

const home = resolve(import.meta.dirname, '../../../../..')
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

const parseTree = grammars()

async function main(): Promise<void> {
  const uses = (await Promise.all(packages.map(findUses))).flat()
  const good = await compiles(
    uses.map(use => use.code),
    root,
  )
  const correct = choose(uses.filter((_, at) => good[at]))
  const planted = correct.flatMap(use =>
    use.plant.map((one): Row => ({ label: 'error', package: use.package, source: use.source, ...one })),
  )
  const stillGood = await compiles(
    planted.map(row => row.code),
    root,
  )
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

/** Chosen by package and kind in order of hash, one per name, so that no popular function fills the share of its package. */
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
    const reader = new UseReader(name, `${name}/${document}`)
    for (const { root: tree } of trees) reader.collect(tree)
    for (const { root: tree } of trees) for (const use of reader.uses(tree)) found.set(use.code, use)
  }
  return [...found.values()]
}

await main()
