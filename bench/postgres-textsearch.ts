/**
 * Whether the extension pg_textsearch ranks by words as the core does: the ten best of every question of a retrieval set, by
 * its BM25 and by `scoreTerm`, over the same terms. PGlite, which has the extension, is downloaded by this command.
 *   npm run measure -- postgres-textsearch [--set nfcorpus] [--data <folder of sets>]
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyzer } from '../src/adapters/analyzers/analyzer.ts'
import { rarityOf, scoreTerm } from '../src/core/model/lexical-scoring.ts'
import { lexicalScoring } from '../src/core/search/lexical-scoring.ts'
import { type Lite, openLite } from '../test/support/pglite-databases.ts'

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'nfcorpus' },
    data: { type: 'string', default: join(import.meta.dirname, '../../shared/data/retrieval') },
  },
})
const folder = join(options.data, options.set)
const { analyze } = analyzer()
const { k1, b } = lexicalScoring
const wanted = 10

type Text = { id: number; terms: string[] }

/** Terms become words that the extension's own analysis leaves as they are. */
const words = new Map<string, string>()
function wordOf(term: string): string {
  const known = words.get(term) ?? `t${words.size}`
  words.set(term, known)
  return known
}

async function readTexts(file: string): Promise<Text[]> {
  const lines = (await readFile(join(folder, file), 'utf8')).trim().split('\n')
  return lines.map((line, id) => {
    const { title = '', text } = JSON.parse(line)
    return { id, terms: analyze(`${title} ${text}`, 'en').map(wordOf) }
  })
}

const [documents, questions] = [await readTexts('corpus.jsonl'), await readTexts('queries.jsonl')]
const lite = await openLite()
const version = await index(lite)
const core = coreRanking()
let [same, shared, asked, places] = [0, 0, 0, 0]
for (const { terms } of questions) {
  const distinct = [...new Set(terms)]
  const mine = core(distinct)
  if (mine.length === 0) continue
  const theirs = await extensionRanking(lite, distinct)
  asked += 1
  places += mine.length
  shared += mine.filter(id => theirs.includes(id)).length
  if (mine.join() === theirs.slice(0, mine.length).join()) same += 1
}
console.log(
  `pg_textsearch ${version}, ${options.set}: ${documents.length} texts, ${asked} questions; the ten best are equal in content ${((100 * shared) / places).toFixed(1)} %, in order too for ${same} questions`,
)
await lite.close()

async function index(lite: Lite): Promise<string> {
  await lite.query('CREATE EXTENSION pg_textsearch')
  await lite.query('CREATE TABLE texts (id int PRIMARY KEY, content text)')
  for (let from = 0; from < documents.length; from += 500) {
    const part = documents.slice(from, from + 500)
    await lite.query('INSERT INTO texts SELECT * FROM unnest($1::int[], $2::text[])', [
      part.map(({ id }) => id),
      part.map(({ terms }) => terms.join(' ')),
    ])
  }
  await lite.query(
    `CREATE INDEX texts_bm25 ON texts USING bm25 (content) WITH (text_config = 'simple', k1 = ${k1}, b = ${b})`,
  )
  const { rows } = await lite.query("SELECT extversion FROM pg_extension WHERE extname = 'pg_textsearch'")
  return String(rows[0]?.extversion)
}

async function extensionRanking(lite: Lite, terms: readonly string[]): Promise<number[]> {
  const { rows } = await lite.query(
    `SELECT id FROM texts ORDER BY content <@> to_bm25query($1, 'texts_bm25'), id LIMIT ${wanted}`,
    [terms.join(' ')],
  )
  return rows.map(({ id }) => Number(id))
}

/** The core's formula over a plain inverted index. */
function coreRanking(): (terms: readonly string[]) => number[] {
  const uses = new Map<string, Map<number, number>>()
  for (const { id, terms } of documents)
    for (const term of terms) {
      const postings = uses.get(term) ?? new Map<number, number>()
      uses.set(term, postings)
      postings.set(id, (postings.get(id) ?? 0) + 1)
    }
  const meanLength = documents.reduce((sum, { terms }) => sum + terms.length, 0) / documents.length
  return terms => {
    const scores = new Map<number, number>()
    for (const term of terms) {
      const postings = uses.get(term) ?? new Map<number, number>()
      const statistics = { chunks: documents.length, containing: postings.size, meanLength }
      if (rarityOf(statistics) <= 0) continue
      for (const [id, body] of postings) {
        const length = documents[id]?.terms.length ?? 0
        const score = scoreTerm({ heading: 0, body, length }, statistics, lexicalScoring)
        scores.set(id, (scores.get(id) ?? 0) + score)
      }
    }
    return [...scores]
      .sort(([idA, a], [idB, b]) => b - a || idA - idB)
      .slice(0, wanted)
      .map(([id]) => id)
  }
}
