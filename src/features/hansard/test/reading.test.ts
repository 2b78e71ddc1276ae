import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, type World } from '../../../../test/contract/world.ts'
import {
  connectV1Http,
  connectV1Stdio,
  connectV2Http,
  connectV2Stdio,
  type McpClient,
} from '../../../../test/e2e/clients.ts'
import { slow } from '../../../../test/support/slow.ts'
import { openHttp } from '../../../app/open-http.ts'
import { senateSpeech, speech } from './speeches.ts'

const stats = 'hansard://dataset/stats'
const binary = join(import.meta.dirname, '../../../../bin/quire.js')

const said = [
  speech(),
  speech({ date: '2023-02-07', full_text: 'Ms ARCHER: Energy prices rose again.\nSo did the sea.' }),
  senateSpeech(),
]

/** Reads resources and prompts of one home with clients of both protocol versions, over both transports. */
describe('what of the record is read and asked for by name', slow, () => {
  let home: string
  let world: World
  let server: Awaited<ReturnType<typeof openHttp>>
  const clients: Record<string, McpClient> = {}
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'quire-reading-'))
    world = await openWorld('library', { home, flags: ['--toolsets', 'hansard'] })
    server = await openHttp(world.wired)
    const settings = ['mcp', '--home', home, '--embedder', 'hash', '--toolsets', 'hansard']
    const command = { command: process.execPath, args: [binary, ...settings, '--log-level', 'error'] }
    clients['2026-07-28 over HTTP'] = await connectV2Http(`${server.url}/mcp`)
    clients['2025-11-25 over HTTP'] = await connectV1Http(`${server.url}/mcp`)
    clients['2026-07-28 over stdio'] = await connectV2Stdio(command)
    clients['2025-11-25 over stdio'] = await connectV1Stdio(command)
  })
  after(async () => {
    for (const client of Object.values(clients)) await client.close()
    await server.close()
    await world.close()
    await rm(home, { recursive: true })
  })
  const each = async (ask: (client: McpClient, name: string) => Promise<void>) => {
    for (const [name, client] of Object.entries(clients)) await ask(client, name)
  }
  const readStats = async (client: McpClient) => JSON.parse((await client.readResource(stats))[0]?.text ?? '')

  test('H-STATS-1 H-BRIEFING-1 an empty record has nothing to count and says that it has nothing to tell', async () => {
    await each(async (client, name) => {
      // Clients of protocol 2026-07-28 may cache a read for a minute; this one must not, since the test stores more
      // speeches.
      const empty = name.startsWith('2026') ? null : await readStats(client)
      if (empty !== null)
        assert.deepEqual(
          [empty.speeches, empty.words, empty.speakers, empty.first_date, empty.chambers],
          [0, 0, 0, null, []],
        )
      const [text] = await client.getPrompt('hansard_briefing', { topic: 'energy' })
      assert.match(text ?? '', /has nothing within that scope/)
    })
  })

  test('H-STATS-1 what is stored is counted when it is read', async () => {
    for (const one of said) await world.call('ingest_speech', one)
    const words = (text: string) => text.split(/\s+/).length
    await each(async client => {
      assert.ok((await client.listResources()).some(({ uri }) => uri === stats))
      const counted = await readStats(client)
      assert.equal(counted.passages, 3)
      assert.deepEqual(counted, {
        speeches: 3,
        passages: 3,
        words: said.reduce((sum, { full_text }) => sum + words(full_text), 0),
        speakers: 2,
        sitting_days: 3,
        first_date: '2023-02-07',
        last_date: '2024-06-13',
        chambers: [
          {
            chamber: 'House of Representatives',
            speeches: 2,
            words: words(said[0]?.full_text ?? '') + words(said[1]?.full_text ?? ''),
            first_date: '2023-02-07',
            last_date: '2024-06-12',
          },
          {
            chamber: 'Senate',
            speeches: 1,
            words: words(senateSpeech().full_text),
            first_date: '2024-06-13',
            last_date: '2024-06-13',
          },
        ],
        parties: [
          { party: speech().party, speeches: 2 },
          { party: 'Labor', speeches: 1 },
        ],
        top_topics: [
          { topic: 'climate change', speeches: 2 },
          { topic: 'energy', speeches: 2 },
          { topic: 'aged care', speeches: 1 },
        ],
      })
    })
  })

  test('H-BRIEFING-1 the prompt is listed with its arguments and gives passages with references', async () => {
    await each(async (client, name) => {
      const [listed] = (await client.listPrompts()).filter(prompt => prompt.name === 'hansard_briefing')
      assert.deepEqual(
        listed?.arguments?.map(argument => [argument.name, argument.required]),
        [
          ['topic', true],
          ['speaker', false],
          ['party', false],
          ['chamber', false],
          ['date_from', false],
          ['date_to', false],
        ],
        name,
      )
      const given = { topic: 'energy prices', chamber: 'House of Representatives', speaker: '' }
      const [text = ''] = await client.getPrompt('hansard_briefing', given)
      assert.match(text, /about: energy prices \(chamber: House of Representatives\)/)
      assert.match(text, /1 of 2 speeches in scope hold every word of the topic. By month: 2023-02 1\./)
      assert.ok(text.includes('> Ms ARCHER: Energy prices rose again.\n> So did the sea.'), 'line by line')
      assert.ok(text.includes('House of Representatives Hansard, 12 June 2024, p. 1234'))
      assert.ok(!text.includes('Senate Hansard'))
    })
  })

  test('H-BRIEFING-1 what is missing, wrong or unknown is an error that says so', async () => {
    await each(async client => {
      await assert.rejects(client.getPrompt('hansard_briefing', {}), /topic/)
      await assert.rejects(
        client.getPrompt('hansard_briefing', { topic: 'x', date_from: 'yesterday' }),
        /must be a date such as/,
      )
      await assert.rejects(client.getPrompt('nothing'), /Unknown prompt: nothing/)
    })
  })
})
