import { join } from 'node:path'
import { pid } from 'node:process'
import { clientBook } from '../adapters/files/client-book.ts'
import type { ClientBook } from '../core/ports/client-book.ts'
import { systemClock } from './clock.ts'

/** The book of connected clients of a home. Nothing else of the home is opened. */
export function openClientBook(home: string): ClientBook {
  return clientBook({ folder: join(home, 'clients'), clock: systemClock, process: String(pid) })
}
