import { knownNames } from './known-names.ts'

/**
 * Another version of an item, with its marks and facts: other surnames, and all years moved by the same number. A model that sees
 * both learns the words around names, not the names.
 */
export function varyItem(raw: string, surnames: readonly string[], random: () => number): string {
  let item = raw
  const own = new Map<string, string>()
  for (const surname of surnamesOf(raw)) {
    const other = surnames[Math.floor(random() * surnames.length)]
    if (other !== undefined && !raw.includes(other)) own.set(surname, other)
  }
  if (own.size > 0) {
    const all = [...own.keys()].toSorted((one, other) => other.length - one.length).join('|')
    item = item.replace(
      new RegExp(`(?<![\\p{L}\\p{M}])(?:${all})(?![\\p{L}\\p{M}])`, 'gu'),
      name => own.get(name) ?? name,
    )
  }
  const years = (item.match(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g) ?? []).map(Number)
  // The second year of "1921–25" has two digits.
  if (years.length === 0 || /\d{4}[–/-]\d\d(?!\d)/.test(item.replace(/\d{4}-\d\d(?:-\d\d)?/g, '')))
    return item
  const [low, high] = [Math.min(...years), Math.max(...years)]
  const shift = Math.round((random() - 0.5) * 120)
  if (low + shift < 1600 || high + shift > 2024) return item
  return item.replace(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g, year => String(Number(year) + shift))
}

type Kind = keyof typeof knownNames

const kindOfObject: Readonly<Record<string, Kind>> = {
  BORN_IN: 'place',
  DIED_IN: 'place',
  LOCATED_IN: 'place',
  FOUNDED_IN: 'place',
  EDUCATED_AT: 'school',
  EMPLOYED_BY: 'body',
  ACQUIRED: 'body',
  FOUNDED: 'body',
  MERGED_WITH: 'body',
  MEMBER_OF: 'group',
  RECEIVED: 'prize',
  AUTHORED: 'work',
}

/** Another version of an item, in which about half of the names are names that everybody knows. */
export function withKnownNames(raw: string, random: () => number): string {
  const pick = (kind: Kind): string => {
    const all = knownNames[kind].split('|')
    return all[Math.floor(random() * all.length)] ?? ''
  }
  const others = new Map<string, string>()
  for (const [, subject = '', relation = '', object = ''] of raw.matchAll(
    /^> ?([^|\n?]+) \| ([A-Z_]+) \| ([^|\n]+)/gm,
  )) {
    const isPerson = /^(?:BORN_IN|DIED_IN|EDUCATED_AT|EMPLOYED_BY|HOLDS_OFFICE|CHILD_OF|MARRIED_TO)$/.test(
      relation,
    )
    if (isPerson && /^\p{Lu}\p{L}+ \p{Lu}[\p{L}-]+$/u.test(subject.trim()))
      others.set(subject.trim(), pick('person'))
    const kind = kindOfObject[relation]
    const name = object.trim()
    if (kind !== undefined && !/^\d|\d{4}$/.test(name)) others.set(name, pick(kind))
    const [, body] = / of (?:the )?(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)$/u.exec(name) ?? []
    if (relation === 'HOLDS_OFFICE' && body !== undefined) others.set(body, pick('state'))
  }
  let item = raw
  for (const [name, other] of others) {
    // A short form of the name would still be that of the old one.
    const words = name.split(' ').filter(word => /^\p{Lu}\p{L}{3,}/u.test(word))
    const isShortened = words.length > 1 && words.some(word => item.includes(`{${word}|`))
    const isPerson = knownNames.person.includes(other)
    if (random() < 0.4 || item.includes(other) || (isShortened && !isPerson)) continue
    const swap = (from: string, to: string) => {
      item = item.replace(
        new RegExp(
          `(?<![\\p{L}\\p{M}])${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`,
          'gu',
        ),
        () => to,
      )
    }
    swap(name, other)
    if (isPerson && words.length === 2) swap(name.split(' ').at(-1) ?? name, other.split(' ').at(-1) ?? other)
  }
  return item
}

/** The last words of the names of persons. */
export function surnamesOf(raw: string): string[] {
  const persons = [
    ...raw.matchAll(
      /^> ?(?:\? )?([^|\n]+) \| (?:BORN_IN|DIED_IN|EDUCATED_AT|EMPLOYED_BY|HOLDS_OFFICE|CHILD_OF|MARRIED_TO|SIBLING_OF|SUCCEEDED) \|/gm,
    ),
  ]
  const last = persons.map(([, name = '']) => name.trim().split(' '))
  return [
    ...new Set(
      last.flatMap(words => {
        const [surname = ''] = words.slice(-1)
        return words.length > 1 && /^\p{Lu}\p{Ll}{3,}$/u.test(surname) ? [surname] : []
      }),
    ),
  ]
}
