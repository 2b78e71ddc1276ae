/** Splits TeX at a separator outside braces. The pattern must be sticky. */
export function splitTop(tex: string, separator: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  let at = 0
  while (at < tex.length) {
    const character = tex[at]
    if (depth === 0) {
      separator.lastIndex = at
      const found = separator.exec(tex)
      if (found !== null && found[0] !== '') {
        parts.push(tex.slice(start, at))
        at += found[0].length
        start = at
        continue
      }
    }
    if (character === '\\') at += 1
    else if (character === '{') depth += 1
    else if (character === '}') depth = Math.max(0, depth - 1)
    at += 1
  }
  parts.push(tex.slice(start))
  return parts
}

/** Returns the content of TeX that is one group; null when it is not. */
export function wholeGroup(tex: string): string | null {
  const isGroup = tex.startsWith('{') && closingBrace(tex, 0) === tex.length - 1
  return isGroup ? tex.slice(1, -1) : null
}

/**
 * Returns the position of the brace that closes the one at `open`, or -1 when there is none before `limit`. BibTeX also
 * counts escaped braces.
 */
export function closingBrace(
  tex: string,
  open: number,
  { limit = tex.length, countsEscaped = false } = {},
): number {
  let depth = 0
  for (let at = open; at < limit; at++) {
    const character = tex[at]
    if (character === '\\' && !countsEscaped) at += 1
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}
