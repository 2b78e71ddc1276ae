/** Why a sentence is not taken at its word. Precision comes first: what may be meant otherwise is left out. */

/** What comes before a statement and makes it someone's opinion, a wish or a case. */
const unsure =
  /\b(?:if|whether|unless|suppose[ds]?|supposing|imagine|think|thinks|thought|believ\w+|claim\w*|alleg\w+|pretend\w*|suggest\w*|assert\w*|argu\w+|assum\w+|wonder\w*|rumou?r\w*|myth|lest|hop(?:e|es|ed|ing)|wish\w*|want\w*|would|could|should|might|may|shall|will|ought|as though|were to|no one|nobody|denie[sd]|deny|propos\w+|perhaps|maybe|possibly|say(?:s|ing)?|said|told|ask\w*|so-called|accus\w+|quot\w+)\b[^.;:]*$/i

const negated = /\b(?:not|never|no longer|neither|nor|without|hardly|cannot|n[’']t)\b/i

/** For statements ("X was the Y"): what stands before them in the sentence, and the statement itself. */
export function isRefused(sentence: string, start: number, end: number): boolean {
  if (/\?["'”’)\]]*$/.test(sentence)) return true
  const before = sentence.slice(0, start)
  const clause = sentence.slice(start, end)
  return unsure.test(before) || negated.test(clause) || /[“"][^”"]*$/.test(before) || /["“”]/.test(clause)
}

/** For names set beside an office ("the Treasurer, Mr Swan,"): what would make the two different persons. */
export function isOtherPerson(before: string): boolean {
  return /\b(?:secretary|adviser|advisor|assistant|deputy|wife|husband|widow|son|daughter|brother|father|mother|representative|predecessor|successor|friend|colleague|opponent|behalf|letter|representing|succeeding|replacing|between|like|unlike|than|not|both|either|neither|nor|also|including|namely|joins|joined|versus)(?: (?:to|of|for|from|with|by|as))?(?: the)?\s*$/i.test(
    before,
  )
}
