import type { Reference } from '../model/reference.ts'

/**
 * Makes a citekey for a reference: first author, first word of the title, year (`martinClean2017`). Deterministic; a
 * key in `taken` gets the suffix a, b, … z, aa. Callers must only add keys to `taken`, never remove any.
 */
export function generateCitekey(
  reference: Pick<Reference, 'authors' | 'editors' | 'title' | 'issued'>,
  taken: ReadonlySet<string>,
): string {
  const person = reference.authors[0] ?? reference.editors[0]
  const name = person === undefined ? '' : keyWord(person.literal ?? person.family)
  const word = keyWord(firstWord(reference.title ?? ''))
  const year = reference.issued === null ? '' : String(Math.abs(reference.issued.year))
  const stem = `${lowerFirst(name)}${name === '' ? lowerFirst(word) : upperFirst(word)}${year}`
  return firstFree(/\p{L}/u.test(stem) ? stem : `reference${stem}`, taken)
}

/** Per set, the number of suffixes of a key that are known to be taken. Saves time when thousands share a key. */
const tried = new WeakMap<ReadonlySet<string>, Map<string, number>>()

function firstFree(key: string, taken: ReadonlySet<string>): string {
  const counts = tried.get(taken) ?? new Map<string, number>()
  tried.set(taken, counts)
  let count = counts.get(key) ?? 0
  while (taken.has(key + suffixOf(count))) count++
  counts.set(key, count)
  return key + suffixOf(count)
}

const articles = new Set(
  'a an the der die das ein eine le la les un une des el los las il lo gli i uno una o os as um uma de het een'.split(
    ' ',
  ),
)

function firstWord(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []
  const named = words.filter(word => /^\p{L}/u.test(word))
  return named.find(word => !articles.has(word.toLowerCase())) ?? named[0] ?? words[0] ?? ''
}

/** Latin letters that Unicode does not decompose. Other scripts are kept as they are. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

function keyWord(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/gi, letter => spelled[letter.toLowerCase()] ?? letter)
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function lowerFirst(word: string): string {
  return word.slice(0, 1).toLowerCase() + word.slice(1)
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** "", "a" … "z", "aa", "ab" … */
function suffixOf(count: number): string {
  if (count === 0) return ''
  const letter = String.fromCharCode(97 + ((count - 1) % 26))
  return suffixOf(Math.floor((count - 1) / 26)) + letter
}
