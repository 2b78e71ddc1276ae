import { type ApiConnection, apiClient } from './api-client.ts'
import { listPages } from './list-pages.ts'
import { numberOf, recordOf, textOf } from './loose.ts'

/** The groups a user belongs to, in order of name, as far as the key may see them. */
export async function listGroups(
  connection: ApiConnection,
  userId: number,
  signal: AbortSignal,
): Promise<{ id: number; name: string }[]> {
  const host = new URL(connection.baseUrl).host
  const request = { path: `users/${userId}/groups`, host, kind: connection.kind }
  const { entries } = await listPages(apiClient(connection), request, signal)
  return entries
    .flatMap(entry => {
      const record = recordOf(entry)
      const id = numberOf(record.id)
      const name = textOf(recordOf(record.data).name)
      return id === null || name === null ? [] : { id, name }
    })
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id)
}
