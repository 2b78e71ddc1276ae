import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Wired } from '../../../src/app/wire.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { slow } from '../../support/slow.ts'
import { type GuardedWorld, guardedSurfaces, type Holder, openGuarded, type Reach } from './guarded-world.ts'
import { fillOpen, type Hidden, hiddenWords, hideThings } from './hidden-things.ts'
import { fillerOf, probesOf } from './probes.ts'

/**
 * What is outside the collections of a token must be as if it did not exist. There are two servers: one of them also holds
 * hidden things of every toolset. Every tool of the table is called with the names and ids of hidden things in each of its
 * inputs; both servers must give the same answer.
 */
let folder: string
let full: GuardedWorld
let bare: GuardedWorld
let admin: Holder
let hidden: Hidden
let exported: string
let rows: Wired['table']['rows']

async function open(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'quire-hidden-'))
  full = await openGuarded(['--root', folder])
  bare = await openGuarded(['--root', folder])
  for (const world of [full, bare]) await fillOpen(world)
  admin = await full.issue({ role: 'admin', collections: null })
  hidden = await hideThings(full, admin, folder)
  exported = await hidden.export()
  rows = toolTable(await full.wired.toolsets()).rows
}

async function close(): Promise<void> {
  for (const world of [full, bare]) await world.close()
  await rm(folder, { recursive: true })
}

const roles = ['reader', 'writer'] as const

describe('what a token may not reach does not exist', slow, () => {
  before(open)
  after(close)

  for (const [surface, reachAs] of Object.entries(guardedSurfaces))
    for (const role of roles)
      test(`${surface}: for a ${role} of one collection, the others do not exist`, async () => {
        const of = async (world: GuardedWorld) =>
          reachAs(world, await world.issue({ role, collections: ['open'] }))
        const differences: string[] = []
        const reaches = { full: await of(full), bare: await of(bare) }
        for (const [index, { tool, inputSchema }] of rows.entries()) {
          // The library tries all names in each input; the other surfaces one of them in one.
          const all = probesOf(inputSchema, hidden.names)
          const probes = surface === 'library' ? all : all.slice((index * 7) % (all.length || 1)).slice(0, 1)
          for (const input of [fillerOf(inputSchema), ...probes])
            differences.push(...(await compare(reaches, tool.name, input)))
        }
        assert.deepEqual(differences, [])
        for (const reach of Object.values(reaches)) await reach.close()
      })

  test('every address of the server with a hidden id or name answers as if it did not exist', async () => {
    const pair = await limited('reader')
    const description = await fetch(`${full.server.url}/openapi.json`, { headers: pair.full.headers })
    // SAFETY: OpenAPI has this field.
    const { paths } = (await description.json()) as { paths: object }
    const templates = [
      ...Object.keys(paths),
      '/api/v1/jobs/{job_id}/events',
      '/metrics',
      '/session',
      '/api/v1',
    ]
    for (const template of templates)
      for (let turn = 0; turn < 3; turn++) {
        const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
          const values = inPath()[name] ?? hidden.names
          return encodeURIComponent(values[turn % values.length] ?? '')
        })
        const [one, other] = await answersOf(pair, path)
        assert.equal(one, other, path)
        if (template.includes('{')) assert.doesNotMatch(one, /^200/, path)
      }
  })

  test('files cannot be sent to a hidden library, nor exchanged for one', async () => {
    const pair = await limited('writer')
    const form = (field: string) => () => {
      const body = new FormData()
      body.set(field, new File(['# New'], 'vault-note.md', { type: 'text/markdown' }))
      body.set('library', 'vault')
      return { method: 'POST', body }
    }
    for (const [path, field] of [
      ['/upload', 'file'],
      ['/api/v1/documents/upload', 'file'],
      ['/api/v1/documents/import_library', 'files'],
      ['/api/v1/citations/verify_manuscript', 'files'],
      ['/api/v1/knowledge/ingest_documents', 'files'],
    ] as const) {
      const [one, other] = await answersOf(pair, path, form(field))
      assert.equal(one, other, path)
      assert.doesNotMatch(one, /^2/, path)
    }
  })

  test('resources and prompts know nothing of hidden things', async () => {
    const pair = await limited('reader')
    const { connectV2Http } = await import('../../e2e/clients.ts')
    const seen = async ({ server, headers }: Limited) => {
      const client = await connectV2Http(`${server.url}/mcp?toolsets=all`, headers)
      const said = (work: Promise<unknown>) => work.then(JSON.stringify, error => `error: ${error.message}`)
      const lines = [await said(client.listResources())]
      for (const name of hidden.names)
        for (const uri of [`quire://vault/${name}`, `quire://vault/chunks/${name}`, name])
          lines.push(await said(client.readResource(uri)))
      for (const { uri } of await client.listResources()) lines.push(await said(client.readResource(uri)))
      for (const { name, arguments: fields = [] } of await client.listPrompts())
        for (const word of ['zorblax', 'Quimby'])
          lines.push(
            await said(client.getPrompt(name, Object.fromEntries(fields.map(field => [field.name, word])))),
          )
      await client.close()
      return normal(lines.join('\n'))
    }
    const one = await seen(pair.full)
    assert.equal(one, await seen(pair.bare))
    assert.match(one, /open-ink/)
  })

  test('nothing that is hidden was changed', async () => {
    assert.equal(normal(await hidden.export()), normal(exported))
  })

  test('the hidden things are there, so that the tests above mean something', async () => {
    const reach = await guardedSurfaces.library(full, admin)
    for (const [tool, input] of [
      ['search', { query: 'zorblax' }],
      ['list_libraries', {}],
      ['list_projects', {}],
      ['search_speeches', { query: 'zorblax' }],
      ['search_graphiti', { query: 'Who founded Vexatron?' }],
      ['list_trash', {}],
      ['get_document', { doc_id: hidden.uploadedId }],
      ['get_job', { job_id: hidden.jobId }],
      ['search_knowledge_base', { query: 'zorblax' }],
    ] as const)
      assert.match((await reach.send(tool, input)).text, hiddenWords, tool)
  })
})

