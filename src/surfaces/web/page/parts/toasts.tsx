import { signal } from '@preact/signals'

type Toast = { text: string; action: { label: string; run(): void } | null }

const shown = signal<Toast | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says for a moment what was done, with what can be done about it. Screen readers read it too. */
export function say(
  text: string,
  { action = null, ms = 4_000 }: Partial<Toast> & { ms?: number } = {},
): void {
  shown.value = { text, action }
  clearTimeout(timer)
  timer = setTimeout(() => {
    shown.value = null
  }, ms)
}

export function Toasts() {
  const toast = shown.value
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toast === null ? null : (
        <p class="toast">
          {toast.text}
          {toast.action === null ? null : (
            <button type="button" onClick={toast.action.run}>
              {toast.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
