import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encodeKey, signRequest } from './sign-request.ts'

/** The examples of the specification: their keys are published there and open nothing. */
const published = {
  keys: {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: null,
  },
  region: 'us-east-1',
  at: new Date('2013-05-24T00:00:00Z'),
}
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const host = 'https://examplebucket.s3.amazonaws.com'

const examples = [
  {
    name: 'reading a part of an object',
    request: { method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' }, bodyHash: ofNothing },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'storing an object',
    request: {
      method: 'PUT',
      path: `/${encodeKey('test$file.text')}`,
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      bodyHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'a parameter without a value',
    request: { method: 'GET', path: '/?lifecycle', headers: {}, bodyHash: ofNothing },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'listing objects',
    request: { method: 'GET', path: '/?prefix=J&max-keys=2', headers: {}, bodyHash: ofNothing },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

describe('a request is signed as the specification does', () => {
  for (const { name, request, signature } of examples)
    test(name, () => {
      const { method, path, headers, bodyHash } = request
      const signed = signRequest({ method, url: new URL(path, host), headers, bodyHash }, published)
      assert.equal(/Signature=(\w+)$/.exec(signed.authorization ?? '')?.[1], signature)
    })
})

test('the secret key is in no header, and the token of temporary keys is signed', () => {
  const keys = { ...published.keys, sessionToken: 'temporary' }
  const request = { method: 'GET', url: new URL('/a', host), headers: {}, bodyHash: ofNothing }
  const signed = signRequest(request, { ...published, keys })
  assert.equal(JSON.stringify(signed).includes(keys.secretKey), false)
  assert.equal(signed['x-amz-security-token'], 'temporary')
  assert.match(signed.authorization ?? '', /SignedHeaders=[^,]*x-amz-security-token/)
})
