/** Words before a clause that make it hearsay, an opinion, a wish, a plan, a condition or fiction. */
const hedge =
  /(?:^| )(?:if|whether|unless|lest|suppos\w+|imagin\w+|think\w*|thought|believ\w+|claim\w*|alleg\w+|pretend\w*|suggest\w*|assert\w*|argu\w+|assum\w+|wonder\w*|rumou?r\w*|myth\w*|legend\w*|tradition|hop(?:e|es|ed|ing)|wish\w*|want\w*|would|could|should|might|may|shall|will|ought|den(?:y|ies|ied|ying)|propos\w+|perhaps|maybe|possibly|probably|reportedly|supposedly|apparently|say|says|said|saying|told|asks?|asked|according|fiction\w*|expect\w*|plan(?:s|ned|ning)?|intend\w*|tr(?:y|ies|ied|ying)|attempt\w*|predict\w*|dream\w*|doubt\w*|reported|unlikely|false|falsely|wrongly|mistakenly|untrue|nobody|no one|none|were to|as though|in an? (?:novel|film|story|play|game)|in (?:the|this|his|her) (?:\w+ )?(?:novel|film|movie|story|play|series|opera|myth|game|tale|comic))(?= |$)/

const denial = /(?:^| )(?:not|never|no longer|neither|nor|hardly|cannot|without|\w+n[’']t)(?= |$)/
const afterthought =
  / , (?:according to|it is said|some say|legend has it|reportedly|allegedly|supposedly|as \w+ (?:claims?|says?|believes?))| (?:if|unless) /

const speech =
  / (?:say|says|said|saying|told|asked|asks?|according|reported|announced|hop(?:e|es|ed)|expect\w*|believ\w+|claim\w*|argu\w+|suggest\w*|want\w*|propos\w+|plan(?:s|ned)?|tr(?:y|ied)|thought|think\w*)(?= |$)/g

/** Whether a description beside a name is presupposed: "A, chairman of B, said" and "said A, chairman of B". */
export function isPresupposed(line: string, start: number, end: number): boolean {
  const before = line.slice(0, start).replace(speech, match => ` ${'-'.repeat(match.length - 1)}`)
  const after = line.slice(end).replace(speech, match => ` ${'-'.repeat(match.length - 1)}`)
  return isAsserted(`${before}${line.slice(start, end)}${after}`, start, end)
}

/**
 * Whether a sentence asserts the clause at [start, end) of its line: false for questions, denials, hearsay, opinions, plans,
 * conditions, quotations and fiction. Precision comes first: a doubtful word anywhere before the clause refuses it.
 */
export function isAsserted(line: string, start: number, end: number): boolean {
  if (/\?(?: ["”’)\]])*$/.test(line)) return false
  // "Had she been born in A, …"
  if (/^(?:had|were|should) (?:he|she|it|they|⟦n|the |his |her )/.test(line)) return false
  const before = line.slice(Math.max(0, line.lastIndexOf(' ; ', start)), start)
  if (hedge.test(before) || denial.test(` ${line.slice(start, end)}`) || denial.test(before.slice(-12)))
    return false
  if ((line.slice(0, start).match(/["“”]/g) ?? []).length % 2 === 1) return false
  // A quotation that began in an earlier sentence ends behind the clause.
  if (/^[^"“”]*[,.!?] ["”](?: |$)/.test(line.slice(end)) && (line.match(/["“”]/g) ?? []).length % 2 === 1)
    return false
  return !hedge.test(` ${line.slice(start, end)}`) && !afterthought.test(line.slice(end))
}
