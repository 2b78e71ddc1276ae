/** Something that is opened by its first use, once, and again after it could not be. */
export type OpenOnce<T> = {
  get(): Promise<T>
  /** Closes what was opened, if anything was. */
  close(): Promise<void>
}

export function openOnce<T extends { close(): Promise<void> }>(open: () => Promise<T>): OpenOnce<T> {
  let opened: Promise<T> | null = null
  return {
    get() {
      opened ??= open().catch((error: unknown) => {
        opened = null
        throw error
      })
      return opened
    },
    async close() {
      const found = await opened?.catch(() => null)
      await found?.close()
    },
  }
}
