import { Failure } from '../../../core/model/failure.ts'
import { int8Kernel } from './int8-kernel.generated.ts'

/**
 * Vectors of one collection are stored `perBlock` to a block, each `stride` bytes long. Sketches are shorter, and stored in
 * groups of `grouped`: the first bytes of all, then the second bytes, and so on.
 */
export type Layout = { stride: number; sketchStride: number; perBlock: number; grouped: number }

/** Offsets of the parts of a block, in bytes from the address of the block. */
export type Parts = {
  chunkKeys: number
  documentKeys: number
  sketches: number
  scales: number
  factors: number
  bases: number
}

/** Views of the same memory with different number types. */
export type Views = {
  int8: Int8Array
  int32: Int32Array
  float32: Float32Array
  float64: Float64Array
}

/**
 * Shared memory that WebAssembly scans, allocated in blocks of one size so that collections can be added and removed.
 * Other threads open an arena of their own over the same `memory`; each has its own scratch area for a query and its
 * scores.
 */
export type VectorArena = {
  readonly memory: WasmMemory
  takeBlock(): number
  giveBack(block: number): void
  /**
   * Views of the whole memory. Get them again after taking blocks: old views end where the memory ended before it grew.
   */
  views(): Views
  /** Writes a vector into a block; returns its scale. */
  write(vector: Float32Array, address: number, stride: number): number
  /** Sets the query for `scan` and `picker`; returns what their results are multiplied by to become cosines. */
  ask(query: Float32Array, stride: number): number
  /**
   * The scores of so many vectors, by slot: `scan` and `estimate` write them, and `refine` and `best` read them. Scores of an
   * earlier search are still there.
   */
  takeScores(slots: number): Float32Array
  /** Scores `count` vectors for the query set by `ask`. */
  scan(run: { vectors: number; scales: number; first: number; count: number; stride: number }): void
  /** Writes the sketches of the first `count` vectors of a block, from `first` on. */
  sketch(block: number, layout: Layout, run: { mean: Float32Array; first: number; count: number }): void
  /** Sets the query for `estimate`: its direction, as seen from the mean of the sketches. */
  askSketches(query: Float32Array, mean: Float32Array, layout: Layout): void
  /** Estimates the cosines of the first `count` vectors of a block, whose first slot is `first`. May overwrite later scores. */
  estimate(block: number, layout: Layout, run: Run): void
  /** A value that about `wanted` of the first `slots` estimates reach. */
  leastEstimate(slots: number, wanted: number): number
  /** Replaces estimates that reach `least` by the scores for the query set by `ask`, and the others by NaN. */
  refine(block: number, layout: Layout, run: Run & { least: number }): void
  /** The slots with the `wanted` highest scores, including ties for the last place, in order. NaN is no score. */
  best(slots: number, wanted: number): number[]
}

/** The first vectors of a block, and the slot of the first one. */
type Run = { first: number; count: number }

const pageBytes = 65_536
const blockPages = 4
export const blockBytes = blockPages * pageBytes
/** Reserved address space, not used memory; smaller sizes are tried where the system refuses. */
const mostPages = [65_536, 16_384, 4_096]
/** Bytes of a vector besides its numbers: two keys. */
const keyBytes = 8 + 8
/** Bytes of a vector besides its sketch that are stored for whole groups: a scale, and two numbers of the sketch. */
const numberBytes = 4 + 4 + 4
/** As many as the kernel estimates at once. */
const grouped = 16
/**
 * Scratch area: for 32,768 numbers each the query in int16; a vector to be written or the mean of sketches in float32,
 * or the tables of a query for sketches, which take as much, and later counts of estimates or a list of slots.
 */
const scratch = {
  query: 0,
  vector: pageBytes,
  tables: pageBytes,
} as const
/** How many slots are listed at once: the list takes as much as the tables. */
const slotsPerTurn = 32_768
/** Of many estimates, every eighth is counted. */
const manyEstimates = 50_000
/** The tables for one byte of a sketch. */
const tableBytes = 32

/** The used part of the WebAssembly global: its types are in the DOM library, which this project does not include. */
export type WasmMemory = { readonly buffer: SharedArrayBuffer; grow(pages: number): number }
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum: number; shared: true }) => WasmMemory
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => {
    exports: Record<string, unknown>
  }
}

