import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { callTool } from '../state/api.ts'
import { documentCount, loadCatalog, offers } from '../state/catalog.ts'
import { texts } from '../texts.ts'

const pollMs = 700

/** While the server reads documents, says how many there are so far; then shows its children. */
export function WhenRead({ children }: { children: ComponentChildren }) {
  const isReading = useSignal<boolean | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    async function look(): Promise<void> {
      const input = { states: ['running'], limit: 1 }
      const found = offers('list_jobs')
        ? await callTool<{ jobs: unknown[] }>('system/list_jobs', input).catch(() => ({ jobs: [] }))
        : { jobs: [] }
      if (isReading.value === true) await loadCatalog().catch(() => {})
      isReading.value = found.jobs.length > 0
      if (isReading.value) timer = setTimeout(look, pollMs)
    }
    void look()
    return () => clearTimeout(timer)
  }, [])
  if (isReading.value === null) return null
  if (!isReading.value) return children
  return (
    <p class="quiet" role="status">
      {texts.search.reading(documentCount.value)}
    </p>
  )
}
