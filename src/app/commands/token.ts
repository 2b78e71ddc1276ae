import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { Failure } from '../../core/model/failure.ts'
import { type Role, roles } from '../../core/model/rights.ts'
import type { TokenEntry } from '../../core/ports/token-book.ts'
import { makeToken } from '../access/token-text.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'

/** `quire token add`: the token is printed once and stored nowhere. */
export async function addToken(app: App, { values, wantsJson, terminal }: CommandCall): Promise<number> {
  const { tokens, engine } = await app.open('error')
  const now = systemClock.now()
  const role = roleOf(values.role)
  const projects = await engine.projects.list()
  // A project is a collection of another name.
  const collections = namesOf(values.collections)?.map(
    name => projects.find(({ id }) => id === name)?.collection ?? name,
  )
  if (role === 'admin' && collections !== undefined)
    throw invalid(
      'An admin cannot be limited to collections.',
      'Use --role writer, or leave out --collections.',
    )
  const { token, id, hash } = makeToken()
  const entry: TokenEntry = {
    id,
    label: String(values.label ?? ''),
    role,
    collections: collections ?? null,
    createdAt: now,
    expiresAt:
      values.expires === undefined || values.expires === null ? null : expiryOf(String(values.expires), now),
    revokedAt: null,
    lastUsedAt: null,
  }
  await tokens.add({ ...entry, hash })
  if (wantsJson) {
    terminal.print(JSON.stringify({ token, ...onWire(entry) }, null, 2))
    return 0
  }
  terminal.print(token)
  const scope = entry.collections === null ? 'all collections' : entry.collections.join(', ')
  terminal.note(
    `A ${role} of ${scope}, ${entry.expiresAt === null ? 'without an end' : `until ${entry.expiresAt}`}. The token is shown only now; its id is ${id}.`,
  )
  return 0
}

/** `quire token list`. */
export async function listTokens(app: App, { wantsJson, terminal }: CommandCall): Promise<number> {
  const { tokens } = await app.open('error')
  const entries = await tokens.list()
  if (wantsJson) terminal.print(JSON.stringify(entries.map(onWire), null, 2))
  else if (entries.length === 0)
    terminal.print('There are no tokens. Add one with: quire token add --role reader')
  else
    terminal.print(
      renderTable(
        entries,
        [
          { title: 'ID', cell: entry => entry.id },
          { title: 'ROLE', cell: entry => entry.role },
          { title: 'COLLECTIONS', cell: entry => entry.collections?.join(', ') ?? 'all', isFlexible: true },
          { title: 'STATE', cell: stateOf },
          { title: 'LAST USED', cell: entry => entry.lastUsedAt ?? 'never' },
          { title: 'LABEL', cell: entry => entry.label, isFlexible: true },
        ],
        terminal,
      ),
    )
  return 0
}

/** `quire token revoke <id>`: ends it at once, in every process that uses this store. */
export async function revokeToken(app: App, { values, wantsJson, terminal }: CommandCall): Promise<number> {
  const { tokens } = await app.open('error')
  // Somebody may paste the whole token: its id is enough, and the rest must not be repeated in an error.
  const given = String(values.id).trim()
  const id = /^quire_([a-z0-9]+)_/.exec(given)?.[1] ?? given
  const entry = await tokens.revoke(id, systemClock.now())
  if (entry === null)
    throw new Failure('not_found', 'TOKEN_NOT_FOUND', `There is no token with the id "${id.slice(0, 40)}".`, {
      hint: 'quire token list shows the ids.',
    })
  terminal.print(
    wantsJson ? JSON.stringify(onWire(entry), null, 2) : `${terminal.style.good('revoked')}  ${id}`,
  )
  return 0
}

function stateOf({ revokedAt, expiresAt }: TokenEntry): string {
  if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`
  if (expiresAt === null) return 'valid'
  const isOver = Date.parse(expiresAt) <= Date.parse(systemClock.now())
  return `${isOver ? 'expired' : 'until'} ${expiresAt.slice(0, 10)}`
}

function onWire(entry: TokenEntry) {
  return {
    id: entry.id,
    label: entry.label,
    role: entry.role,
    collections: entry.collections,
    created_at: entry.createdAt,
    expires_at: entry.expiresAt,
    revoked_at: entry.revokedAt,
    last_used_at: entry.lastUsedAt,
  }
}

function roleOf(value: unknown): Role {
  const role = roles.find(one => one === value)
  if (role !== undefined) return role
  throw invalid(`"${String(value)}" is no role.`, `Use one of: ${roles.join(', ')}.`)
}

/** Names that are separated by commas, or given several times; undefined when none is given. */
function namesOf(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const names = [value]
    .flat()
    .flatMap(text => String(text).split(','))
    .map(name => name.trim())
    .filter(name => name !== '')
  if (names.length > 0) return [...new Set(names)]
  throw invalid('--collections names no collection.', 'Leave it out for a token of all collections.')
}

const units = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** A duration such as `90d`, or a date or time. */
function expiryOf(text: string, now: string): string {
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  // SAFETY: the pattern allows only these letters.
  const ms =
    count === undefined
      ? Date.parse(text)
      : Date.parse(now) + Number(count) * units[unit as keyof typeof units]
  if (Number.isFinite(ms) && ms > Date.parse(now)) return new Date(ms).toISOString()
  throw invalid(
    `--expires "${text}" is no time in the future.`,
    'Use 12h, 90d, 4w or a date such as 2030-01-31.',
  )
}

function invalid(message: string, hint: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message, { hint })
}
