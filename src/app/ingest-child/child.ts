import { ingest } from '../../core/ingest/ingest.ts'
import type { IngestReport, IngestRequest, Parts } from '../../core/ingest/ingest-request.ts'
import { putVectors } from '../../core/ingest/put-vectors.ts'
import type { EmbeddedText, Embedder } from '../../core/ports/embedder.ts'
import { systemClock } from '../clock.ts'
import { openEngineParts } from '../open-engine-parts.ts'
import {
  type ChildSetup,
  type FromChild,
  type IngestOrder,
  packError,
  type ToChild,
  unpackError,
} from './messages.ts'

/**
 * The program of an ingest child. It ingests with its own store, converters and tokenizer. It calls the parent for
 * vectors and for the functions of the request.
 */
const calls = new Map<number, PromiseWithResolvers<unknown>>()
const models = new Map<string, Promise<Embedder>>()
let parts: Promise<Parts> | null = null
let setup: ChildSetup | null = null
let received: Uint8Array[] = []
let aborting = new AbortController()
let lastCall = 0

setInterval(() => tell({ kind: 'turn' }), 1_000).unref()

process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToChild) => {
  if (message.kind === 'setup') setup = message.setup
  if (message.kind === 'bytes') received.push(message.part)
  if (message.kind === 'ingest')
    void work(message.order.model, (parts, signal) => store(message.order, parts, signal))
  if (message.kind === 'vectors')
    void work(message.model, async (parts, signal) => {
      await putVectors(message, parts, signal)
      return null
    })
  if (message.kind === 'answer') settle(message.call)?.resolve(message.value)
  if (message.kind === 'refused') settle(message.call)?.reject(unpackError(message.failure))
  if (message.kind === 'abort') aborting.abort(unpackError(message.failure))
  if (message.kind === 'close') void close()
})

async function work(
  model: string,
  walk: (parts: Parts, signal: AbortSignal) => Promise<IngestReport | null>,
): Promise<void> {
  aborting = new AbortController()
  const { signal } = aborting
  try {
    const opened = await open()
    const report = await walk({ ...opened, embedder: await openModel(model, opened) }, signal)
    tell({ kind: 'done', report })
  } catch (error) {
    tell({ kind: 'failed', failure: packError(error) })
  }
}

function store(order: IngestOrder, parts: Parts, signal: AbortSignal): Promise<IngestReport> {
  const raw = { ...order.raw, bytes: Buffer.concat(received) }
  received = []
  return ingest(requestOf({ ...order, raw }), parts, {
    signal,
    progress: progress => tell({ kind: 'progress', progress }),
  })
}

function requestOf({ raw, model, asks, ...plain }: IngestOrder): IngestRequest {
  const asked = Object.fromEntries(asks.map(name => [name, (...args: unknown[]) => call(name, ...args)]))
  return {
    ...plain,
    read: async () => raw,
    onStep: step => tell({ kind: 'step', step }),
    // SAFETY: the parent calls the request's own function of this name with these arguments and returns its result.
    ...(asked as Pick<IngestRequest, (typeof asks)[number]>),
  }
}

/** Opens the store and the converters at the first source. */
function open(): Promise<Parts> {
  if (setup === null) throw new Error('A source was received before the settings.')
  const { values, path } = setup
  parts ??= openEngineParts(values, { clock: systemClock, path }).catch((error: unknown) => {
    parts = null
    throw error
  })
  return parts
}

/** Opens a model that counts tokens in this process; the parent, which has the model loaded, computes the vectors. */
async function openModel(choice: string, { openEmbedder }: Parts): Promise<Embedder> {
  if (openEmbedder === undefined) throw new Error('Models cannot be opened.')
  const known = models.get(choice) ?? openEmbedder(choice)
  models.set(choice, known)
  const model = await known
  // SAFETY: the parent returns the results of its embedder.
  return {
    ...model,
    embedDocuments: texts => call('embed', texts) as Promise<Float32Array[]>,
    tokens: model.tokens && {
      ...model.tokens,
      embedDocuments: texts => call('embedTokens', texts) as Promise<EmbeddedText[]>,
    },
  }
}

function call(name: Extract<FromChild, { kind: 'call' }>['name'], ...args: unknown[]): Promise<unknown> {
  const pending = Promise.withResolvers<unknown>()
  lastCall += 1
  calls.set(lastCall, pending)
  tell({ kind: 'call', call: lastCall, name, args })
  return pending.promise
}

function settle(id: number): PromiseWithResolvers<unknown> | undefined {
  const pending = calls.get(id)
  calls.delete(id)
  return pending
}

function tell(message: FromChild): void {
  // The callback ignores the error when the parent has already exited.
  process.send?.(message, undefined, undefined, () => {})
}

async function close(): Promise<void> {
  const opened = await parts?.catch(() => null)
  await opened?.converters.close()
  for (const model of models.values()) await model.then(embedder => embedder.close()).catch(() => {})
  await opened?.embedder.close()
  await opened?.store.close()
  process.disconnect?.()
}
