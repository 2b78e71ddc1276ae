import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { withQuire } from './homes.ts'

/** How often a product finds the right one of this repository's pages, of 20 questions; null: it could not be run. */
export type ProductFigures = {
  product: string
  first: number | null
  five: number | null
  remark: string
}

type Asked = { question: string; file: string }

/** Returns the files of the hits, best first. */
type Ask = (question: string) => Promise<string[]> | string[]

const root = join(import.meta.dirname, '../..')
const hits = 10

/** The same files and questions for three programs. Each of the others is started once per question. */
export async function compareProducts(work: string): Promise<ProductFigures[]> {
  const questions: Asked[] = JSON.parse(await readFile(join(import.meta.dirname, 'questions.json'), 'utf8'))
  const folder = join(work, 'products')
  const pages = join(folder, 'docs')
  await mkdir(pages, { recursive: true })
  for (const page of globSync('docs/*.md', { cwd: root }))
    await copyFile(join(root, page), join(pages, basename(page)))
  install(folder)
  return [
    await judge('Quire', questions, () => askQuire(folder, pages), 'defaults'),
    await judge(
      'mcp-local-rag',
      questions,
      () => askLocalRag(folder, pages),
      "with Quire's model: its own must be downloaded from the hub, which cannot be reached here",
    ),
    await judge(
      'qmd',
      questions,
      () => askQmd(folder, pages),
      '`qmd search` (words only, all of them must occur); `qmd query` needs three models from the hub, which cannot be reached here',
    ),
  ]
}

/** Newer releases may need what this program cannot give; these were run. */
const products = ['mcp-local-rag@0.10.1', '@tobilu/qmd@2.8.3']

function install(folder: string): void {
  if (existsSync(join(folder, 'node_modules'))) return
  spawnSync('npm', ['init', '-y'], { cwd: folder })
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...products], {
    cwd: folder,
    stdio: 'ignore',
  })
}

async function judge(
  product: string,
  questions: readonly Asked[],
  open: () => Promise<Ask>,
  remark: string,
): Promise<ProductFigures> {
  console.error(`… asking ${product}`)
  try {
    const ask = await open()
    let first = 0
    let five = 0
    for (const { question, file } of questions) {
      const files = [...new Set((await ask(question)).map(path => basename(path)))]
      if (files[0] === file) first += 1
      if (files.slice(0, 5).includes(file)) five += 1
    }
    return { product, first, five, remark }
  } catch (error) {
    return { product, first: null, five: null, remark: `not run: ${String(error).slice(0, 120)}` }
  }
}

async function askQuire(folder: string, pages: string): Promise<Ask> {
  const home = join(folder, 'quire-home')
  await rm(home, { recursive: true, force: true })
  const main = join(root, 'src/app/main.ts')
  run(process.execPath, [main, 'ingest', pages, '--home', home, '--library', 'docs'], {})
  return question =>
    withQuire(home, async ({ engine }) => {
      const request = {
        collections: ['docs'],
        text: question,
        limit: hits,
        mode: 'hybrid',
        filter: [],
        sort: 'relevance',
      } as const
      const answer = await engine.search(request, new AbortController().signal)
      return answer.hits.map(({ document }) => document.source)
    })
}

async function askLocalRag(folder: string, pages: string): Promise<Ask> {
  const model = join(folder, 'cache/quire/gte-small')
  const given = join(root, 'models/gte-small-int8')
  await mkdir(join(model, 'onnx'), { recursive: true })
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json'])
    await cp(join(given, file), join(model, file))
  await cp(join(given, 'model.onnx'), join(model, 'onnx/model.onnx'))
  const program = join(folder, 'node_modules/.bin/mcp-local-rag')
  const common = [
    '--db-path',
    join(folder, 'rag'),
    '--cache-dir',
    join(folder, 'cache'),
    '--model-name',
    'quire/gte-small',
  ]
  run(process.execPath, [program, ...common, 'ingest', '--base-dir', pages, pages], {})
  return question => {
    const rows: { filePath: string }[] = JSON.parse(
      run(process.execPath, [program, ...common, 'query', question, '--limit', String(hits)], {}),
    )
    return rows.map(({ filePath }) => filePath)
  }
}

async function askQmd(folder: string, pages: string): Promise<Ask> {
  const program = join(folder, 'node_modules/.bin/qmd')
  const home = join(folder, 'qmd-home')
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  const env = { HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home }
  run(process.execPath, [program, 'collection', 'add', pages, '--name', 'docs'], env)
  return question => {
    const text = run(process.execPath, [program, 'search', question, '--json', '-n', String(hits)], env)
    const from = text.indexOf('[')
    const rows: { file: string }[] = from === -1 ? [] : JSON.parse(text.slice(from))
    return rows.map(({ file }) => file)
  }
}

function run(program: string, argv: readonly string[], env: Record<string, string>): string {
  const { status, stdout, stderr } = spawnSync(program, argv, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 600_000,
  })
  if (status !== 0)
    throw new Error(`${basename(argv[0] ?? program)} ended with ${status}: ${stderr.slice(-200)}`)
  return stdout
}
