import { type ClauseRule, clauseRules } from './clause-patterns.ts'
import { isAsserted } from './is-asserted.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import type { Reading } from './resolve-names.ts'

/** A rule and where it matches. */
export type Found = { rule: ClauseRule; match: RegExpExecArray; parsed: ParsedSentence; reading: Reading }

/** Where the rules match a sentence that asserts what it says. */
export function findMatches(parsed: ParsedSentence, reading: Reading): Found[] {
  const { line } = parsed
  if (!line.includes('⟦')) return []
  return clauseRules.flatMap(rule =>
    matchesOf(rule, line)
      .filter(match => !isInside(rule, match, line))
      .filter(({ index, 0: said }) => isAsserted(line, index, index + said.length))
      .filter(match => !isOff(rule, match, line))
      .map(match => ({ rule, match, parsed, reading })),
  )
}

/** All matches, also those that begin in the object of another: "A was bought by B, which was bought by C". */
function matchesOf({ regex }: ClauseRule, line: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  regex.lastIndex = 0
  for (let match = regex.exec(line); match !== null; match = regex.exec(line)) {
    found.push(match)
    regex.lastIndex = match.index + Math.max(1, match.groups?.s?.length ?? match[0].length)
  }
  return found
}

/** "The acquisition of A by B was blocked". */
function isOff({ relation }: ClauseRule, { index }: RegExpExecArray, line: string): boolean {
  return (
    /^(?:ACQUIRED|MERGED_WITH)$/.test(relation) &&
    / (?:blocked|called off|cancelled|canceled|abandoned|rejected|vetoed|prohibited|prevented|scrapped|aborted|shelved|planned|proposed|failed|fell through|collapsed)(?= |$)/.test(
      line.slice(index),
    )
  )
}

/** Words before a subject that make it part of another phrase: "the head of Acme was born". */
const governed =
  /(?:^| )(?:of|in|at|by|with|from|to|for|on|than|near|between|under|against|like|unlike|as|about|into|over|via|without|[’']s|including) (?:(?:the|an?|his|her|its|their) (?:[a-z-]+ ){0,3})?$/

/** Whether the subject of a match is only a part of another phrase. */
function isInside(rule: ClauseRule, { index, groups, 0: said }: RegExpExecArray, line: string): boolean {
  const isRelative = /⟧(?: ,)? (?:who|which) /.test(said)
  return (
    (!rule.isApposition || groups?.led !== undefined) &&
    !isRelative &&
    !/^(?:he|she)$/.test(groups?.s ?? '') &&
    governed.test(line.slice(0, index))
  )
}
