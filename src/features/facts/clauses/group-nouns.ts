/** Nouns that stand for an organisation or a thing that was named before: "the company". */
export const groupNouns =
  'company|firm|paper|daily|weekly|corporation|business|group|conglomerate|manufacturer|startup|start-up|brewery|retailer|airline|carrier|publisher|label|studio|bank|brand|band|trio|quartet|ensemble|orchestra|university|college|school|institute|academy|institution|organisation|organization|foundation|society|association|charity|party|union|agency|club|team|newspaper|magazine|journal|museum|hospital|project|laboratory|shipyard|railway|partnership|cooperative|consortium|church|league|federation|council|library|theatre|factory'

const namedBefore = new RegExp(`^the (${groupNouns})$`, 'i')

/** Nouns that may also mean an organisation which was only an object before. */
const generic = /^(?:company|firm|business|corporation|organi[sz]ation|group|startup|start-up|partnership)$/

/** The noun in "the company"; null for other words. */
export function groupNounOf(text: string): string | null {
  return namedBefore.exec(text)?.[1] ?? null
}

export function isGenericGroup(noun: string): boolean {
  return generic.test(noun)
}

/** The noun that a name has for what it is: "company" of "Metropolitan Gas Company"; null without one. */
export function wordOf(name: string): string | null {
  const last = name.split(' ').at(-1)?.toLowerCase() ?? ''
  const [, first] = /^(University|College|Institute|School|Academy|Museum|Bank) (?:of|for) /.exec(name) ?? []
  const word = first?.toLowerCase() ?? last
  return groupNounOf(`the ${word}`) === null ? null : word
}

/** Whether a noun says that something is a company. */
export function isFirmNoun(noun: string): boolean {
  return /^(?:company|firm|corporation|business|group|conglomerate|manufacturer|startup|start-up|brewery|retailer|airline|carrier|publisher|bank|brand|partnership|shipyard|railway|studio|label)$/.test(
    noun,
  )
}

/** Whether a noun fits a name; a name may say what it is: "the company" is no university. */
export function fitsGroup(noun: string, name: string): boolean {
  const isLearned = /^(?:university|college|school|institute|academy|institution)$/.test(noun)
  if (/\b(?:University|College|School|Academy|Institute)\b/.test(name)) return isLearned
  if (/\b(?:Inc|Ltd|Limited|plc|Corp|Corporation|Company|GmbH|AG)\b/.test(name))
    return !isLearned && !/^(?:band|trio|quartet|society|association|charity|party|union|church)$/.test(noun)
  return true
}
