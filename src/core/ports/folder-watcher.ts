export type FolderListener = {
  /** Something below the folder was made, written, moved or removed; sometimes called without cause. */
  onChange(): void
  /** Watching does not cover everything (any more), in a sentence for people. */
  onTrouble(message: string): void
}

/**
 * Rings a bell when something happens below a folder. It says that, not what: whoever hears it looks. Changes may be
 * missed (no system promises them all), so a caller also looks from time to time without being called.
 */
export interface FolderWatcher {
  /**
   * Resolves when watching has begun: what happens from then on is heard. A folder that is not there is trouble, not
   * a failure. Hidden entries and installed packages are not listened to.
   */
  watch(folder: string, options: { recursive: boolean }, listener: FolderListener): Promise<{ close(): void }>
}
