/**
 * The first text after all that start with `prefix`, in the order of code points (which is also the order of
 * UTF-8 bytes); null when there is none. Turns "starts with" into a range that an index can answer.
 */
export function prefixEnd(prefix: string): string | null {
  const points = [...prefix]
  while (points.length > 0) {
    const next = nextPoint(points.pop()?.codePointAt(0) ?? 0)
    if (next !== null) return points.join('') + String.fromCodePoint(next)
  }
  return null
}

/** Surrogates are no characters of their own and are stepped over. */
function nextPoint(point: number): number | null {
  if (point >= 0x10ffff) return null
  const next = point + 1
  return next >= 0xd800 && next <= 0xdfff ? 0xe000 : next
}
