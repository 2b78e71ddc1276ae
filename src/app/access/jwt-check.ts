import type { TokenRefusal } from '../../core/contract/authenticate.ts'
import type { Rights } from '../../core/model/rights.ts'
import type { JwtCheck } from './authenticator.ts'
import { rightsOfClaims } from './claims.ts'
import { findKeys, spellingsOf, unavailable } from './find-keys.ts'

export type JwtOptions = {
  /** The authorization server, as tokens name it in `iss`. */
  issuer: string
  /** Where its keys are; null: where its metadata says. */
  keysUrl: string | null
  /** Names of this server, of which a token must have one in `aud`. */
  audiences: readonly string[]
  /** How far the clocks of the two servers may differ. */
  skewSeconds: number
  fetch: typeof fetch
  /** How long to wait before keys are fetched again because a token names an unknown one. */
  cooldownMs?: number
}

/** Signatures by private keys only: with a shared secret, whoever checks tokens could also issue them. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

const fetchMs = 5_000
const cooldownMs = 30_000
/** Keys that the server withdraws are used for this long. */
const keysMs = 600_000

/**
 * Checks the tokens of an authorization server: signature, issuer, audience (RFC 8707) and times, as RFC 9068 and OAuth 2.1
 * require of a resource server. Without keys nobody is let in: the check throws AUTHORIZATION_UNAVAILABLE.
 */
export function jwtCheck(options: JwtOptions): JwtCheck {
  const opening = openOnce(() => open(options))
  return async token => {
    const { jose, keys } = await opening()
    try {
      const { payload } = await jose.jwtVerify(token, keys, {
        issuer: spellingsOf(options.issuer),
        audience: [...options.audiences],
        algorithms,
        clockTolerance: options.skewSeconds,
        requiredClaims: ['exp', 'sub'],
      })
      return rightsOfClaims(payload)
    } catch (error) {
      return refusalOf(error, jose)
    }
  }
}

type Jose = typeof import('jose')

async function open(options: JwtOptions) {
  const jose = await import('jose')
  const url = options.keysUrl ?? (await findKeys(options.issuer, options.fetch))
  const keys = jose.createRemoteJWKSet(new URL(url), {
    [jose.customFetch]: options.fetch,
    timeoutDuration: fetchMs,
    cooldownDuration: options.cooldownMs ?? cooldownMs,
    cacheMaxAge: keysMs,
  })
  return { jose, keys }
}

/** Opens at the first use, and again after a failure. */
function openOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= work()
    opened.catch(() => {
      opened = null
    })
    return opened
  }
}

const ofOther: Readonly<Record<string, string>> = {
  aud: 'The token was issued for another server.',
  iss: 'The token was issued by a server that this one does not trust.',
  nbf: 'The token is not valid yet.',
}

/** Says why a token is refused; throws when that is not the fault of the token. */
function refusalOf(error: unknown, { errors }: Jose): Rights | TokenRefusal {
  if (error instanceof errors.JWTExpired) return { refused: 'The token has expired.' }
  if (error instanceof errors.JWTClaimValidationFailed)
    return { refused: ofOther[error.claim] ?? `The claim "${error.claim}" of the token is missing or wrong.` }
  const isWrong = [
    errors.JWSSignatureVerificationFailed,
    errors.JWSInvalid,
    errors.JWTInvalid,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some(kind => error instanceof kind)
  if (isWrong) return { refused: 'The token is wrong.' }
  throw unavailable(error)
}
