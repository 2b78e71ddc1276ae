import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHttp } from '../../src/app/open-http.ts'
import { openWorld } from '../contract/world.ts'
import { connectV2Http } from '../e2e/clients.ts'

test('where the toolset hansard is not mounted there is neither its prompt nor its count', async () => {
  const world = await openWorld('library', { flags: ['--toolsets', 'hansard,documents'] })
  const server = await openHttp(world.wired)
  const stats = 'hansard://dataset/stats'
  const [all, narrow] = await Promise.all([
    connectV2Http(`${server.url}/mcp`),
    connectV2Http(`${server.url}/mcp?toolsets=documents`),
  ])
  try {
    assert.ok((await all.listResources()).some(({ uri }) => uri === stats))
    assert.ok(!(await narrow.listResources()).some(({ uri }) => uri === stats))
    await assert.rejects(narrow.readResource(stats))
    await assert.rejects(narrow.getPrompt('hansard_briefing', { topic: 'x' }))
  } finally {
    await all.close()
    await narrow.close()
    await server.close()
    await world.close()
  }
})
