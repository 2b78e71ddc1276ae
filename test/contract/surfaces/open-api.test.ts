import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHttp } from '../../../src/app/open-http.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { openApi } from '../../../src/surfaces/rest/open-api.ts'
import { openWorld, type Value } from '../world.ts'
import { fixtureApp, jsonOf, plain, voice } from './fixture.ts'

const { request } = fixtureApp()
const document = await jsonOf(await request('/openapi.json'))

test('the description is a pure function of the table', () => {
  const info = { name: 'quire', version: '1.2.3' }
  assert.deepEqual(openApi(toolTable([voice, plain]), info), document)
  assert.equal(document.openapi, '3.1.0')
})

test('every tool has its path, and its contract path where it names one', () => {
  assert.deepEqual(Object.keys(document.paths).sort(), [
    '/api/v1/plain/mutter',
    '/api/v1/things/{id}',
    '/api/v1/voice/count',
    '/api/v1/voice/echo',
    '/api/v1/voice/fail',
    '/api/v1/voice/remove',
    '/api/v1/voice/surprise',
    '/api/v1/voice/wait',
  ])
  assert.deepEqual(Object.keys(document.paths['/api/v1/voice/echo']), ['post', 'get'])
})

test('input and output are the schemas of the table, described', () => {
  const { post } = document.paths['/api/v1/voice/echo']
  assert.equal(post.requestBody.content['application/json'].schema.$ref, '#/components/schemas/echo_input')
  assert.equal(document.components.schemas.echo_input.properties.text.description, 'What to say')
  assert.equal(
    post.responses[200].content['application/json'].schema.$ref,
    '#/components/schemas/echo_output',
  )
})

test('a query parameter says its type, whether it is needed and what it is for', () => {
  const { get } = document.paths['/api/v1/voice/echo']
  const [text] = get.parameters
  assert.deepEqual([text.name, text.in, text.required], ['text', 'query', true])
  assert.equal(text.description, 'What to say')
  assert.equal(get.requestBody, undefined)
})

test('a path parameter is one, the rest are in the query', () => {
  const places = document.paths['/api/v1/things/{id}'].delete.parameters.map(
    (parameter: { name: string; in: string }) => [parameter.name, parameter.in],
  )
  assert.deepEqual(places, [
    ['id', 'path'],
    ['dry', 'query'],
  ])
})

test('failures are shown in the words of the toolset', () => {
  const shown = document.paths['/api/v1/voice/fail'].post.responses
  assert.equal(shown[400].content['application/json'].example.error.code, 'INVALID_INPUT')
  assert.match(shown.default.description, /ASKED_FOR/)
  assert.ok(document.paths['/api/v1/plain/mutter'].post.responses[400].content['text/plain'])
})

test('operation ids are unique and the token is an optional scheme', () => {
  const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(path =>
    Object.values(path).map(operation => operation.operationId),
  )
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(document.security, [{}, { token: [] }])
  assert.equal(document.components.securitySchemes.token.scheme, 'bearer')
})

test('D-UPLOAD-3 the committed description has every upload route', async () => {
  const committed = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
  )
  const forms = Object.entries<Value>(committed.paths).flatMap(([path, { post }]) => {
    const form = post?.requestBody?.content?.['multipart/form-data']
    return form === undefined ? [] : [[path, form.schema.required]]
  })
  assert.deepEqual(forms.sort(), [
    ['/api/v1/citations/verify_manuscript', ['files']],
    ['/api/v1/documents/libraries', ['files']],
    ['/api/v1/documents/upload', ['file']],
    ['/api/v1/rag/ingest', ['files']],
    ['/upload', ['file']],
  ])
  const { post } = committed.paths['/api/v1/rag/ingest']
  assert.ok(post.requestBody.content['application/json'], 'the JSON of the tool is still taken there')
})

test('D-UPLOAD-3 the description of a running server has the routes it serves', async () => {
  const world = await openWorld('library', { flags: ['--toolsets', 'documents'] })
  const server = await openHttp(world.wired)
  try {
    const { paths } = await jsonOf(await fetch(`${server.url}/openapi.json`))
    for (const path of ['/upload', '/api/v1/documents/upload']) {
      assert.ok(paths[path]?.post, path)
      const form = new FormData()
      form.set('file', new File(['Vellum is calf.'], 'vellum.md'))
      assert.equal((await fetch(`${server.url}${path}`, { method: 'POST', body: form })).status, 200)
      assert.equal((await fetch(`${server.url}${path}`)).status, 405)
    }
    assert.equal(paths['/api/v1/rag/ingest'], undefined)
  } finally {
    await server.close()
    await world.close()
  }
})
