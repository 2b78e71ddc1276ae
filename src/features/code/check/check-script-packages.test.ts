import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphView } from '../graph/graph-view.ts'
import { repository, wrongs } from '../graph/test/library.ts'
import type { CodeRepository } from '../model/code-graph.ts'
import { codeParser } from '../parse/code-parser.ts'
import { checkScript } from './check-script.ts'

const { signal } = new AbortController()

/** Lines and names that are found wrong. */
async function wrongIn(
  libraries: readonly CodeRepository[],
  ...lines: string[]
): Promise<[number, string][]> {
  const source = {
    path: 'script.ts',
    language: 'typescript',
    module: '__main__',
    text: lines.join('\n'),
  } as const
  const script = await codeParser().readScript(source, signal)
  const report = await checkScript(script, graphView(libraries), { signal })
  return wrongs(report).map(([line, , name]) => [line, name])
}

test('what @types says of a package counts where the package itself has only code', async () => {
  const code = await repository({
    'package.json': JSON.stringify({ name: '@shop/cart', main: './index.js' }),
    'index.js': 'module.exports = class Cart { add() {} }',
  })
  const types = await repository(
    {
      'package.json': JSON.stringify({ name: '@types/shop__cart', types: './index.d.ts' }),
      'index.d.ts': 'declare class Cart { add(item: string): this }\nexport = Cart',
    },
    'types/cart',
  )
  const lines = [
    "import Cart from '@shop/cart'",
    'new Cart().add("a")',
    'new Cart().add()',
    'new Cart().remove()',
  ]
  const expected = [
    [3, 'Cart().add'],
    [4, 'Cart().remove'],
  ]
  assert.deepEqual(await wrongIn([code, types], ...lines), expected)
  assert.deepEqual(await wrongIn([types], ...lines), expected)
})

test('what a package says of itself counts more than what @types says of it', async () => {
  const own = await repository({
    'package.json': JSON.stringify({ name: 'cart', types: './index.d.ts' }),
    'index.d.ts': 'export declare function add(): void',
  })
  const types = await repository(
    {
      'package.json': JSON.stringify({ name: '@types/cart', types: './index.d.ts' }),
      'index.d.ts': 'export declare function remove(): void',
    },
    'types/cart',
  )
  assert.deepEqual(
    await wrongIn([own, types], "import { add } from 'cart'", "import { remove } from 'cart'"),
    [[2, 'cart.remove']],
  )
})

test('the declarations that "exports" names count more than "types"', async () => {
  const library = await repository({
    'package.json': JSON.stringify({
      name: 'cart',
      type: 'module',
      types: './old.d.ts',
      exports: { '.': { import: { types: './new.d.ts' }, require: { types: './old.d.ts' } } },
    }),
    'old.d.ts': 'export declare const before: string',
    'new.d.ts': 'export declare const after: string',
  })
  assert.deepEqual(
    await wrongIn([library], "import { after } from 'cart'", "import { before } from 'cart'"),
    [[2, 'cart.before']],
  )
})

test('a pattern of "exports" offers the files that are there, and no others', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'cart', exports: { '.': './index.js', './*': './esm/*.js' } }),
    'index.d.ts': 'export declare const all: string',
    'esm/part.d.ts': 'export declare const part: string',
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import { part } from 'cart/part'",
      "import { part as other } from 'cart/helpers'",
    ),
    [[2, 'cart/helpers']],
  )
})

test('a declaration found under the name of its source is followed, as is a type taken out of a module', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'cart', types: './index.d.ts' }),
    'index.d.ts': `
import { type Item } from './item.ts'
export declare function first(): Item
export declare function boxed(): import('./item.ts').Box<Item>
export as namespace Cart`,
    'item.d.ts': 'export interface Item { title: string }\nexport interface Box<T> { inner: T }',
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import { first, boxed } from 'cart'",
      'first().title; boxed().inner.title',
      'first().name',
      'boxed().inner.name',
      "import { second } from 'cart'",
    ),
    [
      [3, 'first().name'],
      [4, 'boxed().inner.name'],
      [5, 'cart.second'],
    ],
  )
})

test('what another file declares for a module is part of it', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'cart', types: './index.d.ts' }),
    'index.d.ts': "import './extra.js'\nexport declare class Cart { add(): void }",
    'extra.d.ts': "declare module './index.js' { interface Cart { extra(): void } }\nexport {}",
  })
  assert.deepEqual(
    await wrongIn([library], "import { Cart } from 'cart'", 'new Cart().extra()', 'new Cart().extras()'),
    [[3, 'Cart().extras']],
  )
})

