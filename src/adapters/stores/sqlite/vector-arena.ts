import { Failure } from '../../../model/failure.ts'
import { int8Kernel } from './int8-kernel.generated.ts'

/** Where a block's parts begin, in bytes of the arena. */
export type Block = { vectors: number; scales: number; scores: number }

/** Vectors of one collection lie `perBlock` to a block, each `stride` bytes long. */
export type Layout = { stride: number; perBlock: number }

/** The memory as vectors (int8), scales and scores (float32), and the query (int16, at the very start). */
export type Views = { int8: Int8Array; float32: Float32Array; query: Int16Array }

/** Memory that WebAssembly scans, handed out in blocks of one size so that collections can come and go. */
export type VectorArena = {
  layoutFor(dimensions: number): Layout
  takeBlock(layout: Layout): Block
  giveBack(block: Block): void
  /** The whole memory. Ask again after taking a block: memory that grew invalidates older views. */
  views(): Views
  /** Scores `count` vectors of a block from the one at `first` on, into its scores. */
  scan(block: Block, layout: Layout, first: number, count: number): void
}

const pageBytes = 65_536
const blockPages = 4
const blockBytes = blockPages * pageBytes
/** The first page holds the query: 32,768 numbers of two bytes. */
const queryAddress = 0

/** The part of the global that is used here: its types ship with the browser's, which this project leaves out. */
type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number }
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => WasmMemory
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => {
    exports: Record<string, unknown>
  }
}

type Scan = (
  vector: number,
  scale: number,
  score: number,
  count: number,
  stride: number,
  query: number,
) => void

export function vectorArena(): VectorArena {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const scan = instantiate(memory)
  const free: number[] = []
  let views = viewsOf(memory)

  return {
    layoutFor(dimensions) {
      const stride = Math.ceil(dimensions / 32) * 32
      return { stride, perBlock: Math.floor(blockBytes / (stride + 8)) }
    },
    takeBlock({ stride, perBlock }) {
      const vectors = free.pop() ?? grow(memory)
      const scales = vectors + stride * perBlock
      return { vectors, scales, scores: scales + 4 * perBlock }
    },
    giveBack: block => void free.push(block.vectors),
    views() {
      if (views.int8.buffer !== memory.buffer) views = viewsOf(memory)
      return views
    },
    scan: (block, { stride }, first, count) =>
      scan(
        block.vectors + first * stride,
        block.scales + 4 * first,
        block.scores + 4 * first,
        count,
        stride,
        queryAddress,
      ),
  }
}

function viewsOf({ buffer }: WasmMemory): Views {
  return {
    int8: new Int8Array(buffer),
    float32: new Float32Array(buffer),
    query: new Int16Array(buffer, queryAddress, pageBytes / 2),
  }
}

function instantiate(memory: WasmMemory): Scan {
  const module = new WebAssembly.Module(Buffer.from(int8Kernel, 'base64'))
  const { exports } = new WebAssembly.Instance(module, { quire: { memory } })
  // SAFETY: int8-kernel.wat exports exactly this function.
  return exports.scan as Scan
}

function grow(memory: WasmMemory): number {
  try {
    return memory.grow(blockPages) * pageBytes
  } catch (cause) {
    throw new Failure(
      'unavailable',
      'STORE_OUT_OF_MEMORY',
      'There is no memory left for the vectors of the store.',
      {
        hint: 'Give the process more memory, or split the collections over several stores.',
        cause,
      },
    )
  }
}
