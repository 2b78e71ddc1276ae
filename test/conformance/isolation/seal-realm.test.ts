import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'

/** Attempts to change shared state, and how to undo each. */
const attempts: readonly { name: string; attack: string; undo?: string; isFrozen?: true }[] = [
  { name: 'a property of all objects', attack: 'Object.prototype.foreign = 1', isFrozen: true },
  { name: 'the same by a key from a file', attack: "({})['__proto__'].foreign = 1", isFrozen: true },
  {
    name: 'the same through a constructor',
    attack: '({}).constructor.prototype.foreign = 1',
    isFrozen: true,
  },
  {
    name: 'a property of all objects, defined',
    attack: "Object.defineProperty(Object.prototype, 'w', { value: 1 })",
    isFrozen: true,
  },
  { name: 'a method of arrays', attack: 'Array.prototype.map = () => []', isFrozen: true },
  { name: 'an index of all arrays', attack: 'Array.prototype[0] = 1', isFrozen: true },
  { name: 'how all objects are shown', attack: "Object.prototype.toString = () => 'x'", isFrozen: true },
  { name: 'how errors are named', attack: "TypeError.prototype.name = 'x'", isFrozen: true },
  { name: 'a namespace', attack: 'JSON.parse = () => 1', isFrozen: true },
  { name: 'a static method', attack: 'Object.keys = () => []', isFrozen: true },
  {
    name: 'the prototype of an iterator',
    attack: 'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })',
    isFrozen: true,
  },
  {
    name: 'the prototype of async functions',
    attack: 'Object.getPrototypeOf(async () => {}).foreign = 1',
    isFrozen: true,
  },
  {
    name: 'the prototype of a prototype',
    attack: 'Object.setPrototypeOf(Array.prototype, {})',
    isFrozen: true,
  },
  { name: 'a new global', attack: 'globalThis.foreign = 1', undo: 'delete globalThis.foreign' },
  { name: 'a global of the language', attack: 'globalThis.JSON = {}', isFrozen: true },
  {
    name: 'a global of Node',
    attack: 'globalThis.TextDecoder = class {}',
    undo: "Object.defineProperty(globalThis, 'TextDecoder', kept.decoder)",
  },
  { name: 'a function of Buffer', attack: 'Buffer.from = () => 1', undo: 'Buffer.from = kept.from' },
  {
    name: 'a method of all emitters',
    attack: 'events.prototype.emit = () => true',
    undo: 'events.prototype.emit = kept.emit',
  },
  {
    name: 'a function of a module of Node',
    attack: 'zlib.inflateRawSync = () => 1',
    undo: 'zlib.inflateRawSync = kept.inflate',
  },
  { name: 'what a library exports', attack: 'library.read = () => 1', undo: 'library.read = kept.read' },
  {
    name: 'a method of a class of a library',
    attack: 'library.Reader.prototype.open = () => 1',
    undo: 'library.Reader.prototype.open = kept.open',
  },
  {
    name: 'an option inside what a library exports',
    attack: 'library.options.names.push(1)',
    undo: 'library.options.names.pop()',
  },
  {
    name: 'a table of a library by a key from a file',
    attack: "library.options['entities']['lt'] = 'FOREIGN'",
    undo: "delete library.options['entities']['lt']",
  },
  {
    name: 'what a library has seen',
    attack: "library.seen.set('a', 1)",
    undo: "library.seen.delete('a')",
  },
  {
    name: 'a member of a set of a library',
    attack: "library.options.tags.add('script')",
    undo: "library.options.tags.delete('script')",
  },
  { name: 'the console', attack: 'console.log = () => {}', undo: 'console.log = kept.log' },
  {
    name: 'a listener on the process',
    attack: "process.on('message', kept.open)",
    undo: "process.off('message', kept.open)",
  },
  {
    name: 'a timer',
    attack: 'kept.timer = setInterval(() => {}, 60_000)',
    undo: 'clearInterval(kept.timer)',
  },
]

const door = new URL('../../../src/adapters/converters/isolate/seal-realm.ts', import.meta.url).href
const script = `
  import events from 'node:events'
  import zlib from 'node:zlib'
  import { sealRealm } from ${JSON.stringify(door)}
  const library = { read: () => 0, Reader: class { open() {} }, seen: new Map(),
    options: { names: [], entities: {}, tags: new Set(['p']) } }
  const kept = { JSON, from: Buffer.from, emit: events.prototype.emit, inflate: zlib.inflateRawSync,
    log: console.log, read: library.read, open: library.Reader.prototype.open,
    decoder: Object.getOwnPropertyDescriptor(globalThis, 'TextDecoder') }
  const results = {}
  const seal = await sealRealm([library])
  const attacks = {
    ${attempts.map(({ name, attack, undo = '' }) => `${JSON.stringify(name)}: [() => { ${attack} }, () => { ${undo} }],`).join('\n')}
  }
  for (const [name, [attack, undo]] of Object.entries(attacks)) {
    let thrown = false
    try { attack() } catch { thrown = true }
    const during = await seal.isUnchanged()
    undo()
    results[name] = { thrown, during, after: await seal.isUnchanged() }
  }
  class Named extends Error { constructor() { super('m'); this.name = 'Named'; this.message = 'n' } }
  const plain = {}
  plain.toString = () => 'own'
  plain.constructor = 1
  results.overrides = [new Named().name, new Named().message, String(plain), Object.keys(plain).join(), Object.keys({}).length]
  process.stdout.write(kept.JSON.stringify(results))
`
const { stdout, stderr } = spawnSync(
  process.execPath,
  ['--input-type=module', '--no-warnings', '-e', script],
  {
    encoding: 'utf8',
  },
)
const results = JSON.parse(stdout === '' ? '{}' : stdout)

for (const { name, isFrozen } of attempts)
  test(`a sealed process: ${name} ${isFrozen ? 'cannot be changed' : 'is noticed when it is changed'}`, () => {
    assert.ok(results[name], stderr)
    if (isFrozen) assert.deepEqual(results[name], { thrown: true, during: true, after: true })
    else assert.deepEqual(results[name], { thrown: false, during: false, after: true })
  })

test('a sealed process: objects may still have their own toString, constructor, name and message', () => {
  assert.deepEqual(results.overrides, ['Named', 'n', 'own', 'toString,constructor', 0])
})
