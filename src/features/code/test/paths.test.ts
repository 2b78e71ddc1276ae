import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { slow } from '../../../../test/support/slow.ts'
import { openHttp } from '../../../app/open-http.ts'
import type { HttpServer } from '../../../surfaces/http/start-http-server.ts'

describe('the REST paths of the knowledge graph', slow, () => {
  let world: World
  let server: HttpServer
  before(async () => {
    world = await openWorld('library', { flags: ['--toolsets', 'graph', '--graph-code', '--root', '.'] })
    server = await openHttp(world.wired)
    await mkdir(join(world.folder, 'lib'))
    await writeFile(join(world.folder, 'lib/lib.py'), 'class Lib:\n    def go(self): ...\n')
  })
  after(async () => {
    await server.close()
    await world.close()
  })
  const base = '/api/v1/graphiti/knowledge-graph'
  const ask = async (path: string, body?: object): Promise<Value> => {
    const response = await fetch(server.url + base + path, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return { status: response.status, body: await response.json() }
  }

  test('G-REST-1 repositories, query, validate and the picture have the contract’s paths', async () => {
    const parsed = await ask('/repositories', { repo_url: join(world.folder, 'lib') })
    assert.deepEqual([parsed.status, parsed.body.repo_name], [200, 'lib'])
    const asked = await ask(`/query?command=${encodeURIComponent('class Lib')}`)
    assert.deepEqual([asked.status, asked.body.data.class.full_name], [200, 'lib.Lib'])
    const checked = await ask('/validate', { script_content: 'from lib import Lib\nLib().stop()\n' })
    assert.deepEqual(
      [checked.status, checked.body.hallucinations_detected[0].type],
      [200, 'METHOD_NOT_FOUND'],
    )
    const shown = await ask('/graph?of=Lib&format=json')
    assert.deepEqual(
      shown.body.nodes.map((node: Value) => `${node.label} ${node.name}`),
      ['Class Lib', 'File lib.py', 'Method go'],
    )
    const outside = await ask('/repositories', { repo_url: '/etc' })
    assert.deepEqual([outside.status, outside.body.error.details.reason], [403, 'FORBIDDEN_PATH'])
  })
})
