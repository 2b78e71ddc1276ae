import { throwIfAborted } from '../../core/model/failure.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { requireVector } from './require-vector.ts'

const defaultDimensions = 64

/**
 * Feature hashing of words and their letter trigrams: texts that share words, or parts of words, have similar vectors.
 * Needs no model and no files, and is the same on every machine: for tests and trials.
 */
export function hashEmbedder(dimensions: number = defaultDimensions): Embedder {
  const id = `hash-${dimensions}`
  return {
    id,
    dimensions,
    maxTokens: 512,
    // It runs on the calling thread: a batch takes a few milliseconds.
    maxBatch: 64,
    languages: null,
    isLocal: true,
    countTokens: text => wordsOf(text).length,
    async embedDocuments(texts, signal) {
      throwIfAborted(signal)
      return texts.map(text => requireVector(hashText(text, dimensions), dimensions, id))
    },
    async embedQuery(text, signal) {
      throwIfAborted(signal)
      return requireVector(hashText(text, dimensions), dimensions, id)
    },
    tokens: null,
    async compareWords(question, texts, signal) {
      throwIfAborted(signal)
      return texts.map(text => question.map(word => nearestWord(word, text)))
    },
    async warm() {},
    async close() {},
  }
}

/** Words, and every other visible character as a token of its own. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
  )
}

/** Without a model a word is similar to itself only. */
function nearestWord(word: string, text: string): number {
  const own = wordsOf(word)
  const others = new Set(wordsOf(text))
  return own.length === 0 ? 0 : own.filter(part => others.has(part)).length / own.length
}

const trigramWeight = 0.3

function hashText(text: string, dimensions: number): Float64Array {
  const sums = new Float64Array(dimensions)
  const words = wordsOf(text).slice(0, 512)
  for (const word of words) {
    addFeature(sums, word, 1)
    const framed = `^${word}$`
    for (let i = 0; i + 3 <= framed.length; i++) addFeature(sums, framed.slice(i, i + 3), trigramWeight)
  }
  // An empty text, and one whose features cancel out, needs a non-zero vector too.
  if (sums.every(value => value === 0)) addFeature(sums, '', 1)
  return sums
}

function addFeature(sums: Float64Array, feature: string, weight: number): void {
  const hash = fnv1a(feature)
  const place = (hash >>> 1) % sums.length
  sums[place] = (sums[place] ?? 0) + ((hash & 1) === 1 ? weight : -weight)
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  // The low bits of FNV are weak, and they select position and sign.
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x45d9f3b)
  return (hash ^ (hash >>> 16)) >>> 0
}
