import { given, spokenTo, titles } from './words.ts'

/** A person's name as written, in its parts. `given` is empty for "Mr Howard". */
export type PersonName = { title: string | null; given: string; surname: string }

const part = "\\p{Lu}[\\p{L}]*(?:[’'-]\\p{Lu}?[\\p{L}]+)*"
const particle = '(?:de|van|von|der|den|la|le|du|di|da|al|bin|ben|ten|ter|st|St)'
const initials = '(?:\\p{Lu}\\.[ -]?)+'
const honours = '(?:the )?(?:(?:Rt\\.?|Right) )?Hon(?:\\.|ou?rable)? '
const anyTitle = titles.filter(title => title !== 'Hon').join('|')

/** "Mr. Archie Cameron", "the Hon. John Howard", "Senator Hanson-Young", "Dr Allan Hawke". */
export const titledPattern = `(?:${honours})?(?:(?:${anyTitle})\\.? )(?:(?:${anyTitle})\\.? )?(?:${initials} ?)?(?:${part} ){0,2}(?:${particle} ){0,2}${part}`

/** Two words or more of which the first is a given name; whether it is one is told by `parsePerson`. */
export const plainPattern = `(?:${honours})?${part} (?:${initials} ?)?(?:${part} )?(?:${particle} ){0,2}${part}`

export const personPattern = `(?:${titledPattern}|${plainPattern})`

const withTitle = new RegExp(`^((?:(?:${anyTitle})\\.? )+)(.+)$`, 'u')

/** The parts of a name that can only be a person's; null for anything else. */
export function parsePerson(text: string): PersonName | null {
  const plain = text
    .replace(/^(?:the )?(?:(?:Rt\.?|Right) )?Hon(?:\.|ou?rable)? /i, '')
    .replace(/(?: (?:OAM|AM|AO|AC|MP|MHR|MLA|MLC|MHA|QC|SC|KC|OBE|CBE|MBE|KBE|VC|DSO|MC|Jr|Jnr|Snr))+$/, '')
    .replace(/[’']s$/, '')
    .trim()
  const [, title, rest = plain] = withTitle.exec(plain) ?? []
  if (spokenTo.test(rest) || notNames.test(rest)) return null
  const words = rest.trim().split(/\s+/)
  const cut = surnameStart(words)
  const surname = words.slice(cut).join(' ')
  const first = words.slice(0, cut).join(' ')
  if (surname === '' || surname.length < 2) return null
  if (title === undefined && !given.has(words[0] ?? '')) return null
  return {
    title: title === undefined ? null : (title.trim().split(/\s+/).at(-1) ?? '').replace('.', ''),
    given: tidyCase(first),
    surname: tidyCase(surname),
  }
}

/** "ALBANESE, Anthony" and "Albanese, Anthony Norman" are written the other way round. */
export function parseInverted(text: string): PersonName | null {
  const [, surname, first] = /^([\p{L}’' -]+),\s*([\p{L}.’' -]+)$/u.exec(text.trim()) ?? []
  if (surname === undefined || first === undefined || first.trim() === '') return null
  return { title: null, given: tidyCase(first.trim()), surname: tidyCase(surname.trim()) }
}

export function fullName({ given: first, surname }: PersonName): string {
  return first === '' ? surname : `${first} ${surname}`
}

/** Words with capitals that are no part of a name: months, days, peoples, ends of sentences. */
const notNames =
  /\b(?:January|February|March|April|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Bill|Act|Government|Opposition|Party|Committee|Department|Budget|House|Senate|Parliament|Labor|Liberal|Nationals|Greens|Coalition|Commonwealth|Australian|Island|Islands|River|Street|Road|Avenue|Council|University|Hospital|School|Shire|North|South|East|West)\b/

/** Particles belong to the surname; without them it is the last word. */
function surnameStart(words: readonly string[]): number {
  let cut = words.length - 1
  while (
    cut > 0 &&
    /^(?:de|van|von|der|den|la|le|du|di|da|al|bin|ben|ten|ter|st)$/.test(words[cut - 1] ?? '')
  )
    cut--
  return Math.max(0, cut)
}

/** "HUME COOK" is shouted by the printer, not part of the name; "McDONALD" keeps its inner capital. */
function tidyCase(name: string): string {
  return name
    .replace(
      /(?<!\p{L})(\p{Lu})(\p{Lu}+)(?!\p{L})/gu,
      (_, first: string, rest: string) => first + rest.toLowerCase(),
    )
    .replace(
      /\b(Mc|Mac|O[’'])(\p{Lu})(\p{Lu}+)\b/gu,
      (_, lead: string, first: string, rest: string) => lead + first + rest.toLowerCase(),
    )
    .replace(/(\p{Lu}\.)\s+(?=\p{Lu}\.)/gu, '$1')
}
