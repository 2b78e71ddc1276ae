export type TrapLimits = {
  /** Addresses that differ only in a date, as in endless calendars. */
  dates: number
  /** Addresses that differ only in numbers. */
  numbers: number
  /** Combinations of three or more query parameters on one path. */
  filters: number
}

export const defaultTrapLimits: TrapLimits = { dates: 60, numbers: 1_000, filters: 100 }

export type TrapDetector = {
  /** Returns why an address is skipped; null if it is accepted, and then counts it. */
  judge(normalized: string): string | null
  counts(): Record<string, number>
}

const maxLength = 2_000
const maxSegments = 25
const maxParameters = 20
const months =
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec'
const monthName = new RegExp(`(?<![a-z])(?:${months.replaceAll(' ', '|')})(?![a-z])`, 'gi')
const dateParameter = /(?:^|[?&])(?:y|m|d|year|month|day|date|week|yr|mon|from|to|start|end|cal\w*)=[^&]*\d/i
const datePath = /(?<!\d)(?:19|2\d)\d\d(?:[-/._](?:0?[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:[0-3]\d)?)(?!\d)/

/** Detects addresses that a site generates without end. */
export function trapDetector(
  limits: TrapLimits,
  counted: Readonly<Record<string, number>> = {},
): TrapDetector {
  const counts = new Map(Object.entries(counted))

  function isSpent(shape: string, limit: number): boolean {
    const count = (counts.get(shape) ?? 0) + 1
    if (count > limit) return true
    counts.set(shape, count)
    return false
  }

  return {
    counts: () => Object.fromEntries(counts),
    judge(normalized) {
      if (normalized.length > maxLength) return `longer than ${maxLength} characters`
      const url = new URL(normalized)
      const segments = url.pathname.split('/').filter(segment => segment !== '')
      if (segments.length > maxSegments) return `more than ${maxSegments} folders deep`
      if (repeats(segments)) return 'repeated folders'
      const names = url.search.slice(1).split('&').map(nameOf)
      if (names.length > maxParameters || hasRepeated(names)) return 'too many parameters'
      const shape = shapeOf(url)
      if (shape !== null) {
        const isDate = dateParameter.test(url.search) || datePath.test(url.pathname) || hasMonth(url)
        if (isSpent(shape, isDate ? limits.dates : limits.numbers))
          return isDate ? 'endless calendar' : 'endless numbered pages'
      }
      if (names.length >= 3 && isSpent(`${url.host}${url.pathname}?${names.toSorted()}`, limits.filters))
        return 'endless combinations of filters'
      return null
    },
  }
}

/**
 * Whether a sequence of folders occurs three times in a row, or one folder four times: relative links that resolve
 * into themselves.
 */
function repeats(segments: readonly string[]): boolean {
  for (let length = 1; length * 3 <= segments.length; length++)
    for (let from = 0; from + length * 3 <= segments.length; from++) {
      const sequence = segments.slice(from, from + length).join('/')
      const second = segments.slice(from + length, from + length * 2).join('/')
      const third = segments.slice(from + length * 2, from + length * 3).join('/')
      if (sequence === second && second === third) return true
    }
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts.values()].some(count => count >= 4)
}

function nameOf(parameter: string): string {
  return parameter.split('=')[0] ?? ''
}

function hasRepeated(names: readonly string[]): boolean {
  return names.some(name => names.filter(other => other === name).length > 5)
}

function hasMonth(url: URL): boolean {
  return /\d{4}/.test(url.pathname + url.search) && (url.pathname + url.search).search(monthName) >= 0
}

/** Returns the address with every number replaced by `#`; null if it has none. */
function shapeOf(url: URL): string | null {
  const whole = url.pathname + url.search
  const open = whole.replace(/\d+/g, '#')
  return open === whole ? null : url.host + open.replace(monthName, '#')
}
