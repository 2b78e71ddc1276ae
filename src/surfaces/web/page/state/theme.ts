import { signal } from '@preact/signals'

export type Theme = 'auto' | 'light' | 'dark'

const themes: readonly Theme[] = ['auto', 'light', 'dark']
const key = 'quire-theme'

/** Light or dark as the person chose on this page; otherwise as the system is. */
export const theme = signal<Theme>(read())

function read(): Theme {
  try {
    return themes.find(one => one === window.localStorage.getItem(key)) ?? 'auto'
  } catch {
    // A browser may forbid pages to store anything.
    return 'auto'
  }
}

/** Shows the page in the chosen theme; called before the first drawing. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme.value
}

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'auto'
  applyTheme()
  try {
    window.localStorage.setItem(key, theme.value)
  } catch {
    // It holds until the page is closed.
  }
}
