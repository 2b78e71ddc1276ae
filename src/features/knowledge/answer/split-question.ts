/** More than this is not one question any more. */
const mostParts = 4

const starters =
  'what|when|where|which|who|whom|whose|why|how|is|are|was|were|does|do|did|can|could|should|must|may|will|would'

/** Where a second question begins inside a sentence: "…, and how …", "… and what …". */
const joint = new RegExp(`,?\\s+(?:and(?: also)?|but|or)\\s+(?=(?:${starters})\\b)`, 'i')

/**
 * The questions that a text asks. Each must stand on its own: a second part that is short and names nothing
 * ("and why?", "and how many are there?") is left with the first.
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
  return standsAlone(first) && standsAlone(second) ? [first, ...splitJoined(second)] : [sentence]
}

/** Long enough to name what it is about, and not about an "it" that only the other part names. */
function standsAlone(part: string): boolean {
  const words = part.match(/[\p{L}\p{N}]+/gu) ?? []
  return (
    words.length >= 4 && !/\b(?:it|its|they|them|their|this|that|these|those|there|he|she|one)\b/i.test(part)
  )
}
