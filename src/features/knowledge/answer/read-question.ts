import type { Conversation } from './answer-question.ts'

const greeting =
  /^(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|bonjour|hola)(?:\s+(?:there|all|everyone|again|quire))?$/i

const thanks =
  /^(?:thanks?|thank you|many thanks|thx|cheers|danke|merci|gracias)(?:\s+(?:a lot|very much|so much|again|you))?$/i

const farewell = /^(?:bye|goodbye|good bye|see you(?: later)?|farewell|ciao|tschüss)$/i

const aboutItself =
  /^(?:who|what) (?:are|r) (?:you|u)$|^what(?:'s| is) your name$|^what can (?:you|i) (?:do|ask)(?: (?:you|for me|here|with you))?$|^(?:how do (?:you|i) (?:work|use you)|can you help(?: me)?|help|are you (?:an? )?(?:ai|bot|robot|human|person|machine)|introduce yourself)$/i

const wellBeing = /^how are you(?: doing)?(?: today)?$|^how(?:'s| is) it going$/i

/**
 * Returns a reply to small talk (greetings, thanks, questions about the assistant), or null when the text is a real
 * question.
 */
export function recogniseTalk(text: string, facts: { writes: boolean }): string | null {
  const plain = text
    .trim()
    .replace(/[!?.,;:…\s]+$/u, '')
    .replace(/\s+/g, ' ')
  const pieces = plain.split(/[!.,;]\s*/).filter(piece => piece !== '')
  const [first = '', second] = pieces
  if (pieces.length === 2 && second !== undefined && greeting.test(first)) return recogniseTalk(second, facts)
  if (pieces.length > 1) return null
  if (greeting.test(plain)) return 'Hello. Ask me something, and I will look for it in the knowledge base.'
  if (thanks.test(plain)) return 'You are welcome.'
  if (farewell.test(plain)) return 'Goodbye.'
  if (wellBeing.test(plain)) return 'I am at your service. What would you like to know?'
  return aboutItself.test(plain) ? introduce(facts) : null
}

function introduce({ writes }: { writes: boolean }): string {
  const manner = writes
    ? 'write an answer in which every sentence is checked against the passage it cites'
    : 'answer with the best sentences of the sources, word for word'
  return `I am the question answerer of this knowledge base. I search its documents and ${manner}. When the sources do not answer a question, I say so.`
}

/** Words that refer to an earlier turn. */
const pointers =
  /\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|hers|there|the same|the former|the latter)\b/i

const continuation = /^(?:and|but|so|also|then|what about|how about|why not|why|how so|really)\b/i

type ResolvedQuestion = { text: string; leansBack: boolean }

/**
 * Returns the text to search for. A follow-up question is joined with the previous question, which names what it refers
 * to.
 */
export function resolveFollowUp(question: string, { turns }: Conversation): ResolvedQuestion {
  const previous = turns.at(-1)
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const points = words.length <= 8 && pointers.test(question)
  const goesOn = continuation.test(question) && words.length <= 12
  if (previous === undefined || !(points || goesOn)) return { text: question, leansBack: false }
  return { text: `${previous.question.trim()} ${question}`, leansBack: true }
}

/** A text with more questions is not split. */
const mostParts = 4

const starters =
  'what|when|where|which|who|whom|whose|why|how|is|are|was|were|does|do|did|can|could|should|must|may|will|would'

/** The border between two questions in a sentence: "…, and how …", "… and what …". */
const joint = new RegExp(`,?\\s+(?:and(?: also)?|but|or)\\s+(?=(?:${starters})\\b)`, 'i')

/**
 * Splits a text into its questions. A short part that does not name its subject ("and why?", "and how many are there?")
 * stays with the question before it.
 */
export function splitQuestion(text: string): string[] {
  const sentences = text
    .split(/(?<=[?？])\s+/)
    .map(part => part.trim())
    .filter(part => /[\p{L}\p{N}]/u.test(part))
  const parts = sentences.flatMap(sentence => splitJoined(sentence))
  return parts.length > 1 && parts.length <= mostParts ? parts : [text.trim()]
}

function splitJoined(sentence: string): string[] {
  if (!new RegExp(`^(?:${starters})\\b`, 'i').test(sentence)) return [sentence]
  const found = joint.exec(sentence)
  if (found === null) return [sentence]
  const first = sentence.slice(0, found.index)
  const second = sentence.slice(found.index + found[0].length)
  return isSelfContained(first) && isSelfContained(second) ? [first, ...splitJoined(second)] : [sentence]
}

/** Whether the part is long enough to name its subject and has no pronoun that refers to the other part. */
function isSelfContained(part: string): boolean {
  const words = part.match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.length >= 4 && !/\b(?:it|its|they|them|their|this|that|these|those|there|he|she|one)\b/i.test(part)
  )
}
