/** Of vectors of length 1. */
export function cosine(one: Float32Array, other: Float32Array | undefined): number {
  if (other === undefined) return 0
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)
}
