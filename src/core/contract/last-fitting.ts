/** The largest number that fits, where smaller ones fit too; null when not even the least does. */
export function lastFitting(least: number, most: number, fits: (number: number) => boolean): number | null {
  if (!fits(least)) return null
  let low = least
  let high = Math.max(least, most)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}
