import { Failure } from '../../../core/model/failure.ts'
import { toStoreFailure } from './sqlite-failure.ts'

/** A connection that is opened on first use, and opened again after it was lost. */
export type Reopening<T> = {
  /** Errors of SQLite are thrown as Failures. */
  use<R>(work: (opened: T) => Promise<R>): Promise<R>
  close(): Promise<void>
}

type Opened<T> = { value: Promise<T>; users: number; isDropped: boolean }

/** After these errors the file is not the one that was opened, or may have been repaired since. */
const lost = ['STORE_REPLACED', 'STORE_DAMAGED', 'STORE_IO_ERROR', 'STORE_INVALID']

export function reopening<T>(options: {
  /** `mustExist`: it was open before, so a missing file is an error and not a new store. */
  open(mustExist: boolean): Promise<T>
  close(value: T): Promise<void>
}): Reopening<T> {
  let current: Opened<T> | null = null
  let wasOpen = false
  let isClosed = false

  async function take(): Promise<Opened<T>> {
    if (isClosed) throw new Failure('unavailable', 'STORE_CLOSED', 'The store is closed.')
    const opened = current ?? { value: options.open(wasOpen), users: 0, isDropped: false }
    current = opened
    opened.users += 1
    try {
      await opened.value
      wasOpen = true
      return opened
    } catch (error) {
      // Retry on the next call: the cause may be gone.
      if (current === opened) current = null
      throw error
    }
  }
  async function leave(opened: Opened<T>): Promise<void> {
    opened.users -= 1
    if (opened.isDropped && opened.users === 0) await options.close(await opened.value).catch(() => {})
  }
  function drop(opened: Opened<T>): void {
    opened.isDropped = true
    if (current === opened) current = null
  }
  async function attempt<R>(work: (opened: T) => Promise<R>): Promise<R> {
    const opened = await take()
    try {
      return await work(await opened.value)
    } catch (error) {
      const failure = toStoreFailure(error)
      if (failure instanceof Failure && lost.includes(failure.code)) drop(opened)
      throw failure
    } finally {
      await leave(opened)
    }
  }

  return {
    async use(work) {
      try {
        return await attempt(work)
      } catch (error) {
        const failure = toStoreFailure(error)
        // This error occurs before anything is read or written, so the work can be repeated.
        if (failure instanceof Failure && failure.code === 'STORE_REPLACED') return attempt(work)
        throw failure
      }
    },
    async close() {
      isClosed = true
      const opened = current
      current = null
      const value = await opened?.value.catch(() => null)
      if (value != null) await options.close(value)
    },
  }
}
