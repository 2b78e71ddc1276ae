import { officeWords } from '../clauses/clause-parts.ts'
import { callings } from '../words.ts'
import type { Noun } from './chunk.ts'

export const rank = /^(?:eldest|youngest|oldest|first|second|third|fourth|fifth|sixth|seventh|last|one)$/
export const founders = /^(?:co-?)?founders?$/
export const authors = /^(?:co-)?(?:author|creator|inventor|designer|composer|writer|developer|translator)s?$/
export const offices = new RegExp(`(?:^| )(?:${officeWords})$`)
export const job = new RegExp(
  `^(?:${callings.join('|')}|developer|researcher|professor|lecturer|manager|analyst|designer|technician|consultant|salesman|employee|postdoc|fellow|instructor|reader|tutor|scientist|curator|apprentice|correspondent|columnist|reporter|critic|officer|executive|secretary|assistant|associate|partner|docent|intern|trainee|porter|agent|cadet|nurse|gardener|illustrator|(?!finalist|semifinalist|valedictorian|salutatorian|civilian|christian|median|italian|russian|guardian)[a-z]{3,}(?:ist|ian)|[a-z]{4,}ologist)$`,
)
export const area =
  /^(?:city|town|village|suburb|capital|municipality|district|port|borough|county|region|province|company|firm|corporation|brewery|airline|bank|publisher|university|college|school|institute|museum|hospital|newspaper|magazine|manufacturer|club|organization|organisation|charity|foundation|church|theatre|hamlet|parish|resort|settlement|commune|retailer|maker|agency|orchestra|library|restaurant|hotel|stadium|cathedral|abbey|park|castle|bridge|gallery|cinema|pub|café|cafe|bar|monastery|convent|palace|airport|station|winery|distillery|zoo|garden|cemetery|arena|prison|temple|headquarters|seat|hub|harbour|port|quarter|neighbourhood|neighborhood|mosque|synagogue|bakery|bookshop|bookstore|shop|store|studio|startup|start-up|nonprofit|non-profit|laboratory|observatory|academy|conservatory|seminary|mill|shipyard|farm|estate|mansion|tower|skyscraper|building|observatory)$/

/** Nouns in -er and -or that are no trades. */
const notTrades = new Set(
  `senator ambassador minister member founder daughter sister brother father mother number order center centre successor predecessor competitor
supplier sponsor partner shareholder owner customer offer letter chapter charter theater supporter leader helper
follower neighbour neighbor ancestor donor visitor contender winner holder speaker alternative anchor mentor factor
author inventor creator container character danger power tower river paper cover answer corner dinner summer winter
matter teenager youngster newcomer beginner volunteer prisoner survivor believer visitor passenger outsider insider observer other former later soldier premier carrier manufacturer provider maker retailer producer designer composer
writer developer translator`.split(/\s+/),
)
export const player =
  /^(?:singer|vocalist|frontman|drummer|guitarist|bassist|keyboardist|pianist|saxophonist|trumpeter|violinist|cellist|percussionist|striker|midfielder|defender|goalkeeper|forward|player|winger|fullback|full-back|halfback|quarterback|pitcher|batsman|bowler|outfielder|shortstop|catcher|flanker|sweeper|frontwoman|flautist|oboist|clarinettist|violist|organist)$/
export const kin =
  /^(?:sons?|daughters?|child|children|father|mother|parents?|wife|husband|widow|widower|spouse|brothers?|sisters?|siblings?)$/
const other =
  /^(?:successor|predecessor|members?|fellows?|graduate|alumnus|alumna|student|pupil|winner|recipient|laureate)$/

const notMen =
  /^(?:human|german|roman|norman|ottoman|gentleman|nobleman|statesman|freshman|chairman|alderman|clergyman|layman|kinsman|countryman|frenchman|englishman|irishman|scotsman|welshman|dutchman|beforehand|firsthand|shorthand|secondhand|spokesman|spokeswoman|chairwoman|gentlewoman|noblewoman|frontman)$/

/** Whether a noun is a trade by its ending: "an arranger for A". */
export function isTrade(head: string): boolean {
  return (
    (/^[a-z]{3,}(?:er|or)$/.test(head) && !notTrades.has(head)) ||
    (/^[a-z]{4,}(?:man|woman|hand)$/.test(head) && !notMen.test(head))
  )
}

/** Whether a noun is a role that states something. */
export function isRole(noun: Noun): boolean {
  const { head } = noun
  return (
    head !== null &&
    (founders.test(head) ||
      authors.test(head) ||
      offices.test(` ${[...noun.words, head].join(' ')}`) ||
      job.test(head) ||
      area.test(head) ||
      kin.test(head) ||
      rank.test(head) ||
      isTrade(head) ||
      player.test(head) ||
      other.test(head))
  )
}

/** Whether only a person can be this. */
export function isPersonal({ head, words }: Noun): boolean {
  return (
    head !== null &&
    (kin.test(head) ||
      authors.test(head) ||
      job.test(head) ||
      isTrade(head) ||
      player.test(head) ||
      rank.test(head) ||
      /^(?:graduate|alumnus|alumna|student|pupil|successor|predecessor)$/.test(head) ||
      offices.test(` ${[...words, head].join(' ')}`))
  )
}

/** Whether a noun is a place or a body: "the city of A". */
export function isArea({ head }: Noun): boolean {
  return head !== null && area.test(head)
}
