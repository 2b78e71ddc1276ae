import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { loadConverter } from '../load-converter.ts'
import { askPrograms } from './ask-programs.ts'
import { temporaryPrefix } from './confine.ts'
import { cutNetwork } from './cut-network.ts'
import { type Order, type Outcome, packError, type Report } from './messages.ts'
import { type Seal, sealRealm } from './seal-realm.ts'

/**
 * The program of a child: converts what its parent sends, one source at a time, and ends with its parent.
 * Being cancelled needs no word here: the parent ends the process.
 */
type Ready = { get(name: string): Promise<Converter | null>; seal: Seal | null }

cutNetwork()
let ready: Promise<Ready> | null = null
const programs = askPrograms((id, question) => send({ kind: 'ask', id, question }))

process.on('message', (order: Order) => {
  if (order.kind === 'answer') programs.hear(order.id, order.answer)
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
  // What cannot be loaded is reported by the conversion that needs it.
  const libraries = await get(converter)
    .then(loaded => loaded?.prepare?.())
    .catch(() => null)
  return { get, seal: isShared ? await sealRealm([libraries].flat(3)) : null }
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
}: Extract<Order, { kind: 'convert' }>): Promise<Outcome> {
  const { signal } = new AbortController()
  const progress: ReportProgress = step => send({ kind: 'progress', progress: step })
  try {
    if (ready === null) throw new Error('the process was not prepared')
    const { get } = await ready
    const converter = await get(name)
    if (!converter) throw new Error(`there is no converter named ${name}`)
    return { kind: 'converted', converted: await converter.convert(raw, options, { signal, progress }) }
  } catch (error) {
    return { kind: 'failed', failure: packError(error, raw.name) }
  }
}

function send(report: Report): void {
  // The parent may be gone already; then nobody is left to hear it.
  process.send?.(report, undefined, undefined, () => {})
}
