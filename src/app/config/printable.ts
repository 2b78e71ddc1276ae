/**
 * Makes a name from a settings file safe to print. The file is untrusted: a name must not send control characters to a
 * terminal or sentences to a model.
 */
export function printableName(name: string): string {
  return /^[\p{L}\p{N}_./-]{1,100}$/u.test(name)
    ? name
    : `${name.slice(0, 40).replaceAll(/[^\p{L}\p{N}_./-]/gu, '?')}…`
}

/** Formats a value from a settings file as one short line, for error messages. */
export function printableValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw)
  const plain = printablePath(text)
  return plain.length <= 80 ? plain : `${plain.slice(0, 80)}…`
}

/** Makes a path safe to print: names of folders may contain control characters. */
export function printablePath(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

/** Returns the command that trusts a project file. Without a path, which may be unprintable, it is run in the folder. */
export function trustCommand(path: string): string {
  if (printablePath(path) !== path) return 'quire trust'
  return `quire trust ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`
}
