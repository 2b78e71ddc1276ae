import type { RawSource } from '../../../../core/model/source.ts'
import type { MemberDirectory } from '../../hansard-reader.ts'
import { memberDirectory } from './member-directory.ts'
import { readMemberTables } from './read-member-tables.ts'

export type LoadedMembers = { directory: MemberDirectory; warnings: string[] }

/** The directory an import uses. Without tables the record itself is the only witness of party and seat. */
export function loadMembers(files: readonly RawSource[]): LoadedMembers {
  const { table, warnings } = readMemberTables(files)
  return { directory: memberDirectory(table), warnings }
}
