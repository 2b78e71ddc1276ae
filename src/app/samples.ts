import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localCli } from '../core/contract/caller.ts'
import { invoke, type Outcome } from '../core/contract/invoke.ts'
import type { ReportProgress } from '../core/model/progress.ts'
import type { Wired } from './wire.ts'

export const sampleLibrary = 'samples'

/** The remark in the home that the samples have all been read once: deleting the library must not bring it back. */
const markName = 'samples-read'

export async function needsSamples(home: string): Promise<boolean> {
  return (await stat(join(home, markName)).catch(() => null)) === null
}

/** Reads the sample library. Files that an interrupted run has read already are skipped. */
export async function readSamples(
  wired: Wired,
  context: { packageFolder: string; signal: AbortSignal; progress: ReportProgress },
): Promise<Outcome | null> {
  const row = wired.table.find('ingest_folder')
  if (row === undefined) return null
  const input = { folder: join(context.packageFolder, 'samples'), library: sampleLibrary }
  const call = { input, caller: localCli, signal: context.signal, progress: context.progress }
  const outcome = await invoke(row, call, wired.runtime)
  if (outcome.ok && outcome.value.status === 'done') await markRead(wired.config.values.home)
  return outcome
}

async function markRead(home: string): Promise<void> {
  await writeFile(
    join(home, markName),
    'The sample library has been read. Delete this file to have it read again.\n',
    { mode: 0o600 },
  )
}
