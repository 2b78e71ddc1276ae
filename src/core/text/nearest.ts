import { editDistance } from './edit-distance.ts'

/** The candidate that was probably meant: few edits away, or one that the word begins. Null when none is close. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = word.toLowerCase()
  const most = Math.max(1, Math.floor(wanted.length / 3))
  let best: { candidate: string; distance: number } | null = null
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), most)
    if (distance <= most && (best === null || distance < best.distance)) best = { candidate, distance }
  }
  if (best !== null) return best.candidate
  return (
    candidates.find(candidate => wanted.length >= 3 && candidate.toLowerCase().startsWith(wanted)) ?? null
  )
}
