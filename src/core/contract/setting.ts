import type { Kind } from './setting-kinds.ts'

export type Setting<T> = {
  kind: Kind<T>
  default: NoInfer<T>
  description: string
  /** `whole`: never shown; `userinfo`: an address whose name and password are not shown. */
  secret?: 'whole' | 'userinfo'
  /** Further names that are understood, beside the mechanical ones. The first flag is what help shows. */
  aliases?: { flags?: readonly string[]; env?: readonly string[]; file?: readonly string[] }
  /** Cannot be set in a file (it says where the file is). */
  notInFile?: true
  /**
   * May be set by the project file of a working directory, which anyone may have written. Without it a setting is the
   * person's: it counts from flags, the environment, the person's own file, or a project file that they trusted.
   */
  project?: true
  /** The setting that holds the address which this secret is sent to. */
  sentTo?: string
}

export function setting<T>(declaration: Setting<T>): Setting<T> {
  return declaration
}

/** Settings by key: `store.url` is `url` in the `[store]` table of quire.toml, `QUIRE_STORE_URL` and `--store-url`. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>

export type SettingValues<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Table[Key]['default']
}
