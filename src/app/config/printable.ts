import type { Ignored, ProjectFile } from './admit-project-file.ts'

export function isTable(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
}

/**
 * A name from a settings file as it may be printed. The file may come from anyone: a name must not carry control
 * characters to a terminal, nor sentences to a model.
 */
export function sayName(name: string): string {
  return /^[\p{L}\p{N}_./-]{1,100}$/u.test(name)
    ? name
    : `${name.slice(0, 40).replaceAll(/[^\p{L}\p{N}_./-]/gu, '?')}…`
}

/** A value from a settings file in an error message: one short line. */
export function sayValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw)
  const plain = withoutControls(text)
  return plain.length <= 80 ? plain : `${plain.slice(0, 80)}…`
}

/** A path as it may be printed: folders have names that strangers gave them, too. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

/** The command that trusts a project file; to be run in its folder where the path cannot be written out. */
export function trustCommand(path: string): string {
  if (withoutControls(path) !== path) return 'quire trust'
  return `quire trust ${/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`
}

const mostNames = 20

/** One line for each reason why a project file is not followed: which settings, and what to do. */
export function sayIgnored(ignored: readonly Ignored[], project: ProjectFile | null): string[] {
  if (project === null) return []
  const namesOf = (reason: Ignored['reason']) => list(ignored.filter(one => one.reason === reason))
  const command = trustCommand(project.path)
  const path = withoutControls(project.path)
  const lines: [names: string | null, says: (names: string) => string][] = [
    [
      namesOf('untrusted'),
      names =>
        project.trust === 'changed'
          ? `${path} has changed since you trusted it. Ignored: ${names}. Look at it, then run: ${command}`
          : `${path} sets what only you may set. Ignored: ${names}. If you trust it, run: ${command}`,
    ],
    [
      namesOf('outside'),
      names => `${path} names paths outside its folder. Ignored: ${names}. If you trust it, run: ${command}`,
    ],
    [
      namesOf('taken'),
      names =>
        `${path} declares what your own settings file declares. Ignored: ${names}. If you trust it, run: ${command}`,
    ],
  ]
  return [
    ...(project.problem === undefined ? [] : [project.problem]),
    ...lines.flatMap(([names, says]) => (names === null ? [] : [says(names)])),
  ]
}

function list(ignored: readonly Ignored[]): string | null {
  if (ignored.length === 0) return null
  const names = ignored.slice(0, mostNames).map(({ key }) => key)
  const more = ignored.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
