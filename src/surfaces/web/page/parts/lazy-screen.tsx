import { type Signal, signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { texts } from '../texts.ts'
import { Waiting } from './waiting.tsx'

/** A screen whose script is loaded when it is opened, so that the first load stays small. */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  let loaded: Signal<ComponentType | null> | null = null
  return function LazyScreen() {
    if (loaded === null) {
      const found = signal<ComponentType | null>(null)
      loaded = found
      void load().then(screen => {
        found.value = screen
      })
    }
    const Screen = loaded.value
    return Screen === null ? <Waiting what={texts.nav.opening} /> : <Screen />
  }
}
