import { parentPort, threadId } from 'node:worker_threads'
import { stopWord, type WorkerAnswer, type WorkerMessage } from '../worker-pool.ts'

/** Simulates a model: answers with the id of its thread and the length of each text, or fails on request. */
parentPort?.on('message', (message: WorkerMessage<readonly string[]>) => {
  if (message === stopWord) return parentPort?.close()
  const { id, order: texts } = message
  const [word] = texts
  if (word === 'exit') process.exit(1)
  if (word === 'throw') throw new Error('out of cheese')
  if (word === 'silence') return
  if (word === 'fail' || word === 'fatal') {
    const failure = {
      kind: 'unavailable',
      code: 'TEST',
      message: 'as told',
      hint: 'none',
      details: {},
    } as const
    answer({ id, failure, isFatal: word === 'fatal' })
  } else answer({ id, answer: texts.map(text => Float32Array.of(threadId, text.length)) })
})

function answer(message: WorkerAnswer<Float32Array[]>): void {
  parentPort?.postMessage(message)
}
