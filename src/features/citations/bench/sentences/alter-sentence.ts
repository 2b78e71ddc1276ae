import type { Random } from '../../../../app/eval/seeded-random.ts'

const inserted = ['not', 'rarely', 'almost', 'never', 'only', 'two', 'former']
const replacements = [
  'window',
  'harbour',
  'seven',
  'reduced',
  'without',
  'later',
  'large',
  'ignored',
  'other',
]

/**
 * Changes, inserts or removes one word, or changes a number. The first and the last two words stay, because the rest of a
 * sentence would be a true quotation without them.
 */
export function alterSentence(text: string, random: Random): { way: string; text: string } {
  const words = text.split(' ')
  const at = 2 + random.below(words.length - 4)
  const number = words.findIndex(
    (word, index) => index >= 2 && index < words.length - 2 && /^\d+$/.test(word),
  )
  const way = random.below(4)
  if (way === 0 && number !== -1)
    return { way: 'number', text: words.with(number, String(Number(words[number]) + 1)).join(' ') }
  if (way === 1) return { way: 'inserted', text: words.toSpliced(at, 0, random.pick(inserted)).join(' ') }
  if (way === 2) return { way: 'removed', text: words.toSpliced(at, 1).join(' ') }
  const word = words[at] ?? ''
  const letters = /\p{L}+/u.exec(word)?.[0]
  const other = random.pick(replacements.filter(candidate => candidate !== letters))
  return {
    way: 'changed',
    text: words.with(at, letters === undefined ? other : word.replace(letters, other)).join(' '),
  }
}
