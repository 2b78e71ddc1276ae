import { computed, signal } from '@preact/signals'

/** The address of the page: every state that a person may want to return to or share is part of it. */
const here = signal(read())

export const path = computed(() => here.value.pathname)
export const query = computed(() => here.value.searchParams)

window.addEventListener('popstate', () => {
  here.value = read()
})

function read(): URL {
  return new URL(window.location.href)
}

/** Opens another address of the page. `replace`: without a new entry in the history, for states that pass quickly. */
export function go(to: string, { replace = false } = {}): void {
  const next = new URL(to, window.location.href)
  if (next.href === window.location.href) return
  if (replace) window.history.replaceState(null, '', next)
  else window.history.pushState(null, '', next)
  const isOtherScreen = next.pathname !== here.value.pathname
  here.value = next
  if (isOtherScreen) window.scrollTo(0, 0)
}

/** The address of a screen with these values; empty ones are left out. */
export function addressOf(
  screen: string,
  values: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(entries).toString()
  return search === '' ? screen : `${screen}?${search}`
}

/** Follows links of the page without loading it again. A click with a key or another button does what browsers do. */
export function followLinks(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.hasAttribute('download')) return
  const address = new URL(link.href)
  const isPage =
    address.origin === window.location.origin && !/^\/(api|assets|mcp|openapi)/.test(address.pathname)
  if (!isPage || link.getAttribute('href')?.startsWith('#') === true) return
  event.preventDefault()
  go(address.href)
}
