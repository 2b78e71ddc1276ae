import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** All files below a folder in order, but for the list that describes them. */
export function listSurveyFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .filter(path => statSync(join(folder, path)).isFile() && !path.endsWith('MANIFEST.tsv'))
    .sort()
}

/** Passwords that the collection's own description gives. */
export function passwordOf(name: string): string | null {
  return (
    { 'r3-user-password.pdf': 'asdfzxcv', 'libreoffice-writer-password.pdf': 'openpassword' }[name] ?? null
  )
}
