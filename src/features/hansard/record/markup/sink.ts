import { inlineElements } from './elements.ts'
import type { Attributes } from './scan-markup.ts'

/** Takes over what stands inside an element. */
export type Sink = {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(): void
}

/** Keeps the text of an element on one line. */
export function catcher(): Sink & { caught(): string } {
  let text = ''
  return {
    open: name => {
      if (!inlineElements.has(name) || name === 'tab') text += ' '
    },
    text: more => {
      text += more
    },
    close: () => undefined,
    caught: () =>
      text
        .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
  }
}
