import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

type MenuProps = { label: string; isBusy: boolean; items: readonly { name: string; run(): void }[] }

/** A button that opens a list of actions; arrow keys, Home, End and Escape work as in every menu. */
export function Menu({ label, isBusy, items }: MenuProps) {
  const isOpen = useSignal(false)
  const place = useRef<HTMLSpanElement>(null)
  const id = useId()
  // Before the next key: an effect after the frame would move the focus back to the first entry.
  useLayoutEffect(() => {
    if (!isOpen.value) return
    entries()[0]?.focus()
    const close = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) isOpen.value = false
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen.value])

  function entries(): HTMLElement[] {
    return [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen.value) return
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const next = to[event.key]
    if (next !== undefined) all[next]?.focus()
    else if (event.key === 'Escape') {
      isOpen.value = false
      place.current?.querySelector('button')?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside receive the keys.
    <span class="menu" ref={place} onKeyDown={onKeyDown}>
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={id}
        aria-busy={isBusy}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
      >
        {label}
      </button>
      {isOpen.value ? (
        <span class="items" role="menu" id={id} aria-label={label}>
          {items.map(({ name, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              onClick={() => {
                isOpen.value = false
                run()
              }}
            >
              {name}
            </button>
          ))}
        </span>
      ) : null}
    </span>
  )
}
