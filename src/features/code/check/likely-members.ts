import type { WrongName } from './items.ts'

/** A member that may have been meant, with what its source says of it. */
export type LikelyMember = { name: string; doc: string | null }

/** Candidates of the kind that is wanted: calls mean what can be called, and names like a class mean classes. */
export function likelyMembers({ name, candidates, members }: WrongName): LikelyMember[] {
  if (members === null) return []
  return candidates
    .filter(candidate => isCapital(candidate) === isCapital(name))
    .map(candidate => ({ name: candidate, ...members.look(candidate) }))
    .filter(({ isCallable }) => isCallable || !members.isCalled)
    .map(({ name: member, doc }) => ({ name: member, doc }))
}

function isCapital(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}
