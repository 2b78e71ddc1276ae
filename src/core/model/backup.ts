import type { JsonObject } from './json.ts'

/** The file `backup.json` of a backup: what is in it, and what it was made of. */
export type BackupManifest = {
  format: typeof backupFormat
  version: typeof backupVersion
  /** Kind of the store: sqlite or postgres. */
  kind: string
  made_at: string
  /** Version of the program that made it. */
  program: string
  /** The bucket of kept files, without secrets. It is not part of the backup; absent: there is none. */
  bucket?: string
  /** What the store needs to restore it. */
  store: JsonObject
  /** Every file of the backup with its size and hash. Paths are relative, with `/`. */
  files: readonly BackupFile[]
}

export type BackupFile = { path: string; bytes: number; sha256: string }

export const backupFormat = 'quire-backup'
export const backupVersion = 1
