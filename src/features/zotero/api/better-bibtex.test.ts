import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HttpClient, HttpRequest } from '../../../adapters/net/http.ts'
import { jumpingClock } from '../test/corpus/api-server.ts'
import { betterBibtex } from './better-bibtex.ts'

const idle = new AbortController().signal

type Call = { jsonrpc: string; method: string; params: unknown }

function plugin(answer: (call: Call) => { status?: number; body: unknown }) {
  const calls: { url: string; call: Call }[] = []
  const http: HttpClient = {
    usesProxy: () => false,
    close: async () => {},
    async request(url: URL, request: HttpRequest) {
      const call = JSON.parse(String(request.body)) as Call
      calls.push({ url: url.href, call })
      const { status = 200, body } = answer(call)
      return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
    },
  }
  return { calls, ask: betterBibtex({ baseUrl: 'http://127.0.0.1:23119', http, clock: jumpingClock() }) }
}

test('keys are asked for by name of the parameter, at the address of the plug-in', async () => {
  const { ask, calls } = plugin(() => ({ body: { result: { A: 'keyA', B: null } } }))
  assert.deepEqual([...(await ask(['A', 'B'], idle))], [['A', 'keyA']])
  assert.deepEqual(calls, [
    {
      url: 'http://127.0.0.1:23119/better-bibtex/json-rpc',
      call: { jsonrpc: '2.0', id: 1, method: 'item.citationkey', params: { item_keys: ['A', 'B'] } },
    },
  ])
})

test('an older plug-in, which takes parameters by position, is asked that way', async () => {
  const { ask } = plugin(({ params }) =>
    Array.isArray(params)
      ? { body: { result: { A: 'keyA' } } }
      : { body: { error: { message: 'not iterable' } } },
  )
  assert.deepEqual([...(await ask(['A'], idle))], [['A', 'keyA']])
})

test('without the plug-in there are no keys, and that is no failure', async () => {
  const { ask, calls } = plugin(() => ({ status: 404, body: 'No endpoint found' }))
  assert.equal((await ask(['A'], idle)).size, 0)
  assert.equal(calls.length, 1)
})

test('many keys are asked for in several requests', async () => {
  const { ask, calls } = plugin(({ params }) => {
    const keys = (params as { item_keys: string[] }).item_keys
    return { body: { result: Object.fromEntries(keys.map(key => [key, `of${key}`])) } }
  })
  const names = Array.from({ length: 1201 }, (_, index) => `KEY${index}`)
  assert.equal((await ask(names, idle)).size, 1201)
  assert.equal(calls.length, 3)
})

test('a plug-in that refuses says why', async () => {
  const { ask } = plugin(() => ({ body: { error: { message: 'still starting' } } }))
  await assert.rejects(ask(['A'], idle), { code: 'ZOTERO_ANSWER_INVALID', message: /still starting/ })
})
