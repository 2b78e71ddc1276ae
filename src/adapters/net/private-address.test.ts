import assert from 'node:assert/strict'
import test from 'node:test'
import { addressLiteral, isPublicAddress } from './private-address.ts'

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
