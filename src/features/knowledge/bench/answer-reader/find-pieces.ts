/**
 * Finds the pieces between which the answer reader learns to choose (docs/decisions/041): for each question of `questions.jsonl` the
 * pieces of the passages that a search finds in its manual, marked by whether they have the quote. Prints for how many questions one has.
 *
 *     npm run measure -- reader-pieces --manuals <folder> --homes <folder> --out <file>
 *
 * `<manuals>/<package>` holds the files of a manual; `<homes>` keeps the libraries. Writes one line a question.
 */

import { existsSync, globSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTool } from '../../../../../bench/call-tool.ts'
import { testProcess } from '../../../../../test/contract/world.ts'
import { readConfig } from '../../../../app/config/read-config.ts'
import { type Wired, wire } from '../../../../app/wire.ts'
import type { Hit } from '../../../../core/model/hit.ts'
import { listPieces, type Piece, textOf } from '../../answer/list-pieces.ts'
import { textToRead } from '../../answer/read-pieces.ts'
import { coverageOf, weighTerms } from '../../answer/weigh-terms.ts'

type Asked = { package: string; quote: string; plain: string; other: string; near: string }
type Kind = 'plain' | 'other' | 'near'

const root = join(import.meta.dirname, '../../../../..')
const mostPieces = 24
const mostTokens = { question: 48, piece: 110 }

const { values } = parseArgs({
  options: { manuals: { type: 'string' }, homes: { type: 'string' }, out: { type: 'string' } },
})
const [manuals = '', homes = '', out = ''] = [values.manuals, values.homes, values.out].map(path =>
  resolve(path ?? ''),
)
const tokenize = await loadWords()

async function main(): Promise<void> {
  if (Object.keys(values).length < 3) return console.log('skipped: --manuals, --homes and --out are needed')
  const counts = { plain: 0, other: 0, near: 0 }
  const lines = (await readFile(join(import.meta.dirname, 'questions.jsonl'), 'utf8')).trim().split('\n')
  const asked = lines.map((line): Asked => JSON.parse(line))
  await writeFile(out, '')
  for (const [manual, own] of Map.groupBy(asked, ({ package: name }) => name)) {
    const wired = await openManual(manual)
    for (const question of own)
      for (const kind of ['plain', 'other', 'near'] as const) {
        const found = { k: kind, m: manual, ...(await findPieces(question, kind, wired)) }
        await appendFile(out, `${JSON.stringify(found)}\n`)
        if (found.r.some(([has, , rank]) => has === 1 && rank >= 0)) counts[kind]++
      }
    await wired.close()
    console.log(`${manual}: ${own.length} passages`)
  }
  for (const [kind, count] of Object.entries(counts))
    console.log(`${kind}: ${count} of ${asked.length} questions find a piece with their quote`)
}

async function openManual(manual: string): Promise<Wired> {
  const home = join(homes, manual)
  const isKept = existsSync(home)
  const process = testProcess(root, ['--home', home, '--toolsets', 'knowledge'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  if (isKept) return wired
  const folder = join(manuals, manual)
  const file_paths = globSync('**/*.{html,htm,md,txt,pdf}', { cwd: folder }).map(file => join(folder, file))
  for (let at = 0; at < file_paths.length; at += 50)
    await callTool(wired, 'ingest_documents', { file_paths: file_paths.slice(at, at + 50) })
  await wired.engine.vectors.settle(new AbortController().signal, () => {})
  return wired
}

/** A piece as [has the quote, 0, place of its passage, tokens]; the place of a piece that no search for the question finds is −1. */
type Row = [number, number, number, number[]]

async function findPieces(
  { quote, ...asked }: Asked,
  kind: Kind,
  wired: Wired,
): Promise<{ q: number[]; r: Row[] }> {
  const question = asked[kind]
  const rows = (await likeliest(question, wired)).map(piece => rowOf(piece, quote))
  const isFound = kind === 'near' || rows.some(([has]) => has === 1)
  const missed = isFound ? [] : await search(quote, wired)
  const right = listPieces(missed).find(piece => hasQuote(textOf(piece), quote))
  const added = right === undefined ? [] : [rowOf({ ...right, rank: -1 }, quote)]
  return { q: tokenize(question).slice(0, mostTokens.question), r: [...rows, ...added] }
}

function rowOf(piece: Piece, quote: string): Row {
  const tokens = tokenize(textToRead(piece)).slice(0, mostTokens.piece)
  return [Number(hasQuote(textOf(piece), quote)), 0, piece.rank, tokens]
}

async function search(text: string, { engine }: Wired): Promise<Hit[]> {
  const request = { collections: null, text, limit: 12, mode: 'hybrid', filter: [] } as const
  const ordered = { ...request, sort: 'relevance', isForgiving: true } as const
  return (await engine.search(ordered, new AbortController().signal)).hits
}

/** The pieces that share most with the question by words, and of the best passages. */
async function likeliest(question: string, wired: Wired): Promise<Piece[]> {
  const { store, analyzer } = wired.parts
  const collections = await store.describeCollections()
  const scope = {
    names: collections.map(({ name }) => name),
    languages: [...new Set(collections.flatMap(({ languages }) => languages))],
  }
  const terms = await weighTerms(question, scope, { analyzer, store })
  const worthOf = (piece: Piece) => {
    const share = (text: string) =>
      coverageOf(terms, new Set(analyzer.analyze(text, piece.hit.document.language)))
    const text = textOf(piece)
    return share([piece.hit.document.title, ...piece.path, text].join('\n')) + share(text) - piece.rank / 12
  }
  return listPieces(await search(question, wired))
    .map(piece => ({ piece, worth: worthOf(piece) }))
    .sort((one, other) => other.worth - one.worth)
    .slice(0, mostPieces)
    .map(({ piece }) => piece)
}

/** Markup and marks of lists may stand between the words, so six in ten of the runs of four words are enough. */
function hasQuote(text: string, quote: string): boolean {
  const plain = (marked: string) =>
    marked
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  const own = ` ${plain(text)} `
  const words = plain(quote).split(' ')
  if (own.includes(` ${words.join(' ')} `)) return true
  const runs = words.slice(0, -3).map((_, at) => words.slice(at, at + 4).join(' '))
  return words.length > 4 && runs.filter(run => own.includes(` ${run} `)).length >= 0.6 * runs.length
}

async function loadWords(): Promise<(text: string) => number[]> {
  // SAFETY: the types of the package describe both of its module formats.
  const { Tokenizer } = createRequire(import.meta.url)(
    '@huggingface/tokenizers',
  ) as typeof import('@huggingface/tokenizers')
  const read = async (name: string) =>
    JSON.parse(await readFile(join(root, 'models/gte-small-int8', name), 'utf8'))
  const tokenizer = new Tokenizer(await read('tokenizer.json'), await read('tokenizer_config.json'))
  return text => [...tokenizer.encode(text, { add_special_tokens: false }).ids]
}

await main()