test('a namespace that is exported whole passes on what it exports of others', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'cart', types: './index.d.ts' }),
    'index.d.ts': `
import { Item } from './item.js'
declare function cart(): Item
declare namespace cart { export { Item }; export const version: string; export const first: Item }
export = cart`,
    'item.d.ts': 'export interface Item { title: string }',
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import cart, { type Item, version } from 'cart'",
      'cart().title; cart.first.title',
      "import { Items } from 'cart'",
      'cart().titles',
      'cart.first.titles',
    ),
    [
      [3, 'cart.Items'],
      [4, 'cart().titles'],
      [5, 'cart.first.titles'],
    ],
  )
})

test('types inside a namespace are meant before those of the same name outside of it', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'base', types: './index.d.ts' }),
    'index.d.ts': `
declare namespace Inner {
  interface Database { prepare(text: string): void }
  interface Maker { new (path: string): Database }
}
declare namespace Database { type Options = { path: string } }
declare const Database: Inner.Maker
export = Database`,
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import Database from 'base'",
      "new Database('a').prepare('b')",
      "new Database('a').run()",
    ),
    [[3, 'Database().run']],
  )
})

test('a file that only declares a module is that module', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'queue', main: './index.js', typings: 'queue.d.ts' }),
    'queue.d.ts': `declare module 'queue' {
  namespace Queue { class Group { add(): void } }
  class Queue { ready(): void; static Group: typeof Queue.Group }
  export default Queue
}`,
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import Queue from 'queue'",
      'new Queue().ready(); new Queue.Group()',
      'new Queue().wait()',
    ),
    [[3, 'Queue().wait']],
  )
})

test('names taken out of an exported object have the types that it is said to have', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'maths', types: './index.d.ts' }),
    'index.d.ts': `
interface All { evaluate(text: string): number; add(a: number, b: number): number }
export const { evaluate, add: plus }: All`,
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import { evaluate, plus } from 'maths'",
      "evaluate('1'); plus(1, 2)",
      'evaluate()',
      'plus(1)',
    ),
    [
      [3, 'evaluate'],
      [4, 'plus'],
    ],
  )
})

test('declarations beside "main" count more than the code of "module"', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'shapes', main: './index.js', module: './index.esm.js' }),
    'index.d.ts': 'export declare function array(type?: string): { min(size: number): void }',
    'index.esm.js': 'export function array(type, spec) {}',
  })
  assert.deepEqual(
    await wrongIn([library], "import { array } from 'shapes'", 'array().min(1)', 'array().max(1)'),
    [[3, 'array().max']],
  )
})

test('code without types does not say which parameters it needs, but how many it has', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'plain', type: 'module', main: './index.js' }),
    'index.js':
      'export function join(list, separator) { return list }\nexport class Tree { add(item, at) {} }',
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import { join, Tree } from 'plain'",
      'join([]); new Tree().add(1)',
      "join([], '', 1)",
      'new Tree().append(1)',
    ),
    [
      [3, 'join'],
      [4, 'Tree().append'],
    ],
  )
})

test('a folder with a package.json of its own leads to where that says', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'optics', main: './lib/index.js', typings: './lib/index.d.ts' }),
    'lib/index.d.ts': 'export declare const all: string',
    'lib/Lens.d.ts': 'export declare function lens(name: string): void',
    'Lens/package.json': JSON.stringify({ main: '../lib/Lens.js', typings: '../lib/Lens.d.ts' }),
  })
  assert.deepEqual(
    await wrongIn(
      [library],
      "import { lens } from 'optics/Lens'",
      "lens('a')",
      'lens()',
      "import { x } from 'optics/Prism'",
    ),
    [
      [3, 'lens'],
      [4, 'optics/Prism'],
    ],
  )
})

test('where a declaration cannot be read, nothing is called missing', async () => {
  const library = await repository({
    'package.json': JSON.stringify({ name: 'broken', types: './index.d.ts' }),
    'index.d.ts':
      'export declare class Whole { add(): void }\nexport declare class Torn { add(: ; }\nexport const }{ x\nexport declare class Lost<\n',
  })
  const lines = ["import { Whole, Lost } from 'broken'", 'new Whole().add()', 'new Whole().remove()']
  assert.deepEqual(await wrongIn([library], ...lines), [[3, 'Whole().remove']])
})
