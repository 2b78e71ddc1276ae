import type { Ignored, ProjectFile } from './admit-project-file.ts'
import { trustCommand, withoutControls } from './say.ts'

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
