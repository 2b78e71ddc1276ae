import { Failure } from '../../core/model/failure.ts'
import type { TokenEntry } from '../../core/ports/token-book.ts'
import { readKeys } from '../access/open-jwt-check.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/load-config.ts'
import type { Check, Diagnosis } from './run-checks.ts'

const soonMs = 14 * 24 * 60 * 60 * 1000

/** What matters when others than the person at this machine use the server. */
export const deploymentCheck: Check = {
  name: 'deployment',
  async examine(patient) {
    const { config } = patient
    const tokens = await (await patient.open()).tokens.list()
    const findings = [...reachFindings(config), ...tokenFindings(tokens), ...(await oauthFindings(config))]
    const says = describe(config, tokens)
    return findings.length === 0 ? { state: 'ok', says } : findings
  },
}

function isLocal({ values }: Config): boolean {
  return values['http.public_url'] === null && /^(?:localhost|::1|127\..*)$/.test(values['http.host'])
}

function describe(config: Config, tokens: readonly TokenEntry[]): string {
  const valid = tokens.filter(token => token.revokedAt === null && !isOver(token)).length
  const issuer = config.values['oauth.issuer']
  const known = `${valid} valid tokens${issuer === null ? '' : `, and those of ${issuer}`}`
  return isLocal(config)
    ? `servers are for this machine only; ${known}`
    : `servers are at ${config.values['http.public_url'] ?? config.values['http.host']}; ${known}`
}

function isOver({ expiresAt }: TokenEntry, inMs = 0): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.parse(systemClock.now()) + inMs
}

function reachFindings(config: Config): Diagnosis[] {
  if (isLocal(config)) return []
  const { values } = config
  const address = values['http.public_url']
  const warn = (says: string, remedy: string): Diagnosis => ({ state: 'warn', says, remedy })
  return [
    ...(address === null
      ? [
          warn(
            `Servers listen on ${values['http.host']} without TLS and without a public address: tokens can be read on the way.`,
            'Put a proxy with a certificate before it, and set --public-url to its address.',
          ),
        ]
      : []),
    ...(address?.startsWith('http:') === true
      ? [warn(`${address} is not encrypted: tokens can be read on the way.`, 'Use an https:// address.')]
      : []),
    ...(address !== null && values['http.trusted_proxies'].length === 0
      ? [
          warn(
            'No proxy is trusted, so that logs and the limit of wrong tokens count all clients as one.',
            'Name the addresses of the proxy with --trusted-proxies.',
          ),
        ]
      : []),
    ...(values['audit.access_days'] === 0
      ? [warn('Writes and refusals are not audited.', 'Set audit.access_days.')]
      : []),
  ]
}

function tokenFindings(tokens: readonly TokenEntry[]): Diagnosis[] {
  const ending = tokens.filter(token => token.revokedAt === null && !isOver(token) && isOver(token, soonMs))
  return ending.map(({ id, label, expiresAt }) => ({
    state: 'warn',
    says: `The token ${id}${label === '' ? '' : ` (${label})`} ends on ${expiresAt?.slice(0, 10)}.`,
    remedy: 'Add another with quire token add, give it to whoever uses this one, then revoke this one.',
  }))
}

/** Whether the keys of the authorization server can be read now. */
async function oauthFindings({ values }: Config): Promise<Diagnosis[]> {
  if (values['oauth.issuer'] === null) return []
  try {
    const keys = await readKeys(values)
    if (keys > 0) return []
    return [
      {
        state: 'fail',
        says: `${values['oauth.issuer']} publishes no keys.`,
        remedy: 'Check oauth.keys_url.',
      },
    ]
  } catch (error) {
    const reason = error instanceof Failure && error.cause !== undefined ? String(error.cause) : String(error)
    return [
      {
        state: 'fail',
        says: `The keys of ${values['oauth.issuer']} cannot be read: ${reason}`,
        remedy: 'Check oauth.issuer and the network. Until then, its tokens are answered with 503.',
      },
    ]
  }
}