/** Functions of the WebAssembly module; these have numbers as arguments only. */
type Kernel = {
  scan(vector: number, scale: number, score: number, count: number, stride: number, query: number): void
  refine(
    score: number,
    count: number,
    least: number,
    vectors: number,
    scales: number,
    stride: number,
    query: number,
    list: number,
  ): void
  leastEstimate(from: number, end: number, step: number, every: number, wanted: number, bins: number): number
  least(from: number, end: number, wanted: number, heap: number): number
  collect(from: number, end: number, least: number, index: number, out: number): number
  quantize(source: number, target: number, stride: number): number
  sketch(
    vector: number,
    scale: number,
    stride: number,
    mean: number,
    bits: number,
    factor: number,
    base: number,
  ): void
  estimate(
    bits: number,
    factor: number,
    base: number,
    score: number,
    count: number,
    stride: number,
    tables: number,
    step: number,
    total: number,
  ): void
}

export function layoutFor(dimensions: number): Layout {
  const stride = Math.ceil(dimensions / 32) * 32
  const sketchStride = Math.ceil(dimensions / 128) * 16
  const bytesOf = (count: number) =>
    count * (stride + keyBytes) + inGroups(count) * (sketchStride + numberBytes)
  let perBlock = Math.floor(blockBytes / (stride + keyBytes + sketchStride + numberBytes))
  while (bytesOf(perBlock) > blockBytes) perBlock -= 1
  return { stride, sketchStride, perBlock, grouped }
}

/** So many vectors, or as many as are needed to fill the last group. */
function inGroups(count: number): number {
  return Math.ceil(count / grouped) * grouped
}

/** Keys are at multiples of eight bytes, because strides are multiples of 16. */
export function partsOf({ stride, sketchStride, perBlock }: Layout): Parts {
  const whole = inGroups(perBlock)
  const chunkKeys = stride * perBlock
  const documentKeys = chunkKeys + 8 * perBlock
  const sketches = documentKeys + 8 * perBlock
  const scales = sketches + sketchStride * whole
  return {
    chunkKeys,
    documentKeys,
    sketches,
    scales,
    factors: scales + 4 * whole,
    bases: scales + 8 * whole,
  }
}

export function vectorArena(shared?: WasmMemory): VectorArena {
  const memory = shared ?? reserve()
  const kernel = instantiate(memory)
  const own = growBy(memory, blockPages)
  const free: number[] = []
  let asked = { step: 0, total: 0 }
  let views = viewsOf(memory)
  /** Where the scores of one search are, and behind them a heap for the best. */
  let scores = { at: 0, bytes: 0 }

  function makeRoom(bytes: number): void {
    if (bytes <= scores.bytes) return
    const pages = Math.ceil((2 * bytes) / pageBytes)
    scores = { at: growBy(memory, pages), bytes: pages * pageBytes }
  }

  function current(): Views {
    if (views.int8.length !== memory.buffer.byteLength) views = viewsOf(memory)
    return views
  }

  return {
    memory,
    takeBlock: () => free.pop() ?? growBy(memory, blockPages),
    giveBack: block => void free.push(block),
    views: current,
    write(vector, address, stride) {
      const { float32 } = current()
      const first = (own + scratch.vector) / 4
      float32.set(vector, first)
      float32.fill(0, first + vector.length, first + stride)
      return kernel.quantize(own + scratch.vector, address, stride)
    },
    ask(query, stride) {
      return quantizeQuery(query, new Int16Array(memory.buffer, own + scratch.query, stride))
    },
    takeScores(slots) {
      // Whole groups are estimated, and read four at a time.
      const length = inGroups(slots)
      makeRoom(4 * 2 * length)
      return new Float32Array(memory.buffer, scores.at, slots)
    },
    scan({ vectors, scales, first, count, stride }) {
      kernel.scan(vectors, scales, scores.at + 4 * first, count, stride, own + scratch.query)
    },
    sketch(block, layout, { mean, first, count }) {
      const { float32 } = current()
      const { stride, sketchStride } = layout
      const parts = partsOf(layout)
      const meanAt = own + scratch.vector
      float32.set(mean, meanAt / 4)
      float32.fill(0, meanAt / 4 + mean.length, meanAt / 4 + stride)
      for (let index = first; index < first + count; index++)
        kernel.sketch(
          block + index * stride,
          float32[(block + parts.scales) / 4 + index] ?? 0,
          stride,
          meanAt,
          block + parts.sketches + (index - (index % grouped)) * sketchStride + (index % grouped),
          block + parts.factors + 4 * index,
          block + parts.bases + 4 * index,
        )
    },
    askSketches(query, mean, { sketchStride }) {
      asked = toTables(
        query,
        mean,
        new Int8Array(memory.buffer, own + scratch.tables, tableBytes * sketchStride),
      )
    },
    estimate(block, layout, { first, count }) {
      const parts = partsOf(layout)
      kernel.estimate(
        block + parts.sketches,
        block + parts.factors,
        block + parts.bases,
        scores.at + 4 * first,
        count,
        layout.sketchStride,
        own + scratch.tables,
        asked.step,
        asked.total,
      )
    },
    leastEstimate(slots, wanted) {
      const every = slots > manyEstimates ? 8 : 1
      const end = scores.at + 4 * slots
      return kernel.leastEstimate(scores.at, end, 4 * every, every, wanted, own + scratch.tables)
    },
    refine(block, layout, { first, count, least }) {
      const { stride } = layout
      const scales = block + partsOf(layout).scales
      kernel.refine(
        scores.at + 4 * first,
        count,
        least,
        block,
        scales,
        stride,
        own + scratch.query,
        own + scratch.tables,
      )
    },
    best(slots, wanted) {
      const length = inGroups(slots)
      const end = scores.at + 4 * length
      const { float32 } = current()
      float32.fill(Number.NaN, scores.at / 4 + slots, end / 4)
      const least = kernel.least(scores.at, end, Math.min(wanted, length), end)
      const list = own + scratch.tables
      const found: number[] = []
      for (let first = 0; first < length; first += slotsPerTurn) {
        const until = Math.min(length, first + slotsPerTurn)
        const last = kernel.collect(scores.at + 4 * first, scores.at + 4 * until, least, first, list)
        found.push(...new Int32Array(memory.buffer, list, (last - list) / 4))
      }
      return found
    },
  }
}

