/** Whether an address fits one of the patterns: `*` is any text, a pattern from `/` on looks at path and query only. */
export function matchesAny(patterns: readonly string[], normalized: string): boolean {
  if (patterns.length === 0) return false
  const { pathname, search } = new URL(normalized)
  return patterns.some(pattern =>
    matchesGlob(pattern, pattern.startsWith('/') ? pathname + search : normalized),
  )
}

/** Steps through once and goes back only to the last star, so no pattern can make it slow. */
function matchesGlob(pattern: string, text: string): boolean {
  let at = 0
  let inText = 0
  let star = -1
  let starText = 0
  while (inText < text.length) {
    if (pattern[at] === '*') {
      star = at++
      starText = inText
    } else if (at < pattern.length && pattern[at] === text[inText]) {
      at++
      inText++
    } else if (star >= 0) {
      at = star + 1
      inText = ++starText
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
