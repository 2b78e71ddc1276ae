import type { EntityLabel, Mention } from './fact.ts'
import { fold } from './people.ts'
import { organisationWord, places, placeWord } from './words.ts'

const cap = "\\p{Lu}[\\p{L}\\p{N}]*(?:[’'&.-][\\p{L}\\p{N}]+)*"

/** Words with capitals that go on over the small words inside a name: "Federation of Automotive Product Manufacturers". */
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

/** An organisation or a place by its words; null when the words do not tell. */
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
