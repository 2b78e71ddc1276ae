import { splitSentences } from './answer/split-sentences.ts'
import type { CodeExample } from './code-examples/code-example.ts'

const longest = 300
/** What the contract says of code that nothing is said about. */
const nothingSaid = 'Code example for demonstration purposes.'

/** The section it stands in and the sentence that leads up to it: the document's own words. */
export function summariseCode(
  { sectionPath, lead: leading }: Pick<CodeExample, 'sectionPath' | 'lead'>,
  title: string,
): string {
  const path = sectionPath[0] === title ? sectionPath : [title, ...sectionPath]
  const lead = splitSentences(leading).at(-1)?.text.replace(/\s+/g, ' ') ?? ''
  const section = path.filter(heading => heading !== '').join(' › ')
  const summary = [section, lead].filter(part => part !== '').join(': ')
  if (summary === '') return nothingSaid
  return summary.length <= longest ? summary : `${summary.slice(0, longest)}...`
}
