const monthNames =
  'January February March April May June July August September October November December'.split(' ')
const weekdayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/**
 * "2024-06-25", "20240625", "01/12/1983", "Thursday, 27 May 1993" → ISO. Null when it is no date, is before 1901, or
 * has an ambiguous century.
 */
export function parseSittingDate(text: string): string | null {
  const [date = null, ...others] = possibleDates(text)
  return others.length === 0 ? date : null
}

/** Every day that a text can mean: a two-digit year has several centuries ("24/02/97", "1 May 05"). */
export function possibleDates(text: string): string[] {
  const iso =
    /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(text) ?? /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text)
  if (iso !== null) return validDates(iso[1], Number(iso[2]), Number(iso[3]))
  const slashed = /(?<!\d)(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})(?!\d)/.exec(text)
  if (slashed !== null) return validDates(slashed[3], Number(slashed[2]), Number(slashed[1]))
  const written = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\s+([A-Za-z]{3})[a-z]*\.?,?\s+(\d{4}|\d{2})(?!\d)/.exec(
    text,
  )
  if (written === null) return []
  const month = monthNames.findIndex(name => name.slice(0, 3) === capitalised(written[2] ?? '')) + 1
  return validDates(written[3], month, Number(written[1]))
}

/**
 * The day of a line that consists of a weekday and its date: "Monday, 24 February 1997". Null when the weekday is
 * wrong.
 */
export function parseDayLine(text: string): string | null {
  const line = /^\s*([A-Z][a-z]+day),?\s+\d{1,2}(?:st|nd|rd|th)?\s+[A-Za-z]+,?\s+\d{4}\.?\s*$/i.exec(text)
  const date = line === null ? null : parseSittingDate(text)
  return date !== null && weekdayOf(date) === capitalised(line?.[1] ?? '') ? date : null
}

function weekdayOf(iso: string): string | undefined {
  return weekdayNames[new Date(`${iso}T00:00:00Z`).getUTCDay()]
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}

function validDates(year = '', month: number, day: number): string[] {
  const years = year.length === 4 ? [year] : [`19${year}`, `20${year}`]
  return years.flatMap(each => validDate(Number(each), month, day) ?? [])
}

function validDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1901 && year <= 2100 ? date.toISOString().slice(0, 10) : null
}

/** "25 June 2024". */
export function writeDate(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  return `${Number(day)} ${monthNames[Number(month) - 1] ?? ''} ${year}`
}

/** "12:31:00", "(10.04)", "(9.40 a.m.)", "2.35 p.m." → "12:31", "10:04", "09:40", "14:35". */
export function parseTime(text: string | null): string | null {
  const found = /(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*([ap])?/i.exec(text ?? '')
  if (found === null) return null
  const half = found[3]?.toLowerCase()
  const hour = (Number(found[1]) % (half === undefined ? 24 : 12)) + (half === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${found[2]}`
}
