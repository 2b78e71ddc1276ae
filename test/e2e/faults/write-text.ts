import { type Random, seededRandom } from '../../../src/app/eval/seeded-random.ts'

/** A Markdown text of one to eight chunks with its name and unique words; the same name always gives the same text. */
export function writeText(name: string): string {
  const random = seededRandom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7))
  const words = Array.from({ length: 40 }, () => inventWord(random))
  const sections = Array.from({ length: 1 + random.below(6) }, (_, index) => {
    const text = Array.from({ length: 60 + random.below(500) }, () => random.pick(words)).join(' ')
    return `## Part ${index + 1}\n\n${text}.`
  })
  return `# ${name}\n\n${sections.join('\n\n')}\n`
}

function inventWord(random: Random): string {
  const syllable = () => random.pick([...'bdfgklmnprstvz']) + random.pick([...'aeiou'])
  return Array.from({ length: 3 + random.below(2) }, syllable).join('')
}
