import type { QuestionTokens } from '../ports/embedder.ts'
import { tokenKernel } from './token-kernel.generated.ts'

/** The tokens of a question and what each of them counts. */
export type WeighedTokens = { tokens: QuestionTokens; weights: readonly number[]; width: number }

/** How well a passage has the question's tokens that count, as cosines: the weighted mean, and that of the worst one. */
export type TokenMatch = { mean: number; least: number }

/** The weighted means of `matchTokens`. */
export function compareTokens(question: WeighedTokens, passages: readonly Uint8Array[]): number[] {
  return matchTokens(question, passages).map(({ mean }) => mean)
}

/**
 * Compares each token of the question with the most similar row of each passage (the comparison of ColBERT, Khattab and
 * Zaharia 2020). A row is a vector of signs, and a token's numbers are rounded to four bits, so the product of both is
 * counted with bit operations (token-kernel.wat).
 */
export function matchTokens(question: WeighedTokens, passages: readonly Uint8Array[]): TokenMatch[] {
  const rowBytes = question.width / 8
  const stride = Math.ceil(rowBytes / 16) * 16
  const tokens = quantizeTokens(question)
  const total = tokens.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return passages.map(() => nothingFound)
  const longest = passages.reduce((most, { length }) => Math.max(most, length), 0)
  const rowsAt = tokens.length * 4 * stride
  const { memory, nearest } = kernelWith(rowsAt + Math.ceil(longest / rowBytes) * stride)
  for (const [index, { planes }] of tokens.entries()) memory.set(planes, index * 4 * stride)
  return passages.map(bits => {
    const rows = Math.floor(bits.length / rowBytes)
    if (rows === 0) return nothingFound
    writeRows(memory.subarray(rowsAt), bits, { rowBytes, stride, rows })
    let sum = 0
    let least = Number.POSITIVE_INFINITY
    for (const [index, { weight, step, sum: all }] of tokens.entries()) {
      const most = nearest(rowsAt, rows, stride, index * 4 * stride)
      const similarity = Math.max(0, step * (2 * most - all))
      sum += weight * similarity
      least = Math.min(least, similarity)
    }
    const length = Math.sqrt(question.width)
    return { mean: sum / (total * length), least: least / length }
  })
}

const nothingFound: TokenMatch = { mean: 0, least: 0 }

/** Rows are padded to the stride of the kernel; what is beyond them meets zeros of the question. */
function writeRows(
  target: Uint8Array,
  bits: Uint8Array,
  { rowBytes, stride, rows }: { rowBytes: number; stride: number; rows: number },
): void {
  if (rowBytes === stride) target.set(bits)
  else
    for (let row = 0; row < rows; row++)
      target.set(bits.subarray(row * rowBytes, (row + 1) * rowBytes), row * stride)
}

/** A token's numbers in steps, as the kernel reads them, and the sum of the step counts. */
type QuantizedToken = { weight: number; planes: Uint8Array; step: number; sum: number }

/** Only tokens that count. */
function quantizeTokens({ tokens, weights, width }: WeighedTokens): QuantizedToken[] {
  return weights.flatMap((weight, token) =>
    weight === 0
      ? []
      : [{ weight, ...toPlanes(tokens.vectors.subarray(token * width, (token + 1) * width)) }],
  )
}

/** Numbers from −7 to 7 in steps of a seventh of the largest, each bit of a two's complement in a plane of its own. */
function toPlanes(vector: Float32Array): Omit<QuantizedToken, 'weight'> {
  let most = 0
  for (let index = 0; index < vector.length; index++) most = Math.max(most, Math.abs(vector[index] ?? 0))
  const step = most / 7 || 1
  const planes = new Uint8Array(64 * Math.ceil(vector.length / 128))
  let sum = 0
  for (let index = 0; index < vector.length; index++) {
    const steps = Math.round((vector[index] ?? 0) / step)
    sum += steps
    for (let plane = 0; plane < 4; plane++) {
      const at = 64 * (index >> 7) + 16 * plane + ((index >> 3) & 15)
      planes[at] = (planes[at] ?? 0) | (((steps >> plane) & 1) << (index & 7))
    }
  }
  return { planes, step, sum }
}

/** The used part of the WebAssembly global: its types are in the DOM library, which this project does not include. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

type Kernel = {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  nearest(rows: number, count: number, stride: number, planes: number): number
}

const pageBytes = 65_536

let loaded: Kernel | null = null

/** The kernel with at least this much memory. */
function kernelWith(bytes: number): { memory: Uint8Array; nearest: Kernel['nearest'] } {
  // SAFETY: token-kernel.wat exports exactly these.
  loaded ??= new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(tokenKernel, 'base64')))
    .exports as Kernel
  const { memory, nearest } = loaded
  if (memory.buffer.byteLength < bytes) memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / pageBytes))
  return { memory: new Uint8Array(memory.buffer), nearest }
}
