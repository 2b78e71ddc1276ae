import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from '../graph/test/library.ts'

const library = await repository({
  'package.json': JSON.stringify({
    name: 'shop',
    type: 'module',
    exports: { '.': { types: './index.d.ts' }, './extra': './extra.js' },
  }),
  'index.d.ts': `
import { EventEmitter } from 'node:events'
export * from './cart.js'
export interface Options { limit?: number; owner: string }
export declare class Client extends EventEmitter {
  constructor(url: string, options?: Options)
  send(data: string): Promise<Reply>
  on(name: 'reply', run: (reply: Reply) => void): this
  static connect(url: string): Client
}
export interface Reply { readonly code: number; json<T>(): T }
declare function create(options: Options): Client
export default create
`,
  'cart.d.ts':
    'export declare class Cart { private constructor(); add(item: string, count?: number): this; size: number }\nexport declare function makeCart(): Cart\n',
  'extra.d.ts': 'export declare const version: string\n',
})

const typed = await repository({
  'package.json': JSON.stringify({ name: 'wire', type: 'module', exports: './index.d.ts' }),
  'types.d.ts': `
type Send = (url: string, options?: Options) => Reply
export type Shared = { retry?: number }
export interface Options extends Shared, Omit<RequestInit, 'method'> { json?: unknown }
export type Reply = { text: () => Promise<string> } & Promise<Response>
export interface Chain extends Promise<Answer> { again(): Chain }
export interface Answer { readonly words: string[] }
export type Wire = { start(): Chain; use: Send } & { get: Send; post: Send }
`,
  'index.d.ts': `
declare const wire: import('./types.js').Wire
export default wire
export declare function open(url: string): void
export declare function open(options: { url: string }): void
`,
})

const flagged = async (...lines: string[]) => wrongs(await check(library, lines.join('\n'), 'typescript'))

test('imports go through the entries of the package, its re-exports and its default', async () => {
  assert.deepEqual(
    await flagged(
      "import create, { Client, makeCart } from 'shop'",
      "import { version } from 'shop/extra'",
      "create({ owner: 'a' }).send('x')",
    ),
    [],
  )
  assert.deepEqual(await flagged("import { Clients } from 'shop'", "import { x } from 'shop/nowhere'"), [
    [1, 'IMPORT_NOT_FOUND', 'shop.Clients'],
    [2, 'IMPORT_NOT_FOUND', 'shop/nowhere'],
  ])
})

test('constructors, methods, awaited results and chains are checked', async () => {
  const code = [
    "import { Client, makeCart } from 'shop'",
    "const client = new Client('u')",
    "const reply = await client.send('x')",
    'reply.code; makeCart().add("a").add("b", 2).size',
    'new Client()',
    'client.sendAll()',
    'reply.status',
    'makeCart().add()',
    'Client.open("u")',
  ]
  assert.deepEqual(await flagged(...code), [
    [5, 'INVALID_PARAMETERS', 'Client'],
    [6, 'METHOD_NOT_FOUND', 'client.sendAll'],
    [7, 'ATTRIBUTE_NOT_FOUND', 'reply.status'],
    [8, 'INVALID_PARAMETERS', 'makeCart().add'],
    [9, 'METHOD_NOT_FOUND', 'Client.open'],
  ])
})

test('an option that the type does not have is wrong; one it has is not', async () => {
  assert.deepEqual(
    await flagged(
      "import { Client } from 'shop'",
      "new Client('u', { owner: 'a', limit: 1 })",
      "new Client('u', { owner: 'a', limits: 1 })",
    ),
    [[3, 'INVALID_PARAMETERS', 'Client']],
  )
})

test('what Node.js gives a class is known, and destructured members are checked', async () => {
  assert.deepEqual(
    await flagged(
      "import { Client, makeCart } from 'shop'",
      "new Client('u').emit('x')",
      'const { size, length } = makeCart()',
    ),
    [[3, 'ATTRIBUTE_NOT_FOUND', 'object.length']],
  )
})

test('types that compilers write are followed: import types, intersections, utility bases, promises', async () => {
  const code = [
    "import wire, { open } from 'wire'",
    "const reply = await wire.get('u', { json: 1, retry: 2, signal: undefined })",
    'const answer = await wire.start().again()',
    "reply.status; answer.words.join(' '); wire.use('u'); open('u'); open({ url: 'u' })",
    "wire.got('u')",
    "wire.post('u', { jsons: 1 })",
    'reply.statuses',
    'answer.words.joins()',
    'answer.wordy',
    "wire.use('u', {}, 3)",
    "open({ url: 'u', path: 'p' })",
    'open.later()',
  ]
  assert.deepEqual(wrongs(await check(typed, code.join('\n'), 'typescript')), [
    [5, 'METHOD_NOT_FOUND', 'wire.got'],
    [6, 'INVALID_PARAMETERS', 'wire.post'],
    [7, 'ATTRIBUTE_NOT_FOUND', 'reply.statuses'],
    [8, 'METHOD_NOT_FOUND', 'answer.words.joins'],
    [9, 'ATTRIBUTE_NOT_FOUND', 'answer.wordy'],
    [10, 'INVALID_PARAMETERS', 'wire.use'],
    [11, 'INVALID_PARAMETERS', 'open'],
    [12, 'METHOD_NOT_FOUND', 'open.later'],
  ])
})

test('a function exported whole offers what its namespace holds, and no more', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'whole', types: 'index.d.ts' }),
    'index.d.ts':
      'declare function whole(url: string): void\ndeclare namespace whole { function part(): void }\nexport = whole\n',
  })
  const open = await repository({
    'package.json': JSON.stringify({ name: 'open', types: 'index.d.ts' }),
    'part.d.ts': 'export interface Part { size: number }\n',
    'index.d.ts':
      "import { Part } from './part'\ndeclare function open(): void\ndeclare namespace open { export type { Part } }\nexport = open\n",
  })
  assert.deepEqual(wrongs(await check(open, "import { Part } from 'open'", 'typescript')), [])
  const code = ["import { part } from 'whole'", "import { parts } from 'whole'", 'part(1)']
  assert.deepEqual(wrongs(await check(library, code.join('\n'), 'typescript')), [
    [2, 'IMPORT_NOT_FOUND', 'whole.parts'],
    [3, 'INVALID_PARAMETERS', 'part'],
  ])
})
