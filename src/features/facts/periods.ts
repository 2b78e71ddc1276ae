/** A day, month or year as its first and last ISO day. */
export type Moment = { start: string; end: string }

export type Period = { from: Moment | null; to: Moment | null; at: Moment | null }

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july'],
  ...['august', 'september', 'october', 'november', 'december'],
]
const month = `(?:${months.map(name => name[0]?.toUpperCase() + name.slice(1)).join('|')})`
const day = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?'
const year = '(?:1[4-9]|20)\\d\\d'

/** Old and new style: "18th of September, N. S., 1709". */
const calendar = '(?: [NO]\\. ?S\\.,?)?'

/** Matches a day, a month or a year, also as an ISO day. */
export const momentPattern = `(?:\\d{4}-\\d\\d-\\d\\d|${day} (?:of )?${month},?${calendar} ${year}|${month} ${day},? ${year}|${month},? ${year}|${year})(?!\\d|[.,]\\d|%| per cent)`

const spans = new RegExp(
  `\\b(?:from|between) (${momentPattern}) (?:to|until|till|and|through) (${momentPattern})`,
  'u',
)
const dashed = new RegExp(`\\((${year})\\s?[–-]\\s?(${year})\\)`, 'u')
const since = new RegExp(`\\b(?:since|from) (${momentPattern})`, 'u')
const until = new RegExp(`\\b(?:until|till|up to) (${momentPattern})`, 'u')
const point = new RegExp(`\\b(?:in|on|of|during|at) (?:the year |early |late |mid-)?(${momentPattern})`, 'u')

/** The period that a clause states. Plain numbers ("2,014", "2014 per cent") are ignored. */
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

/** The first day, month or year in a question; null without one. */
export function momentIn(question: string): Moment | null {
  return moment(anywhere.exec(question)?.[0])
}

export function moment(text: string | undefined): Moment | null {
  if (text === undefined) return null
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (iso) return { start: text, end: text }
  const [found] = new RegExp(year, 'u').exec(text) ?? []
  if (found === undefined) return null
  const [short] = /[a-z]{3}/.exec(text.toLowerCase().replace(/\d(?:st|nd|rd|th)/, '')) ?? []
  const named = short === undefined ? 0 : months.findIndex(name => name.startsWith(short)) + 1
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
