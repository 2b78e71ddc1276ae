import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isInside, realOrWouldBe } from '../../adapters/files/resolve-path.ts'
import type { Kind, Place } from '../../core/contract/setting-kinds.ts'
import { projectFields } from './declared-projects.ts'
import { printableName } from './printable.ts'
import type { SettingNames } from './setting-names.ts'
import type { SettingsFile } from './settings-file.ts'

/** Whether the user trusts a project file. `changed`: its contents have changed since it was trusted. */
export type Trust = 'unknown' | 'trusted' | 'changed'

/** A setting in a file that is ignored. */
export type Ignored = {
  /** As written: `convert.tesseract`, `environment.OPENAI_BASE_URL`, `project."thesis".embedder`. */
  key: string
  file: string
  /**
   * `untrusted`: only the user may set it. `outside`: its path is outside the folder of the file. `taken`: the user's
   * file declares that project. `other host`: a secret that was set for a host other than the configured one.
   */
  reason: 'untrusted' | 'outside' | 'taken' | 'other host'
}

/** The settings file of a working directory, without the settings that are ignored. */
export type ProjectFile = SettingsFile & {
  trust: Trust
  ignored: readonly Ignored[]
  /** Why the list of trusted files could not be read. */
  problem?: string
}

/** Removes the settings that an untrusted project file may not set. A trusted file is returned unchanged. */
export async function admitProjectFile(
  file: SettingsFile,
  trust: Trust,
  { homedir, names }: { homedir: string; names: SettingNames },
): Promise<ProjectFile> {
  if (trust === 'trusted') return { ...file, trust, ignored: [] }
  const ignored: Ignored[] = []
  const place = { folder: dirname(file.path), homedir }
  const root = await realpath(place.folder)

  async function admits(key: string, rule: Rule | undefined, raw: unknown): Promise<boolean> {
    // An unknown name has no effect; it is kept so that a warning is shown.
    if (rule === undefined) return true
    const reason = rule.isShared ? await leavesFolder(pathsIn(rule.kind, raw, place), root) : 'untrusted'
    if (reason !== null) ignored.push({ key, file: file.path, reason })
    return reason === null
  }

  const entries = new Map<string, unknown>()
  for (const [key, raw] of file.entries) {
    const setting = names.ofFileKey.get(key)?.setting
    const rule = setting && { kind: setting.kind, isShared: setting.project === true }
    if (await admits(key, rule, raw)) entries.set(key, raw)
  }
  for (const name of file.environment.keys())
    ignored.push({ key: `environment.${printableName(name)}`, file: file.path, reason: 'untrusted' })
  const projects = new Map<string, Record<string, unknown>>()
  for (const [id, fields] of file.projects) {
    const kept: Record<string, unknown> = {}
    for (const [name, raw] of Object.entries(fields)) {
      const field = projectFields.get(name)
      const rule = field && { kind: field.kind, isShared: field.project === true }
      if (await admits(`project."${id}".${name}`, rule, raw)) kept[name] = raw
    }
    projects.set(id, kept)
  }
  return { path: file.path, entries, environment: new Map(), projects, trust, ignored }
}

type Rule = { kind: Kind<unknown>; isShared: boolean }

/** Returns the paths in a value; none if the value is invalid, which is reported later. */
function pathsIn(kind: Kind<unknown>, raw: unknown, place: Place): readonly string[] {
  const value = kind.parse(raw, place)
  return value === undefined ? [] : kind.pathsIn(value)
}

async function leavesFolder(paths: readonly string[], root: string): Promise<'outside' | null> {
  for (const path of paths) {
    const real = await realOrWouldBe(path)
    if (real === null || !isInside(real, root)) return 'outside'
  }
  return null
}
