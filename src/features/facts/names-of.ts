import type { Entity } from './fact.ts'
import { fold } from './people.ts'
import { titles } from './words.ts'

/** What an entity can be asked for by, folded: its name, and for persons the surname and the name without titles. */
export function namesOf({ name, label }: Pick<Entity, 'name' | 'label'>): string[] {
  const whole = fold(name)
  const words = whole.split(' ')
  const more =
    label === 'Person'
      ? [words.at(-1) ?? '', `${words[0] ?? ''} ${words.at(-1) ?? ''}`]
      : label === 'Work' && words.length > 8
        ? [words.slice(0, 8).join(' ')]
        : []
  return [...new Set([whole, ...more])].filter(called => called.length > 1)
}

/** Given names before initials, initials before titles; then the shorter, as people are called. */
export function betterName(one: string, other: string): string {
  const rank = (name: string) => (isTitled.test(name) ? 2 : /\p{Lu}\./u.test(name) ? 1 : 0)
  const order = rank(one) - rank(other) || one.length - other.length || (one < other ? -1 : 1)
  return order <= 0 ? one : other
}

const isTitled = new RegExp(`^(?:${titles.join('|')})\\b`)

/** Every run of up to eight words of a question, folded: what entities may be called in it. */
export function namesIn(question: string): string[] {
  const words = fold(question)
    .split(' ')
    .filter(word => word !== '')
    .slice(0, 60)
  const runs = new Set<string>()
  for (let start = 0; start < words.length; start++)
    for (let length = 1; length <= 8 && start + length <= words.length; length++)
      runs.add(words.slice(start, start + length).join(' '))
  return [...runs]
}
