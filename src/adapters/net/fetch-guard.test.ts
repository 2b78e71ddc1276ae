import assert from 'node:assert/strict'
import type { LookupAddress, LookupOptions } from 'node:dns'
import test from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import { addressLiteral, type FetchGuard, fetchGuard, isPublicAddress } from './fetch-guard.ts'

const publicAddresses = [
  { address: '93.184.216.34', family: 4 },
  { address: '2606:2800:220:1::1', family: 6 },
]

function look(guard: FetchGuard, options: LookupOptions): Promise<string | LookupAddress[]> {
  return new Promise((resolve, reject) =>
    guard.lookup('some.example', options, (error, address) => (error ? reject(error) : resolve(address))),
  )
}

test('a connection is given the very addresses that were checked, from one resolution', async () => {
  let asked = 0
  const guard = fetchGuard([], async () => {
    asked++
    return asked === 1 ? publicAddresses : [{ address: '127.0.0.1', family: 4 }]
  })
  assert.deepEqual(await look(guard, { all: true }), publicAddresses)
  assert.equal(asked, 1)
  await assert.rejects(
    look(guard, { all: true }),
    error => error instanceof Failure && error.code === 'FORBIDDEN_ADDRESS',
  )
})

test('a lookup answers in the form that was asked for', async () => {
  const guard = fetchGuard([], async () => publicAddresses)
  assert.equal(await look(guard, {}), '93.184.216.34')
  assert.equal(await look(guard, { family: 6 }), '2606:2800:220:1::1')
  await assert.rejects(
    look(
      fetchGuard([], async () => []),
      { all: true },
    ),
    /has no address/,
  )
})

test('an error of the resolver reaches the connection', async () => {
  const guard = fetchGuard([], () => Promise.reject(new Error('ENOTFOUND')))
  await assert.rejects(look(guard, { all: true }), /ENOTFOUND/)
})

const allowCases: [entry: string, url: string, allowed: boolean][] = [
  ['localhost', 'http://localhost:8080/', true],
  ['LocalHost.', 'http://localhost/', true],
  ['localhost:8080', 'http://localhost:8080/', true],
  ['localhost:8080', 'http://localhost/', false],
  ['example.org:443', 'https://example.org/', true],
  ['example.org', 'http://sub.example.org/', false],
  ['::1', 'http://[::1]:99/', true],
  ['[::1]', 'http://[::1]/', true],
  ['[::1]:99', 'http://[::1]:99/', true],
  ['[::1]:99', 'http://[::1]:98/', false],
]

for (const [entry, url, allowed] of allowCases)
  test(`'${entry}' in the allow list ${allowed ? 'allows' : 'does not allow'} ${url}`, () => {
    assert.equal(fetchGuard([entry]).allows(new URL(url)), allowed)
  })

const notPublic = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'broadcast and reserved': [
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.9',
    '198.18.0.1',
  ],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:0:1::1',
  ],
  'other IPv6 that is not public': ['fec0::1', '2001:db8::1', '100::1', '4000::1'],
  'no address at all': ['', 'localhost', '1.2.3', 'example.org'],
}

for (const [name, addresses] of Object.entries(notPublic))
  test(`not public: ${name}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
  })

test('ordinary addresses are public', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::200e',
  ])
    assert.equal(isPublicAddress(address), true, address)
})

test('every notation of a literal is known as the address it means', () => {
  for (const written of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
  ])
    assert.equal(addressLiteral(new URL(`http://${written}/`).hostname), '127.0.0.1', written)
  assert.equal(addressLiteral(new URL('http://[::1]/').hostname), '::1')
  assert.equal(addressLiteral('example.org'), null)
})
