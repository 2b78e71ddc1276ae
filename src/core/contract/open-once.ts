/** Opens something on first use, once for all callers; tries again after opening failed. */
export type OpenOnce<T> = {
  get(): Promise<T>
  /** Closes it if it was opened. */
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
