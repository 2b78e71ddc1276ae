/** The name, or the name with a number, that is not taken yet: `a.pdf`, `a (2).pdf`. `taken` is in lower case. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name.toLowerCase())) return name
  const dot = name.lastIndexOf('.') <= 0 ? name.length : name.lastIndexOf('.')
  for (let number = 2; ; number++) {
    const other = `${name.slice(0, dot)} (${number})${name.slice(dot)}`
    if (!taken.has(other.toLowerCase())) return other
  }
}
