import type { Correction } from '../model/correction.ts'
import type { TrashWrite } from './store.ts'

export type SourceCorrection = { source: string; correction: Correction }

/** What a store keeps and the port `Store` neither lists nor writes; moving everything to another store needs it. */
export interface StoreRemainder {
  /** The corrections of a collection, also those of sources that have no document now, in order of source. */
  listCorrections(collection: string): Promise<SourceCorrection[]>
  /** Keeps corrections for later documents. Those of sources that have one already are left as they are. */
  putCorrections(collection: string, corrections: readonly SourceCorrection[]): Promise<void>
  /** Puts an entry into the trash, replacing one with its id. */
  putTrash(trash: TrashWrite): Promise<void>
  close(): Promise<void>
}
