import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolTable } from '../../../src/contract/tool-table.ts'
import { openApi } from '../../../src/surfaces/rest/open-api.ts'
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
