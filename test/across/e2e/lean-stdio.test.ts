import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../../contract/world.ts'

describe('lean over stdio', () => {
  let world: World
  before(async () => {
    world = await openWorld('MCP stdio', { flags: ['--toolsets', 'lean'] })
  })
  after(() => world.close())

  test('the program lists and answers the same', async () => {
    const { tools } = await world.call('search_tools', { query: 'list the libraries', limit: 50 })
    assert.deepEqual(
      tools
        .filter((tool: Value) => tool.mounted)
        .map((tool: Value) => tool.name)
        .sort(),
      ['call_tool', 'search_tools'],
    )
    assert.equal((await world.call('call_tool', { name: 'list_libraries' })).tool, 'list_libraries')
    await assert.rejects(world.call('list_libraries', {}))
  })
})
