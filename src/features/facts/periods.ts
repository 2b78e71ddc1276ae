/** From when to when, as ISO days; `end` is the last day that may be meant. */
export type Moment = { start: string; end: string }

export type Period = { from: Moment | null; to: Moment | null; at: Moment | null }

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]
const month = `(?:${months.map(name => name[0]?.toUpperCase() + name.slice(1)).join('|')})`
const day = '(?:[12]?\\d|3[01])(?:st|nd|rd|th)?'
const year = '(?:1[4-9]|20)\\d\\d'

/** A day, a month or a year; iso days too. */
export const momentPattern = `(?:\\d{4}-\\d\\d-\\d\\d|${day} (?:of )?${month},? ${year}|${month} ${day},? ${year}|${month},? ${year}|${year})(?!\\d|[.,]\\d|%| per cent)`

const spans = new RegExp(
  `\\b(?:from|between) (${momentPattern}) (?:to|until|till|and|through) (${momentPattern})`,
  'u',
)
const dashed = new RegExp(`\\((${year})\\s?[–-]\\s?(${year})\\)`, 'u')
const since = new RegExp(`\\b(?:since|from) (${momentPattern})`, 'u')
const until = new RegExp(`\\b(?:until|till|up to) (${momentPattern})`, 'u')
const point = new RegExp(`\\b(?:in|on|of|during|at) (?:the year |early |late |mid-)?(${momentPattern})`, 'u')

/** What a clause says about time; nothing that is only counted ("2,014", "2014 per cent"). */
export function readPeriod(clause: string): Period {
  const range = spans.exec(clause) ?? dashed.exec(clause)
  if (range) return { from: moment(range[1]), to: moment(range[2]), at: null }
  const [, begun] = since.exec(clause) ?? []
  const [, ended] = until.exec(clause) ?? []
  if (begun !== undefined || ended !== undefined) return { from: moment(begun), to: moment(ended), at: null }
  const [, when] = point.exec(clause) ?? []
  return { from: null, to: null, at: moment(when) }
}

const anywhere = new RegExp(`(?<![\\d.,-])${momentPattern}`, 'u')

/** The time that a question names, where it names one. */
export function momentIn(question: string): Moment | null {
  return moment(anywhere.exec(question)?.[0])
}

export function moment(text: string | undefined): Moment | null {
  if (text === undefined) return null
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso) return { start: text, end: text }
  const [found] = new RegExp(year, 'u').exec(text) ?? []
  if (found === undefined) return null
  const named = months.findIndex(name => text.toLowerCase().includes(name)) + 1
  const rest = text.replace(found, '')
  const [, numbered] = /(\d{1,2})/.exec(rest) ?? []
  if (named === 0) return { start: `${found}-01-01`, end: `${found}-12-31` }
  const first = `${found}-${pad(named)}`
  const last = new Date(Date.UTC(Number(found), named, 0)).getUTCDate()
  if (numbered === undefined) return { start: `${first}-01`, end: `${first}-${pad(last)}` }
  const exact = Number(numbered)
  if (exact < 1 || exact > last) return null
  return { start: `${first}-${pad(exact)}`, end: `${first}-${pad(exact)}` }
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
