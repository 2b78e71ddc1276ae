import assert from 'node:assert/strict'
import type { LookupAddress, LookupOptions } from 'node:dns'
import test from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import { type FetchGuard, fetchGuard } from './fetch-guard.ts'

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
