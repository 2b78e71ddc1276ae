import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isInside, realOrWouldBe } from '../../adapters/files/resolve-path.ts'
import type { Kind, Place } from '../../core/contract/setting-kinds.ts'
import { projectFields } from './declared-projects.ts'
import { printableName } from './printable.ts'
import type { SettingNames } from './setting-names.ts'
import type { SettingsFile } from './settings-file.ts'

/** What is known of a project file: never trusted, trusted as it is now, or trusted before it was changed. */
export type Trust = 'unknown' | 'trusted' | 'changed'

/** A setting that a file has and that does not count. */
export type Ignored = {
  /** As written: `convert.tesseract`, `environment.OPENAI_BASE_URL`, `project."thesis".embedder`. */
  key: string
  file: string
  /**
   * `untrusted`: only the person may set it. `outside`: its path leaves the folder. `taken`: the person's file declares
   * that project. `other host`: a secret that was given for another host than the address in force.
   */
  reason: 'untrusted' | 'outside' | 'taken' | 'other host'
}

/** The settings file of a working directory, with what it may say. */
export type ProjectFile = SettingsFile & {
  trust: Trust
  ignored: readonly Ignored[]
  /** Why it cannot be said whether it is trusted. */
  problem?: string
}

/** Keeps of a project file what anyone may say; a trusted one is kept whole. */
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
    // An unknown name does nothing; it is kept so that it is warned about.
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

/** The paths that a value names; none when the value is not allowed, which is reported when it is parsed for use. */
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
