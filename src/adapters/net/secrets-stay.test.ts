import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { systemClock } from '../../app/clock.ts'
import { fetchThrough } from '../../app/fetch-through.ts'
import { loadToolsets } from '../../app/load-features.ts'
import { toolTable } from '../../core/contract/tool-table.ts'
import { n8nEngine } from '../../features/workflows/n8n/n8n-engine.ts'
import { everything } from '../../features/zotero/api/test/api-fixtures.ts'
import { zoteroApi } from '../../features/zotero/api/zotero-api.ts'
import { writePython } from '../../surfaces/client/python.ts'
import { writeTypescript } from '../../surfaces/client/typescript.ts'
import { requestTranscript } from '../converters/audio/request-transcript.ts'
import { makeSource } from '../converters/test/make-source.ts'
import { openAiEmbedder } from '../embedders/openai.ts'
import { openAiModel } from '../models/openai-model.ts'
import { httpClient } from './http.ts'

const secret = 'sk-the-persons-own'
const idle = new AbortController().signal
const run = promisify(execFile)

type Seen = { headers: IncomingHttpHeaders; body: string }

async function listen(t: TestContext, answer: () => { status: number; location?: string }) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', text => (body += text))
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      const { status, location } = answer()
      response.writeHead(status, location === undefined ? {} : { location }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  // SAFETY: a server that listens on a port has such an address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** Everything of Quire that sends a secret, asked once. What comes of it does not matter here. */
const senders: Record<string, (url: string, t: TestContext) => Promise<unknown>> = {
  embedder: async (url, t) => {
    const embedder = openAiEmbedder('all-minilm', { baseUrl: url, apiKey: secret, retries: 0 })
    t.after(() => embedder.close())
    return embedder.embedQuery('text', idle)
  },
  'language model': async (url, t) => {
    const model = openAiModel({ baseUrl: url, apiKey: secret, model: 'm', retries: 0 })
    t.after(() => model.close())
    return model.complete({ messages: [{ role: 'user', content: 'text' }], maxTokens: 5 }, { signal: idle })
  },
  transcription: url =>
    requestTranscript(
      makeSource('a.mp3', Buffer.from('sound')),
      { baseUrl: url, apiKey: secret, model: null },
      fetchThrough({}, 1000),
      idle,
    ),
  n8n: async (url, t) => {
    const http = httpClient()
    t.after(() => http.close())
    return n8nEngine({ url, key: secret, http }).get('1', idle)
  },
  zotero: async (url, t) => {
    const http = httpClient()
    t.after(() => http.close())
    const files = null as never
    const api = zoteroApi({
      ...{ baseUrl: url, kind: 'web', apiKey: secret, http, clock: systemClock, files },
      ...{ libraryId: 1, libraryType: 'user' },
    })
    return api.listItems(everything, idle)
  },
  'generated TypeScript': async (url, t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-client-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'client.ts'), writeTypescript(await tools()).get('client.ts') ?? '')
    const script = `import { callMcpTool, setMcpServerToken, setMcpServerUrl } from ${JSON.stringify(join(folder, 'client.ts'))}
      setMcpServerUrl('${url}'); setMcpServerToken('${secret}'); await callMcpTool('search', {})`
    await writeFile(join(folder, 'run.ts'), script)
    return run(process.execPath, [join(folder, 'run.ts')])
  },
  'generated Python': async (url, t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-client-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'client.py'), writePython(await tools()).get('client.py') ?? '')
    const script = `import client; client.set_mcp_server_url('${url}'); client.set_mcp_server_token('${secret}'); client.call_mcp_tool_sync('search', {})`
    return run('python3', ['-c', script], { cwd: folder })
  },
}

async function tools() {
  return toolTable(await loadToolsets())
}

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)

for (const [name, send] of Object.entries(senders))
  test(`${name}: the secret does not follow a redirect to another host`, {
    skip: name === 'generated Python' && !hasPython && 'there is no python3 here',
  }, async t => {
    for (const status of [301, 302, 303, 307, 308]) {
      const other = await listen(t, () => ({ status: 404 }))
      const given = await listen(t, () => ({ status, location: `${other.url}/elsewhere` }))
      await send(given.url, t).catch(() => {})
      assert.ok(JSON.stringify(given.seen).includes(secret), 'the host it was given for has it')
      assert.deepEqual(other.seen, [], String(status))
    }
  })

test('a host that is reached without the proxy never sees the password of the proxy', async t => {
  const target = await listen(t, () => ({ status: 200 }))
  const proxy = await listen(t, () => ({ status: 200 }))
  const address = new URL(proxy.url)
  address.username = 'ada'
  address.password = secret
  const http = httpClient({ proxy: { http: address.href, no: '127.0.0.1' } })
  t.after(() => http.close())
  await http.request(new URL(target.url), { maxBytes: 100 }, idle)
  assert.deepEqual([target.seen.length, proxy.seen.length], [1, 0])
  assert.ok(!JSON.stringify(target.seen).includes(secret))
})
