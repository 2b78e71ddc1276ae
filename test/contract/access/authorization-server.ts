import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

type Signer = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey }

/** An authorization server on loopback, with real keys; its tokens are made here instead of by a dialogue with a person. */
export async function authorizationServer() {
  const signers: Signer[] = []
  const requests: string[] = []
  let isUp = true
  const server = createServer(async (request, response) => {
    requests.push(request.url ?? '')
    if (!isUp) return void response.writeHead(500).end()
    const body =
      request.url === '/keys'
        ? { keys: await Promise.all(signers.map(publicJwk)) }
        : request.url === '/.well-known/openid-configuration'
          ? { issuer, jwks_uri: `${issuer}/keys` }
          : null
    response.writeHead(body === null ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on a port has such an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await rotate('first')

  /** Replaces all keys by a new one. */
  async function rotate(kid: string, alg = 'ES256'): Promise<void> {
    const pair = await generateKeyPair(alg)
    signers.splice(0, signers.length, { kid, alg, ...pair })
  }

  return {
    issuer,
    rotate,
    /** The requests that it got, by path. */
    requests,
    /** From now on it answers nothing but errors, or answers again. */
    setUp(value: boolean) {
      isUp = value
    },
    /** A token that the newest key signs; `header` and `by` change what says so. */
    async issue(claims: JWTPayload, { header = {}, by = signers[0] }: { header?: object; by?: Signer } = {}) {
      if (by === undefined) throw new Error('no key')
      return new SignJWT({ iss: issuer, sub: 'ada', ...claims })
        .setProtectedHeader({ alg: by.alg, kid: by.kid, typ: 'at+jwt', ...header })
        .sign(by.privateKey)
    },
    signer: () => signers[0],
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function publicJwk({ kid, alg, publicKey }: Signer) {
  return { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
}
