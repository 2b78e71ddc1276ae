import dgram from 'node:dgram'
import dns from 'node:dns'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { flushCompileCache, getCompileCacheDir, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unpackFailure } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { temporaryPrefix } from '../../confine/confine.ts'
import { loadConverter } from '../load-converter.ts'
import type { Ocr } from '../ocr/ocr.ts'
import type { RewritePpt } from '../office/presentation.ts'
import { type Answer, type Order, type Outcome, packError, type Question, type Report } from './messages.ts'
import { type Seal, sealRealm } from './seal-realm.ts'

/**
 * Entry of a child process: converts what the parent sends, one source at a time, and ends with its parent. It does not
 * handle cancellation: the parent kills the process.
 */
type Ready = { get(name: string): Promise<Converter | null>; seal: Seal | null }

cutNetwork()
let ready: Promise<Ready> | null = null
const programs = askPrograms((id, question) => send({ kind: 'ask', id, question }))

process.on('message', (order: Order) => {
  if (order.kind === 'answer') programs.receive(order.id, order.answer)
  if (order.kind === 'prepare') ready = prepare(order)
  if (order.kind === 'convert') void convert(order)
})
process.on('disconnect', () => {
  const folder = tmpdir()
  if (basename(folder).startsWith(temporaryPrefix)) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})

async function prepare({ setup, converter, isShared }: Extract<Order, { kind: 'prepare' }>): Promise<Ready> {
  const means = { openOcrProgram: async () => programs.ocr, rewritePpt: programs.rewritePpt }
  const get = (name: string): Promise<Converter | null> => loadConverter(name, { setup, means })
  // The conversion that needs the converter reports why it cannot be loaded.
  const libraries = await get(converter)
    .then(loaded => loaded?.prepare?.())
    .catch(() => null)
  const hasCompiled = saveCompiledModules()
  const seal = isShared ? await sealRealm([libraries].flat(3)) : null
  send({ kind: 'prepared', hasCompiled })
  return { get, seal }
}

/** Returns whether a module was compiled that was not in the compile cache. */
function saveCompiledModules(): boolean {
  const cache = getCompileCacheDir()
  if (cache === undefined) return false
  flushCompileCache()
  return readdirSync(cache, { recursive: true, withFileTypes: true }).some(
    entry => entry.isFile() && statSync(join(entry.parentPath, entry.name)).mtimeMs >= performance.timeOrigin,
  )
}

async function convert(order: Extract<Order, { kind: 'convert' }>): Promise<void> {
  const outcome = await read(order)
  const seal = await ready?.then(
    prepared => prepared.seal,
    () => null,
  )
  const isClean = seal ? await seal.isUnchanged() : false
  send({ ...outcome, isClean })
}

async function read({
  converter: name,
  raw,
  options,
  drawing,
}: Extract<Order, { kind: 'convert' }>): Promise<Outcome> {
  const { signal } = new AbortController()
  const progress: ReportProgress = step => send({ kind: 'progress', progress: step })
  try {
    if (ready === null) throw new Error('the process was not prepared')
    const { get } = await ready
    const converter = await get(name)
    if (!converter) throw new Error(`there is no converter named ${name}`)
    const context = { signal, progress }
    if (drawing === undefined)
      return { kind: 'converted', converted: await converter.convert(raw, options, context) }
    if (!converter.draw) throw new Error(`the converter ${name} cannot draw`)
    return { kind: 'drawn', drawn: await converter.draw(raw, { options, drawing }, context) }
  } catch (error) {
    return { kind: 'failed', failure: packError(error, raw.name) }
  }
}

function send(report: Report): void {
  // The parent may have ended already; then nobody receives it.
  process.send?.(report, undefined, undefined, () => {})
}

type ProgramAsker = {
  ocr: Ocr
  rewritePpt: RewritePpt
  receive(id: number, answer: Answer): void
}

/** Asks the parent to run programs: children may not start any. */
function askPrograms(send: (id: number, question: Question) => void): ProgramAsker {
  const open = new Map<number, (answer: Answer) => void>()
  let asked = 0
  const ask = async (question: Question): Promise<Exclude<Answer, { kind: 'failed' }>> => {
    asked += 1
    const id = asked
    const answer = await new Promise<Answer>(resolve => {
      open.set(id, resolve)
      send(id, question)
    })
    if (answer.kind === 'failed') throw unpackFailure(answer.failure)
    return answer
  }
  return {
    ocr: {
      name: 'tesseract',
      async recognise(request) {
        const answer = await ask({ program: 'tesseract', request })
        return answer.kind === 'recognised' ? answer.recognised : { paragraphs: [], warnings: [] }
      },
      async close() {},
    },
    async rewritePpt(bytes) {
      const answer = await ask({ program: 'libreoffice', bytes })
      return answer.kind === 'rewritten' ? answer.bytes : null
    },
    receive(id, answer) {
      open.get(id)?.(answer)
      open.delete(id)
    },
  }
}

/**
 * Disables the network for the JavaScript of this process: the only protection where the system has no network
 * namespaces, and a second one elsewhere. Native code is not affected.
 */
function cutNetwork(): void {
  const refuse = (): never => {
    throw new Error('a converting process has no network')
  }
  const cut = (holder: object, names: readonly string[]): void => {
    for (const name of names)
      if (name in holder)
        Object.defineProperty(holder, name, { value: refuse, writable: false, configurable: false })
  }
  cut(net.Socket.prototype, ['connect'])
  cut(net.Server.prototype, ['listen'])
  cut(dgram.Socket.prototype, ['bind', 'connect', 'send'])
  for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    cut(
      holder,
      Object.getOwnPropertyNames(holder).filter(name => /^(lookup|resolve|reverse)/.test(name)),
    )
  // Libraries look these up without using them, and Node would then load its HTTP client: 70 ms of each start. It would
  // also load it to redefine them, but not to delete them.
  class NoNetwork {
    constructor() {
      refuse()
    }
  }
  for (const name of ['fetch', 'Request', 'Response', 'WebSocket', 'EventSource']) {
    Reflect.deleteProperty(globalThis, name)
    Object.defineProperty(globalThis, name, { value: NoNetwork })
  }
  syncBuiltinESMExports()
}
