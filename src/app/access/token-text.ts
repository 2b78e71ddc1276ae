import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A token is `quire_<id>_<secret>`: the id is public and finds the entry, the secret has 256 random bits. */
const shape = /^quire_([a-z0-9]{10})_([A-Za-z0-9_-]{43})$/

const idAlphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** A new token, shown once, and what is stored of it. */
export function makeToken(): { token: string; id: string; hash: string } {
  const id = [...randomBytes(10)].map(byte => idAlphabet[byte % idAlphabet.length]).join('')
  const secret = randomBytes(32).toString('base64url')
  return { token: `quire_${id}_${secret}`, id, hash: hashOf(secret) }
}

/** Null when the text is no token of this kind. */
export function parseToken(text: string): { id: string; secret: string } | null {
  const [, id, secret] = shape.exec(text) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

/** Compares in constant time. A plain hash is enough for a secret that nobody can guess. */
export function isSecretOf(hash: string, secret: string): boolean {
  const [expected, given] = [hash, hashOf(secret)].map(digits => Buffer.from(digits, 'hex'))
  return (
    expected !== undefined &&
    given !== undefined &&
    expected.length === given.length &&
    timingSafeEqual(expected, given)
  )
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
