import type { ToolRow } from '../../contract/tool-table.ts'

export type RestAddress = { method: 'GET' | 'POST' | 'DELETE'; path: string }

/** Where a tool is reached: by its name, with the input in the query too when it only reads; and where its contract says. */
export function restAddresses<Services>({ tool, toolset }: ToolRow<Services>): RestAddress[] {
  const path = `/api/v1/${toolset.name}/${tool.name}`
  const addresses: RestAddress[] = [{ method: 'POST', path }]
  if (tool.access === 'read') addresses.push({ method: 'GET', path })
  if (
    tool.rest !== undefined &&
    !addresses.some(known => known.method === tool.rest?.method && known.path === tool.rest.path)
  )
    addresses.push(tool.rest)
  return addresses
}
