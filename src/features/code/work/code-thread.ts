import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../../../core/model/failure.ts'
import type { NameModel } from '../check/name-suggester.ts'
import { typeCheckers } from '../checkers/type-checkers.ts'
import { codeParser } from '../parse/code-parser.ts'
import type { CodeWork } from '../ports/code-work.ts'
import { openGraphStore } from '../tables/index.ts'
import { codeWork } from './code-work.ts'
import {
  type FromThread,
  type Orders,
  packOutcome,
  type Questions,
  type ThreadData,
  type ToThread,
  unpackOutcome,
} from './messages.ts'

/** Does the work on a thread of its own, one order at a time, with its own parser and its own connection to the store. */
if (parentPort === null) throw new Error('This file runs on worker threads only.')
const port = parentPort
// SAFETY: code-threads.ts starts this file with it.
const { place, hasModel, checkersFolder } = workerData as ThreadData
const waiting = new Map<number, (reply: Extract<ToThread, { kind: 'reply' }>) => void>()
let nextId = 1
let cancel = new AbortController()

const clock = {
  now: () => new Date().toISOString().replace('Z', '+00:00'),
  elapsed: () => performance.now(),
  timeout: (ms: number) => ({ signal: AbortSignal.timeout(ms), dispose() {} }),
}
const model: NameModel | null = hasModel
  ? { countTokens: word => ask('countTokens', word), embedDocuments: texts => ask('embedDocuments', texts) }
  : null
const work = codeWork({
  store: await openGraphStore(place, clock),
  parser: codeParser(),
  model,
  checkers: typeCheckers(checkersFolder),
})

port.on('message', (message: ToThread) => {
  if (message.kind === 'reply') waiting.get(message.id)?.(message)
  else if (message.kind === 'cancel')
    cancel.abort(new Failure('internal', 'CANCELLED', 'The call was cancelled.'))
  else void serve(message)
})

async function serve({ kind, input }: Extract<ToThread, { kind: keyof Orders }>): Promise<void> {
  cancel = new AbortController()
  const { signal } = cancel
  const outcome = await packOutcome(async () => {
    // SAFETY: the kind of an order says what its input is.
    if (kind === 'check') return work.check(input as Orders['check']['input'], signal)
    return work.update(input as Orders['update']['input'], readFiles, {
      signal,
      progress: progress => tell({ kind: 'progress', progress }),
    })
  })
  tell({ kind: 'done', ...outcome })
}

async function* readFiles(paths: readonly string[]): ReturnType<Parameters<CodeWork['update']>[1]> {
  await ask('readFiles', paths)
  for (let file = await ask('nextFile', null); file !== null; file = await ask('nextFile', null)) yield file
}

async function ask<Name extends keyof Questions>(
  question: Name,
  input: Questions[Name]['input'],
): Promise<Questions[Name]['output']> {
  const id = nextId++
  const reply = new Promise<Extract<ToThread, { kind: 'reply' }>>(resolve => waiting.set(id, resolve))
  tell({ kind: 'ask', id, question, input })
  const outcome = await reply
  waiting.delete(id)
  // SAFETY: the other side answers each question with its own output.
  return unpackOutcome(outcome) as Questions[Name]['output']
}

function tell(message: FromThread): void {
  port.postMessage(message)
}
