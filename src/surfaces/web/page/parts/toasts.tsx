import { signal } from '@preact/signals'

const shown = signal<string | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says for a moment what was done. Screen readers read it too. */
export function say(text: string): void {
  shown.value = text
  clearTimeout(timer)
  timer = setTimeout(() => {
    shown.value = null
  }, 4_000)
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value === null ? null : <p class="toast">{shown.value}</p>}
    </div>
  )
}
