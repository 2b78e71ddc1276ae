import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHttp } from '../../src/app/open-http.ts'
import { openWorld, type Value } from '../contract/world.ts'

test('K-CALL-3 K-ERR-1 errors of other toolsets have the shape and the codes of the Lambda contract too', async () => {
  const world = await openWorld('library', { flags: ['--toolsets', 'knowledge,documents'] })
  const server = await openHttp(world.wired)
  try {
    const response = await fetch(`${server.url}/mcp/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'search', arguments: { query: 'x', library: 'nope' } }),
    })
    assert.equal(response.status, 200)
    const { error, ...rest }: Value = await response.json()
    assert.deepEqual(rest, {})
    assert.deepEqual(
      [error.code, error.details.reason, error.status_code],
      ['HTTP_ERROR', 'COLLECTION_NOT_FOUND', 404],
    )
  } finally {
    await server.close()
    await world.close()
  }
})
