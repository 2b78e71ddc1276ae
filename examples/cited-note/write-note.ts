/** Ingests sources into a library, searches for a question, verifies each quotation and writes a note from them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { verifyCitation } from './servers/citations/index.ts'
import { ingestFile, ingestUrl, type SearchOutput, search } from './servers/documents/index.ts'

type Passage = SearchOutput['results'][number]

const library = 'cited-note'
const [question, ...sources] = process.argv.slice(2)
if (question === undefined) throw new Error('Usage: node write-note.ts "<question>" [<path or address>…]')
await mkdir('work', { recursive: true })

const ingested = []
for (const source of sources)
  ingested.push(
    /^https?:/.test(source)
      ? await ingestUrl({ url: source, library })
      : await ingestFile({ path: source, library }),
  )
await keep('1-sources.json', ingested)
console.log(`${ingested.length} sources: ${ingested.map(({ status }) => status).join(', ') || 'none given'}`)

const { results } = await search({ query: question, library, top_k: 6 })
await keep('2-passages.json', results)
console.log(`${results.length} passages found`)

const quotes = results.map(passage => ({ passage, quote: firstSentences(passage.content) }))
const verdicts = await Promise.all(
  quotes.map(({ quote, passage }) => verifyCitation({ library, quote, doc_id: passage.doc_id })),
)
await keep('3-verdicts.json', verdicts)

const exact = quotes.filter((_, place) => verdicts[place]?.verdict === 'exact')
const lines = exact.map(({ passage, quote }, place) => `${place + 1}. “${quote}” (${cite(passage)})`)
await writeFile('work/note.md', [`# ${question}`, '', ...lines, ''].join('\n'))
console.log(`work/note.md: ${exact.length} quotations, each verified word for word`)

async function keep(name: string, value: unknown): Promise<void> {
  await writeFile(`work/${name}`, `${JSON.stringify(value, null, 2)}\n`)
}

/** A quotation of moderate length that ends with a sentence. */
function firstSentences(text: string): string {
  const prose = text.replace(/^#.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
  const sentences = prose.match(/[^.!?]+[.!?]+/g) ?? [prose]
  return sentences.slice(0, 2).join('').trim()
}

function cite({ title, page, page_label, link }: Passage): string {
  const where = page === 0 ? title : `${title}, p. ${page_label ?? page}`
  return `[${where}](${link})`
}
