import { Failure } from '../model/failure.ts'
import type { Rights } from '../model/rights.ts'
import type { Access, Tool } from './define-tool.ts'

type Guarded = Pick<Tool<never>, 'name' | 'access' | 'concerns' | 'isDoor'>

const allowed = {
  reader: ['read'],
  writer: ['read', 'write', 'destroy'],
  admin: ['read', 'write', 'destroy'],
} as const satisfies Record<Rights['role'], readonly Access[]>

/** Whether a caller with these rights may call the tool. Which collections it then reaches is decided below the store. */
export function mayCall(tool: Guarded, rights: Rights): boolean {
  return refusalOf(tool, rights) === null
}

/** Throws FORBIDDEN unless a caller with these rights may call the tool. */
export function requireRights(tool: Guarded, rights: Rights): void {
  const refusal = refusalOf(tool, rights)
  if (refusal === null) return
  throw new Failure('forbidden', 'FORBIDDEN', refusal, {
    hint: 'Ask the administrator of this server for a token that may do this.',
    details: { tool: tool.name, role: rights.role },
  })
}

function refusalOf({ name, access, concerns, isDoor }: Guarded, rights: Rights): string | null {
  // What it calls is checked on its own.
  if (isDoor === true) return null
  const grants: readonly Access[] = allowed[rights.role]
  if (!grants.includes(access)) return `A ${rights.role} may not call ${name}.`
  if (concerns === 'server' && rights.role !== 'admin') return `Only an admin may call ${name}.`
  if (concerns !== undefined && rights.collections !== null)
    return `A token that is limited to collections may not call ${name}.`
  return null
}
