import type { ReportProgress } from '../../../model/progress.ts'
import { type ConverterTable, openTable } from '../index.ts'
import { type Order, packFailure, type Report } from './messages.ts'

/**
 * The program of a child: converts what its parent sends, one source at a time, and ends with its parent.
 * Being cancelled needs no word here: the parent ends the process.
 */
let table: ConverterTable | null = null

process.on('message', (order: Order) => {
  void convert(order)
})
process.on('disconnect', () => process.exit(0))

async function convert({ setup, converter: name, raw, options }: Order): Promise<void> {
  const { signal } = new AbortController()
  try {
    table ??= openTable(setup)
    const converter = table.get(name)
    if (!converter) throw new Error(`there is no converter named ${name}`)
    const progress: ReportProgress = step => send({ kind: 'progress', progress: step })
    send({ kind: 'converted', converted: await converter.convert(raw, options, { signal, progress }) })
  } catch (error) {
    send({ kind: 'failed', failure: packFailure(error, raw.name) })
  }
}

function send(report: Report): void {
  // The parent may be gone already; then nobody is left to hear it.
  process.send?.(report, undefined, undefined, () => {})
}
