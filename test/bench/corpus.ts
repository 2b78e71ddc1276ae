import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Random } from './random.ts'

const sets = ['nfcorpus', 'cranfield'].map(name =>
  join(import.meta.dirname, '../../../shared/data/retrieval', name),
)
const never = new AbortController().signal

export function isCorpusThere(): boolean {
  return sets.every(folder => existsSync(join(folder, 'corpus.jsonl')))
}

/** Abstracts of both sets, and their queries with stop words and all. */
export function readCorpus(): { texts: string[]; queries: string[] } {
  const rows = (name: string) =>
    sets.flatMap(folder =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as { title?: string; text: string }),
    )
  return {
    texts: rows('corpus.jsonl')
      .map(({ title, text }) => [title, text].filter(Boolean).join('. '))
      .filter(text => text.length > 200),
    queries: rows('queries.jsonl').map(({ text }) => text),
  }
}

/** Sentences of two real texts, so that no two are alike and the words are distributed as in life. */
export function mixTexts(texts: readonly string[], random: Random): string {
  const sentences = [random.pick(texts), random.pick(texts)].flatMap(text => text.split(/(?<=[.!?])\s+/))
  return sentences.filter(() => random.next() < 0.5).join(' ') || random.pick(texts)
}

export async function embedSeeds(texts: readonly string[], embedder: Embedder): Promise<Float32Array[]> {
  return embedder.embedDocuments(texts, never)
}

/** A neighbour of a real vector: as far from it as paraphrases are from each other. */
export function perturb(vector: Float32Array, random: Random): Float32Array {
  const noisy = vector.map(value => value + 0.02 * random.gaussian())
  const length = Math.hypot(...noisy)
  return noisy.map(value => value / length)
}
