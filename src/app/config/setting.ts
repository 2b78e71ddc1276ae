import type { Kind } from './kinds.ts'

export type Setting<T> = {
  kind: Kind<T>
  default: NoInfer<T>
  description: string
  /** `whole`: never shown; `userinfo`: an address whose name and password are not shown. */
  secret?: 'whole' | 'userinfo'
  /** Further names that are understood, beside the mechanical ones. The first flag is what help shows. */
  aliases?: { flags?: readonly string[]; env?: readonly string[]; file?: readonly string[] }
  /** Cannot stand in the file (it says where the file is). */
  notInFile?: true
}

export function setting<T>(declaration: Setting<T>): Setting<T> {
  return declaration
}
