import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { check, repository } from '../graph/test/library.ts'
import type { CheckItem } from './items.ts'
import { type CheckReport, groupByLibrary } from './report.ts'

/** What is used of each import, by name. */
function usesOf({ libraries }: CheckReport): Record<string, string[]> {
  return Object.fromEntries(
    libraries.map(one => [
      one.moduleName,
      [...one.classesUsed, ...one.methodsCalled, ...one.attributesAccessed, ...one.functionsCalled].map(
        ({ name }) => name,
      ),
    ]),
  )
}

test('what a package re-exports belongs to the import of the package', async () => {
  const shop = await repository({
    'shop/package.json': JSON.stringify({ name: '@fair/shop', exports: { '.': './index.d.ts' } }),
    'shop/index.d.ts': "export * from './lib/cart.js'\nexport { weigh } from '@fair/scales'\n",
    'shop/lib/cart.d.ts': 'export declare class Cart { add(item: string): this; size: number }\n',
    'scales/package.json': JSON.stringify({ name: '@fair/scales', exports: { '.': './main.d.ts' } }),
    'scales/main.d.ts':
      'export declare function weigh(item: string): Weight\nexport interface Weight { grams: number }\n',
  })
  const script = [
    "import { Cart, weigh } from '@fair/shop'",
    'const cart = new Cart()',
    "cart.add('pear').size",
    "weigh('pear').grams",
  ]
  const report = await check(shop, script.join('\n'), 'typescript')
  assert.deepEqual(usesOf(report), {
    '@fair/shop': ['Cart', 'cart.add', 'cart.add().size', 'weigh().grams', 'weigh'],
  })
})

test('each import keeps its own uses, though both packages share a scope', async () => {
  const fair = await repository({
    'one/package.json': JSON.stringify({ name: '@fair/one', exports: { '.': './index.d.ts' } }),
    'one/index.d.ts': 'export declare class One { run(): void }\n',
    'two/package.json': JSON.stringify({ name: '@fair/two', exports: { '.': './index.d.ts' } }),
    'two/index.d.ts': 'export declare class Two { run(): void }\n',
  })
  const script =
    "import { One } from '@fair/one'\nimport { Two } from '@fair/two'\nnew One().run()\nnew Two().run()"
  assert.deepEqual(usesOf(await check(fair, script, 'typescript')), {
    '@fair/one': ['One', 'One().run'],
    '@fair/two': ['Two', 'Two().run'],
  })
})

test('what a Python package takes from another belongs to the import that leads there', async () => {
  const tools = await repository({
    'front/__init__.py': 'from back.engine import Engine\n',
    'back/__init__.py': '',
    'back/engine.py': 'class Engine:\n    def start(self): ...\n',
  })
  assert.deepEqual(usesOf(await check(tools, 'from front import Engine\nEngine().start()')), {
    front: ['Engine', 'Engine().start'],
  })
})

test('the longest import that fits has the use; one that leads nowhere near has none', () => {
  const item = (type: CheckItem['type'], name: string, library: string): CheckItem => ({
    type,
    name,
    library,
    line: 1,
    status: 'VALID',
    confidence: 0.9,
    message: '',
    suggestions: [],
    isKnown: true,
    details: {},
  })
  const found = groupByLibrary(
    [
      item('IMPORT', 'a', 'a'),
      item('IMPORT', 'a.b', 'a.b'),
      item('FUNCTION_CALL', 'run', 'a.b.c'),
      item('FUNCTION_CALL', 'walk', 'a.x'),
      item('FUNCTION_CALL', 'swim', 'elsewhere'),
    ],
    () => false,
  )
  assert.deepEqual(
    found.map(({ moduleName, functionsCalled }) => [moduleName, functionsCalled.map(({ name }) => name)]),
    [
      ['a', ['walk']],
      ['a.b', ['run']],
    ],
  )
})

test('a script with more uses than are judged says so, and what fits is judged', slow, async () => {
  const shop = await repository({ 'shop.py': 'def buy(): ...\n' })
  const uses = Array.from({ length: 11_000 }, () => 'shop.buy()\n').join('')
  const report = await check(shop, `import shop\n${uses}`)
  assert.equal(report.items.length, 10_000)
  assert.match(report.warnings.join(), /^Only the first part of the script was checked/)
})

test('loops inside loops are checked in time, and what they use is judged', slow, async () => {
  const shop = await repository({ 'shop.py': 'def buy(): ...\n' })
  const loops = Array.from({ length: 40 }, (_, depth) => `${' '.repeat(depth)}for i in range(2):\n`).join('')
  const report = await check(shop, `import shop\n${loops}${' '.repeat(40)}shop.by()\n`)
  assert.deepEqual(
    report.hallucinations.map(({ name }) => name),
    ['shop.by'],
  )
  assert.deepEqual(report.warnings, [])
})
