import assert from 'node:assert/strict'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePdf } from '../../src/adapters/converters/pdf/test/make-pdf.ts'
import { openHttp } from '../../src/app/open-http.ts'
import { messagesOf, modern } from '../contract/surfaces/mcp-wire.ts'
import { openWorld } from '../contract/world.ts'
import { slow } from '../support/slow.ts'

test(
  'MCP and the event stream of HTTP carry the same sentence about a folder, always a step further',
  slow,
  async t => {
    const root = await realpath(tmpdir())
    const world = await openWorld('library', { flags: ['--root', root] })
    const server = await openHttp(world.wired)
    t.after(async () => {
      await server.close()
      await world.close()
    })
    const folder = join(world.folder, 'papers')
    await mkdir(folder)
    const page = (text: string) => ({ lines: [{ text, x: 72, y: 100 }] })
    await writeFile(
      join(folder, 'a.pdf'),
      makePdf({ pages: ['One mill.', 'Two mills.', 'Three.'].map(page) }),
    )
    await writeFile(join(folder, 'b.md'), '# B\n\nMore of mills.\n')
    const input = { folder, max_concurrency: 1 }
    const sentence =
      /^[012]\/2 documents(, \d+ pages?)?, \d+ s(, about .* left)?: (page \d+ of 3 in |embedding )?[ab]\.\w+$/

    const call = {
      name: 'ingest_folder',
      arguments: { ...input, library: 'one' },
      _meta: { progressToken: 'p' },
    }
    const messages = await messagesOf(await fetch(`${server.url}/mcp`, modern('tools/call', call)))
    const notified = messages.flatMap(({ params }) => (params?.progressToken === 'p' ? [params] : []))
    for (const { message } of notified) assert.match(String(message), sentence)
    const steps = notified.map(({ progress }) => Number(progress))
    assert.deepEqual(
      steps,
      [...new Set(steps)].sort((one, other) => one - other),
      'each is further than the last',
    )
    assert.match(String(notified.at(-1)?.message), /^2\/2 documents, 3 pages, /)
    assert.ok(
      notified.some(({ message }) => /page \d+ of 3 in a\.pdf$/.test(String(message))),
      JSON.stringify(notified),
    )

    const response = await fetch(`${server.url}/api/v1/documents/ingest_folder`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ ...input, library: 'two' }),
    })
    const streamed = [...(await response.text()).matchAll(/^event: progress\ndata: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data ?? ''),
    )
    for (const { message } of streamed) assert.match(message, sentence)
    assert.match(streamed.at(-1).message, /^2\/2 documents, 3 pages, /)
  },
)
