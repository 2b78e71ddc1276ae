/** A date, or a date and time, in ISO 8601. */
const isoMoment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i

/** All three HTTP date formats (RFC 9110, 5.6.7) begin with the name of a day. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i

/** Converts an HTTP date to ISO 8601 in seconds with offset; returns any other text unchanged. */
export function isoOfHttpDate(text: string): string {
  const time = httpDate.test(text) ? Date.parse(httpZone(text)) : Number.NaN
  return Number.isNaN(time) ? text : `${new Date(time).toISOString().slice(0, 19)}+00:00`
}

/** All spellings in which a store may contain this time; null when the text is no date. */
export function spellingsOfMoment(text: string): string[] | null {
  const iso = isoOfHttpDate(text.trim())
  if (!isoMoment.test(iso)) return null
  const time = Date.parse(iso)
  if (Number.isNaN(time)) return null
  const exact = new Date(time).toISOString()
  const [seconds, fraction] = [exact.slice(0, 19), exact.slice(19, 23)]
  const whole = [`${seconds}+00:00`, `${seconds}Z`, new Date(time).toUTCString()]
  const precise = [`${seconds}${fraction}+00:00`, exact]
  return [...new Set([text, ...(fraction === '.000' ? whole : []), ...precise])]
}

/** The oldest format (asctime) has no zone; in HTTP it is GMT. */
function httpZone(text: string): string {
  return /GMT|UTC|[+-]\d{4}$/i.test(text) ? text : `${text} GMT`
}
