import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from './library.ts'

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
