import { isAsserted } from '../clauses/is-asserted.ts'
import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { momentAt } from '../clauses/read-time.ts'
import type { Draft } from '../read-text.ts'

const post =
  '(?:job|post|position|office|role|chair|title|seat|appointment|professorship|lectureship|directorship|presidency|editorship|chairmanship|headship|rank|capacity|place|firm|company|paper|newspaper|magazine|university|college|school|institute|museum|orchestra|band|club|party|board|staff|faculty)'
const until =
  '(?:, )?(?:[a-z]+ ){0,4}?(?:until|till|up to) (?:(?:his|her|its) (?:[a-z]+ )?(?:death|retirement|resignation|departure|dismissal|election|marriage) (?:in|on) )?(?:(?:early|late|mid|the end of|the spring of|the summer of|the autumn of) )?⟦d(\\d+)⟧'
const held = '(?:held|kept|occupied|filled|retained|served in|remained in|stayed in|continued in)'
const stayed = '(?:remained|stayed|worked|taught|served|continued|played|lectured)'
const there = `(?: there| in office| in post| on| (?:in|at|with|on) (?:the|that|this) ${post})?`

/** How a sentence says until when what it said before lasted. */
const endings = [
  // "became director of A, a post she held until 1984"
  ` , (?:an?|the|his|her) (?:[a-z]+ )?${post} (?:which |that |in which )?(?:he|she) (?:would )?(?:${held}|${stayed}) ${until}`,
  // "joined A, where he remained until 1979"
  ` where (?:he|she) (?:${stayed})${there} ${until}`,
  ` (?:and|,|but) (?:he |she )?${stayed}${there} ${until}`,
  ` (?:and|,) (?:he |she |who )?${held} (?:the|that|this) ${post} ${until}`,
  ` , (?:holding|retaining|keeping|occupying|serving in) (?:the|that|this) ${post} ${until}`,
  ` , (?:serving|remaining|staying|working|teaching|continuing)${there} ${until}`,
  // "joined A in 1980 and left in 1984"
  ` (?:and|but|before|, and|,) (?:he |she )?(?:left|leaving|resigned|resigning|retired|retiring|quit|quitting|stepped down|stepping down|departed) (?:the (?:company|firm|band|group|club|party|paper|school|university) )?(?:in|on) ⟦d(\\d+)⟧(?= [.,;]| and |$)`,
].map(source => new RegExp(source, 'u'))

/** The same in a sentence of its own. */
const alone = [
  `^(?:he|she|⟦n\\d+⟧) ${held} (?:the|that|this) ${post} ${until}`,
  `^(?:he|she|⟦n\\d+⟧) ${stayed}(?: there| in office| in post| in (?:that|this|the) ${post}| (?:with|at) the ${post}) ${until}`,
  `^(?:he|she) ${stayed} ${until}`,
  `^(?:he|she) (?:left|resigned|quit|stepped down|departed) (?:the ${post} )?in ⟦d(\\d+)⟧(?: [.,;]|$)`,
  `^(?:he|she) retired in ⟦d(\\d+)⟧(?: [.,;]|$)`,
].map(source => new RegExp(source, 'u'))

/** How a marriage ends, in the sentence that states it and in the next one. */
const divorces = [
  ` (?:; |, |but |and )?(?:they |the couple |the marriage |this marriage |the pair )?(?:were |was )?(?:divorced|divorcing|separated|dissolved|annulled|ended in divorce)(?: [a-z]+){0,2} in ⟦d(\\d+)⟧`,
  ` , from whom (?:he|she) was divorced in ⟦d(\\d+)⟧`,
].map(source => new RegExp(source, 'u'))
const divorceAlone =
  /^(?:they|the couple|the pair|(?:the|their|this) marriage) (?:were |was )?(?:later |soon |eventually )?(?:divorced|separated|dissolved|annulled|ended(?: in divorce)?|lasted until)(?: [a-z]+){0,2} in ⟦d(\d+)⟧/u

const lasts = /^(?:HOLDS_OFFICE|EMPLOYED_BY|MEMBER_OF|EDUCATED_AT)$/

/**
 * The drafts of a sentence with the end that it states for the last of them: "joined A in 1950, where he remained until 1979". `earlier`: the
 * last such fact of the sentence before, which "She held the post until 1984." closes; that draft is marked as `isClosing`.
 */
