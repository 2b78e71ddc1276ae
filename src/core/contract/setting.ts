import type { Kind } from './setting-kinds.ts'

export type Setting<T> = {
  kind: Kind<T>
  default: NoInfer<T>
  description: string
  /** `whole`: the value is never shown; `userinfo`: an address whose user name and password are not shown. */
  secret?: 'whole' | 'userinfo'
  /** Names in addition to those derived from the key. Help shows the first flag. */
  aliases?: { flags?: readonly string[]; env?: readonly string[]; file?: readonly string[] }
  /** Cannot be set in a file, because it decides where the file is. */
  notInFile?: true
  /**
   * May be set by the project file of a working directory, which anyone may have written. Other settings are read only
   * from flags, the environment, the user's own file, and a project file that the user trusts.
   */
  project?: true
  /** The setting with the address that this secret is sent to. */
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
