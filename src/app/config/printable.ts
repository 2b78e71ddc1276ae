/**
 * A name from a settings file as it may be printed. The file may come from anyone: a name must not carry control
 * characters to a terminal, nor sentences to a model.
 */
export function printableName(name: string): string {
  return /^[\p{L}\p{N}_./-]{1,100}$/u.test(name)
    ? name
    : `${name.slice(0, 40).replaceAll(/[^\p{L}\p{N}_./-]/gu, '?')}…`
}

/** A value from a settings file in an error message: one short line. */
export function printableValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw)
  const plain = printablePath(text)
  return plain.length <= 80 ? plain : `${plain.slice(0, 80)}…`
}

/** A path as it may be printed: folders have names that strangers gave them, too. */
export function printablePath(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

/** The command that trusts a project file; to be run in its folder where the path cannot be written out. */
export function trustCommand(path: string): string {
  if (printablePath(path) !== path) return 'quire trust'
  return `quire trust ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`
}
