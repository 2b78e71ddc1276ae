import { computed, signal } from '@preact/signals'

/** The address of the page: every state that a person may want to return to or share is part of it. */
const here = signal(read())

export const path = computed(() => here.value.pathname)
export const query = computed(() => here.value.searchParams)

/** The address of the search that the person came from, with its filters and chosen hit. */
export let lastSearch: string | null = null

window.addEventListener('popstate', () => {
  clearTimeout(timer)
  here.value = read()
})
// The page may be closed, or copied from the bar, before the time is over.
window.addEventListener('pagehide', writeAddress)
window.addEventListener('blur', writeAddress)

function read(): URL {
  return new URL(window.location.href)
}

/**
 * After this time without another state, a state that passes quickly is written into the bar. Each time, the browser also
 * updates its history and loads the icon again, which would slow down the search that the state is for.
 */
const passingMs = 200
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Opens another address of the page. `replace`: without a new entry in the history. `isPassing`: such a state that typing
 * changes again soon.
 */
export function go(to: string, { replace = false, isPassing = false } = {}): void {
  const next = new URL(to, window.location.href)
  if (next.href === here.value.href) return
  const isOtherScreen = next.pathname !== here.value.pathname
  clearTimeout(timer)
  if (!replace && !isPassing) {
    writeAddress()
    window.history.pushState(null, '', next)
  }
  if (isOtherScreen && /^\/(?:search)?$/.test(path.value)) lastSearch = here.value.href
  here.value = next
  if (isPassing) timer = setTimeout(writeAddress, passingMs)
  else writeAddress()
  if (isOtherScreen) window.scrollTo(0, 0)
}

function writeAddress(): void {
  clearTimeout(timer)
  const { href } = here.value
  if (href !== window.location.href) window.history.replaceState(null, '', href)
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
