import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'
import { serveOrders } from '../../threads/serve-orders.ts'

/** Start data of the worker thread. */
export type VacuumData = { path: string; busyTimeoutMs: number }

serveOrders<VacuumData, null, null>({
  tools: Promise.resolve(workerData as VacuumData), // SAFETY: the pool starts this file with a VacuumData.
  async serve(_order, { path, busyTimeoutMs }) {
    const connection = new DatabaseSync(path, { timeout: busyTimeoutMs })
    try {
      connection.exec('VACUUM')
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      connection.close()
    }
    return { answer: null }
  },
})