async function compare(
  reaches: { full: Reach; bare: Reach },
  tool: string,
  input: object,
): Promise<string[]> {
  const [one, other] = [await reaches.full.send(tool, input), await reaches.bare.send(tool, input)]
  if (normal(one.text) === normal(other.text)) return []
  return [`${tool} ${JSON.stringify(input)}: ${normal(one.text)} is not ${normal(other.text)}`]
}

/** Without what differs between any two calls of any two servers. */
function normal(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '«id»')
    .replaceAll(/quire-access-\w+/g, '«home»')
    .replaceAll(/world_\w+/g, '«database»')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, '«time»')
    .replaceAll(/"sha256":"\w+"/g, '«hash of times»')
    .replaceAll(/("[a-z_]*(?:ms|seconds)\\?":\s*)[\d.]+/g, '$1«number»')
}

type Limited = { server: GuardedWorld['server']; headers: Record<string, string> }

/** A token of one collection on both servers. */
async function limited(role: (typeof roles)[number]): Promise<{ full: Limited; bare: Limited }> {
  const of = async (world: GuardedWorld) => {
    const { token } = await world.issue({ role, collections: ['open'] })
    return { server: world.server, headers: { Authorization: `Bearer ${token}` } }
  }
  return { full: await of(full), bare: await of(bare) }
}

async function answersOf(
  pair: { full: Limited; bare: Limited },
  path: string,
  init: () => RequestInit = () => ({}),
) {
  const answer = async ({ server, headers }: Limited) => {
    const given = init()
    const response = await fetch(`${server.url}${path}`, {
      ...given,
      headers: { ...given.headers, ...headers },
    })
    return `${response.status} ${normal(await response.text())}`
  }
  return [await answer(pair.full), await answer(pair.bare)] as const
}

const inPath = (): Record<string, readonly string[]> => ({
  doc_id: [hidden.docId, hidden.uploadedId, hidden.trashedId],
  document_id: [hidden.docId],
  library: ['vault'],
  page: ['1'],
  job_id: [hidden.jobId],
})
