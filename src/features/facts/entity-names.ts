import type { Entity, EntityLabel, Mention } from './fact.ts'
import { fold } from './people.ts'
import { organisationWord, places, placeWord, titles } from './words.ts'

const cap = "\\p{Lu}[\\p{L}\\p{N}]*(?:[’'&.-][\\p{L}\\p{N}]+)*"

/** Capitalised words with small words between them: "Federation of Automotive Product Manufacturers". */
export const namePattern = `${cap}(?: (?:of the|of|and|for the|for|&|de|du|la) ${cap}| ${cap}){0,8}`

export function organisation(name: string): Mention {
  return thing('Organisation', name)
}

export function place(name: string): Mention {
  return thing('Place', name)
}

export function role(name: string): Mention {
  return thing('Role', name)
}

export function date(name: string): Mention {
  return { key: `date:${name}`, name, label: 'Date' }
}

export function thing(label: EntityLabel, name: string): Mention {
  const clean = name.replace(/^the /i, '').replace(/\s+/g, ' ').trim()
  return { key: `${label.toLowerCase()}:${fold(clean)}`, name: clean, label }
}

/** Recognises an organisation or place by the words of its name; null when they do not show it. */
export function recognise(name: string): Mention | null {
  const clean = name.replace(/^the /i, '').trim()
  if (
    /^(?:He|She|It|They|We|I|You|This|That|There|These|Those|Who|Which|What|Here|Such|Each|Its?|His|Her|Our|My)\b/.test(
      clean,
    )
  )
    return null
  if (/\b(?:Minister|Senator|Mr|Mrs|Ms|Dr|Sir|Bill|Act|Budget|Government|Opposition)\b/.test(clean))
    return null
  if (places.has(clean)) return place(clean)
  if (organisationWord.test(clean) && clean.includes(' ')) return organisation(clean)
  if (/^(?:CSIRO|ASIO|Qantas|NATO|UNESCO|BBC|ABC)$/.test(clean)) return organisation(clean)
  if (placeWord.test(clean) && clean.includes(' ')) return place(clean)
  return null
}

/** The folded names by which an entity can be found: its name, and for persons the surname and first plus last name. */
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

/** Prefers given names to initials, and initials to titles; then the shorter name. */
export function betterName(one: string, other: string): string {
  const rank = (name: string) => (isTitled.test(name) ? 2 : /\p{Lu}\./u.test(name) ? 1 : 0)
  const order = rank(one) - rank(other) || one.length - other.length || (one < other ? -1 : 1)
  return order <= 0 ? one : other
}

const isTitled = new RegExp(`^(?:${titles.join('|')})\\b`)

/** Every sequence of up to eight words of a question, folded: possible names of entities. */
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
