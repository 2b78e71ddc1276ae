import { seededRandom } from '../../bench/random.ts'

const words = 'paper ink press type page margin binding thread glue spine leaf sheet fold proof'.split(' ')

/** A Markdown text that names itself and is one to eight chunks long; the same for the same name. */
export function writeText(name: string): string {
  const random = seededRandom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7))
  const sections = 1 + random.below(6)
  const paragraph = () => Array.from({ length: 60 + random.below(500) }, () => random.pick(words)).join(' ')
  const body = Array.from({ length: sections }, (_, index) => `## Part ${index + 1}\n\n${paragraph()}.`)
  return `# ${name}\n\nThis is ${name}.\n\n${body.join('\n\n')}\n`
}
