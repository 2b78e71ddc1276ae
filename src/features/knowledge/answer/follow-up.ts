import type { Conversation } from './types.ts'

/** Words that point back at what was said before. */
const pointers =
  /\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|hers|there|the same|the former|the latter)\b/i
const continuation = /^(?:and|but|so|also|then|what about|how about|why not|why|how so|really)\b/i

export type ResolvedQuestion = { text: string; leansBack: boolean }

/**
 * What to search for: the question itself, or, where it leans on the conversation, together with the question before
 * it, which names what this one only points at.
 */
export function resolveFollowUp(question: string, { turns }: Conversation): ResolvedQuestion {
  const previous = turns.at(-1)
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? []
  const points = words.length <= 8 && pointers.test(question)
  const goesOn = continuation.test(question) && words.length <= 12
  if (previous === undefined || !(points || goesOn)) return { text: question, leansBack: false }
  return { text: `${previous.question.trim()} ${question}`, leansBack: true }
}
