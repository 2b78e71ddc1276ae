import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'

for (const surface of surfacesUnderTest)
  describe(`activity and checks over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(() => world.close())

    test('Y-ACT-1 the last calls are listed without their content, and clients of MCP by their name', async () => {
      await world.call('ingest_content', { content: 'The otter sleeps.', source: 'secret-otter.md' })
      await world.call('search', { query: 'secret otter' })
      await world.refuse('get_document', { doc_id: 'no-such-id' })
      const answer = await world.call('list_activity', {})
      // At the shell, each command is a process of its own.
      if (surface !== 'CLI')
        assert.deepEqual(
          answer.calls.slice(0, 3).map((call: Value) => [call.tool, call.outcome]),
          [
            ['get_document', 'DOCUMENT_NOT_FOUND'],
            ['search', 'ok'],
            ['ingest_content', 'ok'],
          ],
        )
      assert.doesNotMatch(JSON.stringify(answer), /otter/)
      if (!surface.startsWith('MCP')) return
      let { clients } = answer
      while (clients.length === 0) clients = (await world.call('list_activity', {})).clients
      assert.equal(clients[0].surface, surface === 'MCP stdio' ? 'stdio' : 'http')
      assert.ok(clients[0].name.length > 0)
    })

    test('Y-CHECK-1 the findings of quire doctor come with a state, and are remembered', async () => {
      const first = await world.call('check_server', {})
      const names = first.findings.map((finding: Value) => finding.name)
      for (const name of ['settings', 'home', 'disk space', 'store', 'embedding', 'ocr'])
        assert.ok(names.includes(name), name)
      assert.equal(first.ok, true)
      assert.match(first.findings.find((finding: Value) => finding.name === 'disk space').says, /GB free/)
      if (surface === 'CLI') return
      assert.deepEqual(await world.call('check_server', {}), first)
      const again = await world.call('check_server', { again: true })
      assert.ok(again.checked_at >= first.checked_at)
    })
  })
