/** "A", "A and B", "A, B and C": names with their last joint. */
export function joinNames(names: readonly string[], lastJoint: string, joint = ', '): string {
  if (names.length < 2) return names[0] ?? ''
  return `${names.slice(0, -1).join(joint)}${lastJoint}${names.at(-1)}`
}
