import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Failure } from '../../core/model/failure.ts'

export type BeirDocument = { id: string; title: string; text: string }
export type BeirQuery = { id: string; text: string }

/** Query id → document id → grade. */
export type Judgements = Map<string, Map<string, number>>

export type BeirSet = {
  name: string
  documents: BeirDocument[]
  queries: BeirQuery[]
  judgements: Judgements
}

/** Reads a set in BEIR layout. Queries without a judgement are skipped. */
export async function readBeir(folder: string, split: string): Promise<BeirSet> {
  await requireLayout(folder, split)
  const judgements = parseJudgements(await readFile(join(folder, 'qrels', `${split}.tsv`), 'utf8'))
  const documents: BeirDocument[] = []
  for await (const row of readJsonLines(join(folder, 'corpus.jsonl')))
    documents.push({ id: String(row._id), title: String(row.title ?? ''), text: String(row.text ?? '') })
  const queries: BeirQuery[] = []
  for await (const row of readJsonLines(join(folder, 'queries.jsonl')))
    if (judgements.has(String(row._id))) queries.push({ id: String(row._id), text: String(row.text) })
  return { name: basename(folder), documents, queries, judgements }
}

async function requireLayout(folder: string, split: string): Promise<void> {
  for (const name of ['corpus.jsonl', 'queries.jsonl', join('qrels', `${split}.tsv`)])
    await stat(join(folder, name)).catch(cause => {
      throw new Failure('not_found', 'SOURCE_NOT_FOUND', `"${folder}" has no ${name}.`, {
        hint: 'Specify a folder in BEIR layout: corpus.jsonl, queries.jsonl and qrels/<split>.tsv.',
        cause,
      })
    })
}

async function* readJsonLines(path: string): AsyncGenerator<Record<string, unknown>> {
  let number = 0
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1
    if (line.trim() !== '') yield parseLine(line, `${path}:${number}`)
  }
}

function parseLine(line: string, place: string): Record<string, unknown> {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new Failure('invalid', 'INVALID_INPUT', `${place} is not JSON.`, { cause })
  }
}

export function parseJudgements(table: string): Judgements {
  const judgements: Judgements = new Map()
  for (const line of table.split(/\r?\n/).slice(1)) {
    const [query, document, grade] = line.split('\t')
    if (query === undefined || document === undefined || grade === undefined) continue
    const graded = judgements.get(query) ?? new Map<string, number>()
    judgements.set(query, graded.set(document, Number(grade)))
  }
  return judgements
}
