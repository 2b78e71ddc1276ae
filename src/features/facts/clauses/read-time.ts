import { type Moment, moment, type Period } from '../periods.ts'
import type { ParsedSentence } from './parse-phrases.ts'

/** A period, and the words that state it, as far as they leave it uncertain ("around 1980"). */
export type StatedPeriod = Period & { isUncertain: boolean }

const part =
  '(?:the )?(?:(?:early|late|mid|summer of|spring of|autumn of|winter of|beginning of|end of|year) -?)*'
const day = '⟦d(\\d+)⟧'
const span = new RegExp(`(?:from|between) ${part}${day} (?:to|until|till|through|and|–|-) ${part}${day}`)
const bracket = new RegExp(`\\( ${day} (?:–|—|-|to|until) ${day} \\)`)
const since = new RegExp(`(?:since|from|beginning|starting)(?: in)? ${part}${day}`)
const until = new RegExp(`(?:until|till|up to|to) ${part}${day}`)
const untilEvent = new RegExp(
  `until (?:his|her|its) (?:[a-z]+ )?(?:death|retirement|resignation|dismissal|assassination|closure) (?:in|on) ${part}${day}`,
)
const point = new RegExp(`(?:(?:in|on|during|at|by|of|,) ${part}|in )${day}`)
const vague = new RegExp(
  `(?:(?:around|about|circa|ca|c|approximately|after|before) (?:\\. )?|(?:probably|possibly|perhaps|likely) (?:(?:in|on|about|around) )?)${part}${day}`,
)
const anyVague = new RegExp(
  `(?:around|about|circa|approximately|after|before|early|late|mid) (?:\\. |- )?${part}⟦d`,
)
/** A date at the beginning of a clause: "In 1998 , …", "… , and in 1991 …". */
const fronted = new RegExp(
  `(?:^|[,;:] |and |but )(?:(in|on|by|since|from|during|around|about|after|until) )${part}${day}(?: ,)?(?: (?:the|an?)(?: [a-z-]+){0,3}(?: ,)?)? ?$`,
)
/** A period at the beginning of a clause: "From 1920 to 1922 he …". */
const frontedSpan = new RegExp(
  `(?:^|[,;:] |and |but )(?:from|between) ${part}${day} (?:to|until|till|and) ${part}${day}(?: ,)? ?$`,
)
/** Where the clause after a verb ends. */
const boundary =
  / (?:;|:|\.|\(|and(?= (?!(?:the )?⟦d))|but|who|which|where|when|while|after(?! ⟦d)|before(?! ⟦d)|because|although|so that|,(?= (?:an?|the|one|his|her|its|their|then|making|was|were|is|are|had|has|became|took|won|began|left|[a-z]+ing|[a-z]+ed) )|, (?:and|but|who|which|where|when|while|after|before))(?= )/

/** The period that a clause states: in its own words from `from` on, after it, or in front of it. */
export function readTime(
  parsed: ParsedSentence,
  clause: { start: number; from: number; end: number },
): StatedPeriod {
  const { line } = parsed
  const after = line.slice(clause.end)
  const cut = boundary.exec(`${after} `)
  const own = line.slice(clause.from, clause.end).replace(/^ ?\([^()]*\)/, '')
  const said = `${own}${after.slice(0, cut?.index ?? after.length)}`
  const read = periodOf(said, parsed) ?? bracketed(after, parsed)
  if (read !== null) return read
  return (
    frontedTime(line.slice(0, clause.start), parsed) ?? { from: null, to: null, at: null, isUncertain: false }
  )
}

/** The period that stands before a clause: "In 1998, …", "From 1920 to 1922 …"; null without one. */
export function frontedTime(before: string, parsed: ParsedSentence): StatedPeriod | null {
  const [, begin, finish] = frontedSpan.exec(before) ?? []
  if (begin !== undefined)
    return { from: momentAt(parsed, begin), to: momentAt(parsed, finish), at: null, isUncertain: false }
  const [, preposition, index] = fronted.exec(before) ?? []
  const at = index === undefined ? null : momentAt(parsed, index)
  if (at === null) return null
  if (preposition === 'since' || preposition === 'from')
    return { from: at, to: null, at: null, isUncertain: false }
  if (preposition === 'until') return { from: null, to: at, at: null, isUncertain: false }
  if (/after|around|about|by/.test(preposition ?? ''))
    return { from: null, to: null, at: null, isUncertain: true }
  return { from: null, to: null, at, isUncertain: false }
}

/** A year in brackets right after the clause: "wrote Hunger (1890)". */
function bracketed(after: string, parsed: ParsedSentence): StatedPeriod | null {
  const [, when] = /^ \( ⟦d(\d+)⟧ \)/.exec(after) ?? []
  return when === undefined ? null : { from: null, to: null, at: momentAt(parsed, when), isUncertain: false }
}

export function periodOf(said: string, parsed: ParsedSentence): StatedPeriod | null {
  const isUncertain = anyVague.test(said)
  const range = span.exec(said) ?? bracket.exec(said)
  if (range)
    return { from: momentAt(parsed, range[1]), to: momentAt(parsed, range[2]), at: null, isUncertain }
  const [, begun] = since.exec(said) ?? []
  const [, ended] = until.exec(said) ?? untilEvent.exec(said) ?? []
  if (begun !== undefined || ended !== undefined)
    return { from: momentAt(parsed, begun), to: momentAt(parsed, ended), at: null, isUncertain }
  if (vague.test(said) || /(?:^| )by ⟦d\d+⟧/.test(said))
    return { from: null, to: null, at: null, isUncertain: true }
  const [, when] = point.exec(said) ?? []
  return when === undefined ? null : { from: null, to: null, at: momentAt(parsed, when), isUncertain }
}

export function momentAt({ phrases }: ParsedSentence, index: string | undefined): Moment | null {
  const text = index === undefined ? undefined : phrases[Number(index)]?.text
  if (text !== undefined && /^[1-9]\d{3}$/.test(text)) return { start: `${text}-01-01`, end: `${text}-12-31` }
  return moment(text)
}
