import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from '../graph/test/library.ts'

type Case = {
  promise: string
  declares: string
  right: readonly string[]
  /** What is wrong, with the name that is found to be. */
  wrong: Readonly<Record<string, string>>
}

const cases: readonly Case[] = [
  {
    promise: 'type arguments reach the members of a class, an interface and what they extend',
    declares: `
export interface Item { title: string }
export interface Page<T> { items: T[]; first: T }
export interface Found<T> extends Page<T> { next(): Promise<Found<T>> }
export declare class Box<T> { constructor(value: T); get(): T }
export declare function search(text: string): Found<Item>
export declare const held: Box<Item>`,
    right: ["search('a').first.title", '(await search("a").next()).first.title', 'held.get().title'],
    wrong: { "search('a').first.name": 'search().first.name', 'held.get().name': 'held.get().name' },
  },
  {
    promise: 'type parameters fall back to their defaults, and to their bounds where no argument shows them',
    declares: `
export interface Base { id: string }
export interface Wide extends Base { size: number }
export declare class Store<T extends Base = Wide> { constructor(name?: string); read(): T }
export declare function open<T extends Base>(name: string): T
export declare function make<T = Wide>(options?: { kind?: T }): T`,
    right: ['new Store().read().size', "open('a').id", 'make().size', 'make({ kind: 1 as any }).anything'],
    wrong: {
      'new Store("a").read().length': 'Store().read().length',
      "open('a').name": 'open().name',
      'make().name': 'make().name',
    },
  },
  {
    promise: 'arguments and written type arguments show what type parameters stand for',
    declares: `
export interface User { mail: string }
export declare const user: User
export declare function wrap<T>(value: T): { inner: T }
export declare function all<T>(values: T[]): T
export declare class Cell<T> { constructor(value?: T); value: T }`,
    right: [
      'wrap(user).inner.mail',
      'all([user]).mail',
      'new Cell<User>().value.mail',
      'new Cell(user).value.mail',
    ],
    wrong: {
      'wrap(user).inner.phone': 'wrap().inner.phone',
      'all([user]).phone': 'all().phone',
      'new Cell(user).value.phone': 'Cell().value.phone',
    },
  },
  {
    promise:
      'mapped types, conditions and looked-up types may have any member: a type checker works them out',
    declares: `
export interface Events { open: { at: number }; close: { code: number } }
type Handlers<T> = { [K in keyof T]: (event: T[K]) => void }
type Of<T> = T extends string ? Events : number
export declare const handlers: Handlers<Events>
export declare const opened: Events['open']
export declare const either: Record<keyof Events, { count: number }>
export declare const text: Of<string>
export declare function guess<T>(value: T): Of<T>`,
    right: [
      'handlers.opened(1 as any)',
      'opened.code',
      'either.close.size',
      'text.words',
      'guess(1 as any).words',
    ],
    wrong: {},
  },
  {
    promise: 'utility types keep members and unwrap what they say',
    declares: `
export interface Options { name: string; size: number; on(): Promise<Options> }
export declare function create(): Options
export declare const some: Pick<Options, 'name'>
export declare const part: Partial<Options>
export declare const made: ReturnType<typeof create>
export declare const done: Awaited<Promise<Options>>`,
    right: ['some.name', 'part.name', 'made.size', 'done.name'],
    wrong: {
      'some.title': 'some.title',
      'part.title': 'part.title',
      'made.title': 'made.title',
      'done.title': 'done.title',
    },
  },
  {
    promise: 'methods of the language take as many arguments as they do, inherited or not',
    declares: `
import { EventEmitter } from 'node:events'
export declare class Bus extends EventEmitter { send(): void }
export declare const words: string[]
export declare const index: Map<string, number>
export declare function later(): Promise<Bus>`,
    right: [
      'words.filter(Boolean)',
      "index.set('a', 1)",
      "new Bus().on('x', () => {})",
      'later().then(() => {})',
    ],
    wrong: {
      'words.filter()': 'words.filter',
      "index.get('a', 1)": 'index.get',
      'new Bus().on()': 'Bus().on',
      'later().send()': 'later().send',
    },
  },
  {
    promise: 'a function given as an argument knows what it is given, where the call means one thing only',
    declares: `
export interface Reply { status: number }
export declare function fetchAll(urls: string[], each: (reply: Reply, at: number) => void): void
export declare function on(name: 'open', run: () => void): void
export declare function on(name: 'reply', run: (reply: Reply) => void): void
export declare function on(name: 'text', run: (text: string) => void): void`,
    right: [
      'fetchAll([], (reply, at) => reply.status + at.toFixed())',
      "on('reply', reply => reply.status)",
      "on('text', text => text.length)",
    ],
    wrong: {
      'fetchAll([], reply => reply.code)': 'reply.code',
      "on('reply', reply => reply.code)": 'reply.code',
    },
  },
  {
    promise: 'overloads are distinguished by literals and by kinds of values',
    declares: `
export interface Link { href: string }
export interface Picture { src: string }
export declare function create(name: 'a'): Link
export declare function create(name: 'img'): Picture
export declare function create(name: string): { other: string }
export declare function read(path: string): Link
export declare function read(options: { path: string }): Picture`,
    right: ["create('img').src", "create('p').other", "read({ path: 'x' }).src", 'read(1 as any).href'],
    wrong: { "create('img').href": 'create().href', "read({ path: 'x' }).href": 'read().href' },
  },
  {
    promise: 'a class has nothing of what it implements, and a name that only a symbol reaches opens nothing',
    declares: `
interface Loose { [key: string]: any }
declare const mark: unique symbol
export declare class Parcel implements Loose { [mark](): void; [Symbol.iterator](): Iterator<string>; weight: number }
export interface Tagged { [mark]: string; tag: string }
export declare const tagged: Tagged`,
    right: ['new Parcel().weight', 'tagged.tag'],
    wrong: { 'new Parcel().wight': 'Parcel().wight', 'tagged.tagg': 'tagged.tagg' },
  },
  {
    promise: 'a value and a type may share a name, and a namespace may share it too',
    declares: `
export interface Shape { area: number }
export declare const Shape: { new (side: number): Shape; from(text: string): Shape }
export declare function tool(): void
export declare namespace tool { const version: string }`,
    right: ['new Shape(1).area', "Shape.from('1').area", 'tool.version.length', 'tool()'],
    wrong: { 'new Shape(1).size': 'Shape().size', 'Shape.of("1")': 'Shape.of', 'tool.name2': 'tool.name2' },
  },
  {
    promise: 'a static and an own member of one name are both there',
    declares: 'export declare class Twin { static hooks: string; hooks: { run(): void } }',
    right: ['Twin.hooks.length', 'new Twin().hooks.run()'],
    wrong: { 'new Twin().hooks.walk()': 'Twin().hooks.walk' },
  },
  {
    promise: 'object types that stand for anything refuse no option, and add nothing beside others',
    declares: `
export declare function any(options: {}): void
export declare function both<T = object>(name: string): { id: string } & T`,
    right: ['any({ whatever: 1 })', "both('a').id"],
    wrong: { "both('a').key": 'both().key' },
  },
  {
    promise: 'an interface has the methods of an object type that it extends',
    declares: `
type Helpers<T> = { pick(...names: string[]): T; omit(name: string): T }
export interface Kind extends Helpers<Kind> { tag: string }
export declare function kind(): Kind`,
    right: ["kind().pick('a').tag", "kind().omit('a').tag"],
    wrong: { 'kind().omit()': 'kind().omit', "kind().drop('a')": 'kind().drop' },
  },
  {
    promise: 'a constant may be of a type that stands in the namespace of its own name',
    declares: `
export declare const log: log.Root
export declare namespace log { interface Root { warn(text: string): void; level: typeof level }
  var level: { name: string } }`,
    right: ["log.warn('a')", 'log.level.name'],
    wrong: { 'log.warnAll("a")': 'log.warnAll', 'log.level.text': 'log.level.text' },
  },
]

for (const { promise, declares, right, wrong } of cases)
  test(promise, async () => {
    const library = await repository({
      'package.json': JSON.stringify({ name: 'lib', type: 'module', types: './index.d.ts' }),
      'index.d.ts': declares,
    })
    const names = [...declares.matchAll(/^export declare (?:class|const|function|namespace) (\w+)/gm)]
    const used = [...new Set(names.map(([, name]) => name))].join(', ')
    const lines = [...right, ...Object.keys(wrong)]
    const report = await check(library, [`import { ${used} } from 'lib'`, ...lines].join('\n'), 'typescript')
    const expected = Object.values(wrong).map((name, at) => [right.length + at + 2, name])
    assert.deepEqual(
      wrongs(report).map(([line, , name]) => [line, name]),
      expected,
    )
  })
