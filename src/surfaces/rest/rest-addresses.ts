import type { RestPath } from '../../core/contract/define-tool.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'

export type RestAddress = RestPath

/** Where a tool is reached: by its name, with the input in the query too when it only reads; and where its contract says. */
export function restAddresses<Services>({ tool, toolset }: ToolRow<Services>): RestAddress[] {
  const path = `/api/v1/${toolset.name}/${tool.name}`
  const addresses: RestAddress[] = [{ method: 'POST', path }]
  if (tool.access === 'read') addresses.push({ method: 'GET', path })
  for (const named of [tool.rest ?? []].flat())
    if (!addresses.some(known => known.method === named.method && known.path === named.path))
      addresses.push(named)
  return addresses
}

/** The path as the router writes it: `{id}` is `:id`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