export function withTenures(
  drafts: readonly Draft[],
  parsed: ParsedSentence,
  { earlier, marriage }: { earlier: Draft | null; marriage: Draft | null },
): Draft[] {
  const { line } = parsed
  const married = drafts.filter(({ relation }) => relation === 'MARRIED_TO')
  const [own, ...other] = new Set(
    married.map(({ object, subject }) => [object.key, subject.key].toSorted().join('|')),
  )
  for (const pattern of own !== undefined && other.length === 0 ? divorces : []) {
    const match = pattern.exec(line)
    const end = match === null ? null : momentAt(parsed, match.at(1))
    if (
      end === null ||
      married.some(({ invalidAt, validAt }) => invalidAt !== null || (validAt ?? '') > end.start)
    )
      continue
    return drafts.map(draft => (married.includes(draft) ? { ...draft, invalidAt: end.end } : draft))
  }
  const divorced = divorceAlone.exec(line)
  const parting = divorced === null ? null : momentAt(parsed, divorced.at(1))
  if (
    parting !== null &&
    marriage !== null &&
    marriage.invalidAt === null &&
    (marriage.validAt ?? '') <= parting.start
  )
    return [...drafts, { ...marriage, invalidAt: parting.end, isClosing: true }]
  for (const pattern of endings) {
    const match = pattern.exec(line)
    const end = match === null ? null : momentAt(parsed, match.at(1) ?? match.at(2))
    if (match === null || end === null || !isAsserted(line, match.index, match.index + match[0].length))
      continue
    const open = lastOf(drafts.filter(({ validAt }) => validAt === null || validAt <= end.start))
    if (open === null) continue
    return drafts.map(draft =>
      draft === open || isSame(draft, open) ? { ...draft, invalidAt: end.end } : draft,
    )
  }
  // "the mayor, A, in office since 2011", "the principal, B, took up her position in 2016"
  const [, since, entered, taken] =
    / , in (?:office|post|charge|the (?:post|job|role|position)|that (?:post|job|role)) since ⟦d(\d+)⟧| took office (?:in|on) ⟦d(\d+)⟧| (?:took up|assumed|entered) (?:his|her|the) (?:post|position|office|role|duties|job|appointment) (?:in|on) ⟦d(\d+)⟧/.exec(
      line,
    ) ?? []
  const begin = momentAt(parsed, since ?? entered ?? taken)
  if (begin !== null) {
    const open = lastOf(
      drafts.filter(({ validAt, relation }) => validAt === null && relation === 'HOLDS_OFFICE'),
    )
    return drafts.map(draft =>
      open !== null && isSame(draft, open) ? { ...draft, validAt: begin.start } : draft,
    )
  }
  for (const pattern of alone) {
    const match = pattern.exec(line)
    const end = match === null ? null : momentAt(parsed, match.at(1))
    if (match === null || end === null || earlier === null) continue
    const isLater = earlier.validAt === null || earlier.validAt <= end.start
    if (!isLater || !isAsserted(line, 0, match[0].length)) continue
    return [...drafts, { ...earlier, invalidAt: end.end, isClosing: true }]
  }
  return [...drafts]
}

/** The last fact of a sentence that lasts and whose end is not known; null without one, or where several persons have one. */
export function lastTenure(drafts: readonly Draft[]): Draft | null {
  const open = drafts.filter(({ relation }) => lasts.test(relation))
  return open.every(({ subject }) => subject.key === open[0]?.subject.key) ? lastOf(drafts) : null
}

function lastOf(drafts: readonly Draft[]): Draft | null {
  const open = drafts.filter(
    ({ relation, invalidAt, subject }) =>
      lasts.test(relation) && invalidAt === null && subject.label === 'Person',
  )
  // An office rather than the job it is.
  const rank = (draft: Draft) => `${draft.validAt ?? '0000'}${draft.relation === 'HOLDS_OFFICE' ? 1 : 0}`
  return open.toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))[0] ?? null
}

function isSame(one: Draft, other: Draft): boolean {
  return (
    one.subject.key === other.subject.key &&
    one.relation === other.relation &&
    one.object.key === other.object.key &&
    one.validAt === other.validAt
  )
}
