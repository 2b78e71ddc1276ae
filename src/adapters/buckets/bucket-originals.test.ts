import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type BucketServer, bucketServer } from '../../../test/support/bucket-server.ts'
import { systemClock } from '../../app/clock.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import { httpClient } from '../net/http.ts'
import { type BucketPlace, openBucket } from './bucket.ts'
import { bucketOriginals } from './bucket-originals.ts'

let server: BucketServer
before(async () => {
  server = await bucketServer()
})
beforeEach(() => {
  server.objects.clear()
  server.faults = []
  server.requests = []
  server.aheadMs = 0
})
after(() => server.close())

const owner = { collection: 'papers & more', source: '/tmp/lämp (1).pdf' }
const text = Buffer.from('The lamp burned through the storm.')
const hash = sha256(text.toString())

function open(t: { after(work: () => Promise<void>): void }, change: Partial<BucketPlace> = {}) {
  const pauses: number[] = []
  const client = httpClient({
    // Names of buckets are not in the DNS of a test.
    lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const { url: endpoint, region, keys } = server
  const place: BucketPlace = {
    endpoint,
    bucket: 'kept',
    region,
    addressing: 'path',
    keys: { ...keys, sessionToken: null },
    ...change,
  }
  const pause = async (ms: number) => void pauses.push(ms)
  const bucket = openBucket(place, { client, clock: systemClock, pause })
  t.after(() => bucket.close())
  const originals = bucketOriginals({ bucket, prefix: 'quire (a+b)/', isOn: true, maxBytes: 20_000_000 })
  return { originals, pauses }
}

describe('a file is kept, read by any process, and removed with its document', () => {
  for (const addressing of ['path', 'host'] as const)
    test(`the bucket is in the ${addressing}`, async t => {
      const one = open(t, { addressing, endpoint: server.url.replace('127.0.0.1', 'store.example') })
      assert.equal(await one.originals.keep(owner, text), null)
      const other = open(t, { addressing, endpoint: server.url.replace('127.0.0.1', 'store.example') })
      assert.deepEqual(await other.originals.read(owner, hash), text)
      await other.originals.forget(owner)
      assert.equal(await one.originals.read(owner, hash), null)
      assert.equal(server.objects.size, 0)
    })
})

test('a key consists of hashes: it shows neither collection nor source', async t => {
  const { originals } = open(t)
  await originals.keep(owner, text)
  const [key = ''] = server.objects.keys()
  const folders = [sha256(owner.collection).slice(0, 32), sha256(owner.source).slice(0, 32)]
  assert.equal(key, `kept/quire (a+b)/${folders.join('/')}/${hash}`)
})

test('forgetting the older versions of a document keeps its newest, and those of all others', async t => {
  const { originals } = open(t)
  const versions = Array.from({ length: 8 }, (_, number) => Buffer.from(`Version ${number}.`))
  for (const version of versions) await originals.keep(owner, version)
  const newest = sha256('Version 7.')
  await originals.keep({ ...owner, source: 'other' }, text)
  await originals.keep({ ...owner, collection: 'other' }, text)
  await originals.forget(owner, newest)
  assert.equal(server.objects.size, 3)
  assert.deepEqual(await originals.read(owner, newest), versions.at(-1))
  await originals.forgetCollection(owner.collection)
  assert.deepEqual(await originals.read({ ...owner, collection: 'other' }, hash), text)
  assert.equal(server.objects.size, 1)
})

test('a file of ten megabytes, and an empty one, come back as they were', async t => {
  const { originals } = open(t)
  for (const bytes of [randomBytes(10_000_001), Buffer.alloc(0)]) {
    assert.equal(await originals.keep(owner, bytes), null)
    const [stored] = [...server.objects.values()].slice(-1)
    assert.ok(stored?.equals(bytes))
    const { createHash } = await import('node:crypto')
    const read = await originals.read(owner, createHash('sha256').update(bytes).digest('hex'))
    assert.ok(read !== null && Buffer.from(read).equals(bytes))
  }
})

test('an overloaded server is asked again, later each time', async t => {
  const { originals, pauses } = open(t)
  server.faults = [{ status: 503, code: 'SlowDown' }, 'hang up', { status: 500, code: 'InternalError' }]
  assert.equal(await originals.keep(owner, text), null)
  assert.deepEqual(pauses, [200, 400, 800])
})

test('a body that ends too early is read again', async t => {
  const { originals, pauses } = open(t)
  await originals.keep(owner, text)
  server.faults = ['cut the body']
  assert.deepEqual(await originals.read(owner, hash), text)
  assert.equal(pauses.length, 1)
})

test('a server that stays overloaded is an error that says so, for reading, keeping and removing', async t => {
  const { originals, pauses } = open(t)
  const always = () => {
    server.faults = Array.from({ length: 5 }, () => ({ status: 503, code: 'SlowDown' }))
  }
  always()
  assert.match(String(await originals.keep(owner, text)), /overloaded or out of order\. Try again/)
  always()
  await rejects(originals.read(owner, hash), 'BUCKET_BUSY', /Try again/)
  always()
  await rejects(originals.forget(owner), 'BUCKET_BUSY', /Try again/)
  assert.equal(pauses.length, 12)
})

const wrongs: readonly { name: string; change: Partial<BucketPlace>; code: string; hint: RegExp }[] = [
  {
    name: 'a wrong secret key',
    change: { keys: { accessKey: 'LOOPBACKACCESSKEY', secretKey: 'wrong', sessionToken: null } },
    code: 'BUCKET_REFUSED',
    hint: /originals\.secret_key/,
  },
  {
    name: 'an unknown access key',
    change: { keys: { accessKey: 'NOBODY', secretKey: 'wrong', sessionToken: null } },
    code: 'BUCKET_REFUSED',
    hint: /originals\.access_key/,
  },
  {
    name: 'another region',
    change: { region: 'us-east-1' },
    code: 'BUCKET_REGION',
    hint: /originals\.region/,
  },
  {
    name: 'a bucket that does not exist',
    change: { bucket: 'lost' },
    code: 'BUCKET_MISSING',
    hint: /originals\.bucket/,
  },
  {
    name: 'a server that does not run',
    change: { endpoint: 'http://127.0.0.1:9' },
    code: 'BUCKET_UNREACHABLE',
    hint: /originals\.endpoint/,
  },
]

describe('what is wrong with the settings is an error that says what to do, without address and keys', () => {
  for (const { name, change, code, hint } of wrongs)
    test(name, async t => {
      const { originals } = open(t, change)
      for (const work of [originals.read(owner, hash), originals.forget(owner)]) {
        const failure = await rejects(work, code, hint)
        const shown = JSON.stringify({ ...failure, message: failure.message })
        assert.doesNotMatch(shown, /127\.0\.0\.1|LOOPBACK|NOBODY|loopback\/secret/)
      }
      assert.match(String(await originals.keep(owner, text)), hint)
      assert.equal(server.objects.size, 0)
    })
})

test('a clock that is wrong is named as the cause', async t => {
  const { originals } = open(t)
  server.aheadMs = 16 * 60 * 1000
  await rejects(originals.read(owner, hash), 'BUCKET_CLOCK', /clock/)
})

test('bytes that were changed in the bucket are not returned', async t => {
  const { originals } = open(t)
  await originals.keep(owner, text)
  const [key = ''] = server.objects.keys()
  server.objects.set(key, Buffer.from('Something else.'))
  await rejects(originals.read(owner, hash), 'BUCKET_DAMAGED', /backup/)
})

test('a signature does not fit another path, another body, or a header that was changed on the way', async t => {
  const { signRequest } = await import('./sign-request.ts')
  const { originals } = open(t)
  await originals.keep(owner, text)
  const url = new URL('/kept/a', server.url)
  const request = { method: 'PUT', url, headers: {}, bodyHash: sha256('one') }
  const keys = { ...server.keys, sessionToken: null }
  const headers = signRequest(request, { keys, region: server.region, at: new Date() })
  const { host: _host, ...signed } = headers
  const statusOf = async (path: string, body: string, more: Record<string, string> = {}) => {
    const sent = { method: 'PUT', body, headers: { ...signed, ...more } }
    return (await fetch(new URL(path, server.url), sent)).status
  }
  assert.equal(await statusOf('/kept/a', 'one'), 200)
  assert.equal(await statusOf('/kept/b', 'one'), 403)
  assert.equal(await statusOf('/kept/a?acl=', 'one'), 403)
  assert.equal(await statusOf('/kept/a', 'two'), 400)
  assert.equal(await statusOf('/kept/a', 'two', { 'x-amz-content-sha256': sha256('two') }), 403)
})

async function rejects(work: Promise<unknown>, code: string, hint: RegExp): Promise<Failure> {
  const error = await work.then(
    () => assert.fail(`expected ${code}`),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof Failure, String(error))
  assert.equal(error.code, code)
  assert.equal(error.kind, 'unavailable')
  assert.match(error.hint ?? '', hint)
  return error
}
