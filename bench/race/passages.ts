import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { Passages } from './contestants.ts'

const dimensions = 384

/** Writes the passages of a library to files that every contestant reads: `<path>.jsonl` and `<path>.f32`. */
export async function writePassages(store: string, path: string): Promise<void> {
  const database = new DatabaseSync(store, { readOnly: true })
  const texts = createWriteStream(`${path}.jsonl`)
  const vectors = createWriteStream(`${path}.f32`)
  const rows = database.prepare(`SELECT chunks.id, vector, document_key AS document, chunks.start, chunks.end
    FROM chunks JOIN vectors ON chunk_key = chunks.key ORDER BY chunks.key`)
  const pieces = database.prepare('SELECT markdown FROM pieces WHERE document_key = ? ORDER BY start')
  let document: unknown = null
  let markdown = ''
  for (const row of rows.iterate()) {
    if (row.document !== document) {
      document = row.document
      markdown = pieces
        .all(Number(row.document))
        .map(piece => String(piece.markdown))
        .join('')
    }
    const text = markdown.slice(Number(row.start), Number(row.end))
    if (!texts.write(`${JSON.stringify({ id: row.id, text })}\n`)) await once(texts, 'drain')
    // SAFETY: the column is a blob.
    if (!vectors.write(Buffer.from(row.vector as Uint8Array))) await once(vectors, 'drain')
  }
  database.close()
  for (const stream of [texts, vectors]) {
    stream.end()
    await once(stream, 'finish')
  }
}

export async function readPassages(path: string): Promise<Passages> {
  const lines = (await readFile(`${path}.jsonl`, 'utf8')).trimEnd().split('\n')
  const rows: { id: string; text: string }[] = lines.map(line => JSON.parse(line))
  const bytes = await readFile(`${path}.f32`)
  const vectors = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  return {
    count: rows.length,
    idAt: index => rows[index]?.id ?? '',
    textAt: index => rows[index]?.text ?? '',
    vectorAt: index => vectors.subarray(index * dimensions, (index + 1) * dimensions),
  }
}

/** The true nearest passages of each vector: all of them compared as float32. */
export function findNearest(
  { count, idAt, vectorAt }: Passages,
  vectors: readonly Float32Array[],
  wanted: number,
): string[][] {
  const best = vectors.map((): { id: string; score: number }[] => [])
  for (let index = 0; index < count; index++) {
    const passage = vectorAt(index)
    for (const [number, vector] of vectors.entries()) {
      let score = 0
      for (let i = 0; i < vector.length; i++) score += (vector[i] ?? 0) * (passage[i] ?? 0)
      const list = best[number] ?? []
      if (list.length === wanted && score <= (list.at(-1)?.score ?? 0)) continue
      list.push({ id: idAt(index), score })
      list.sort((one, other) => other.score - one.score)
      list.length = Math.min(list.length, wanted)
    }
  }
  return best.map(list => list.map(({ id }) => id))
}