/**
 * Reads the query's direction minus the mean in steps of about an eighth of its largest number, and writes for every four of
 * them the sums of their step counts for each set of them. Returns the step, and the sum of all step counts.
 */
function toTables(
  query: Float32Array,
  mean: Float32Array,
  tables: Int8Array,
): { step: number; total: number } {
  const length = Math.hypot(...query)
  const away = query.map((value, index) => value / length - (mean[index] ?? 0))
  const step = largest(away) / 7.5
  let total = 0
  tables.fill(0)
  for (let index = 0; index < away.length; index++) {
    const steps = Math.max(-8, Math.min(7, Math.round((away[index] ?? 0) / step)))
    total += steps
    const table = (index >> 2) * 16
    const bit = 1 << (index & 3)
    for (let set = bit; set < 16; set = (set + 1) | bit)
      tables[table + set] = (tables[table + set] ?? 0) + steps
  }
  return { step, total }
}

function reserve(): WasmMemory {
  let problem: unknown
  for (const maximum of mostPages)
    try {
      const memory = new WebAssembly.Memory({ initial: 1, maximum, shared: true })
      // Only growing shows whether the memory is available.
      memory.grow(1)
      return memory
    } catch (error) {
      problem = error
    }
  throw outOfMemory(problem)
}

function viewsOf({ buffer }: WasmMemory): Views {
  return {
    int8: new Int8Array(buffer),
    int32: new Int32Array(buffer),
    float32: new Float32Array(buffer),
    float64: new Float64Array(buffer),
  }
}

function instantiate(memory: WasmMemory): Kernel {
  const module = new WebAssembly.Module(Buffer.from(int8Kernel, 'base64'))
  const { exports } = new WebAssembly.Instance(module, { quire: { memory } })
  // SAFETY: int8-kernel.wat exports exactly these functions.
  return exports as Kernel
}

/**
 * More precise than the vectors, as far as int32 sums allow. The order of scores does not depend on the scale of the
 * query; the cosines are the scores times the returned number.
 */
function quantizeQuery(query: Float32Array, target: Int16Array): number {
  const finest = Math.min(32_767, Math.floor((2 ** 31 - 1) / (128 * target.length)))
  const step = largest(query) / finest
  for (let index = 0; index < query.length; index++) target[index] = Math.round((query[index] ?? 0) / step)
  target.fill(0, query.length)
  return step / Math.hypot(...query)
}

function largest(vector: Float32Array): number {
  let most = 0
  for (let index = 0; index < vector.length; index++) most = Math.max(most, Math.abs(vector[index] ?? 0))
  return most
}

function growBy(memory: WasmMemory, pages: number): number {
  try {
    return memory.grow(pages) * pageBytes
  } catch (cause) {
    throw outOfMemory(cause)
  }
}

function outOfMemory(cause: unknown): Failure {
  return new Failure(
    'unavailable',
    'STORE_OUT_OF_MEMORY',
    'There is no memory left for the vectors of the store.',
    {
      hint: 'Give the process more memory, or split the collections over several stores.',
      cause,
    },
  )
}
