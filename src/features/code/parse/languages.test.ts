import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeParser } from './code-parser.ts'
import { parse } from './test/parse.ts'

const never = new AbortController().signal

test('TypeScript: classes with constructors, accessors, overloads and parameter properties', async () => {
  const { classes } = await parse(
    'typescript',
    `export default abstract class Foo<T> extends Bar<T> implements a.Baz {
      static count = 1
      #secret?: string
      constructor(private name: string, ...rest: number[]) { super(); this.made = new Thing() }
      get size(): number { return 1 }
      over(a: string): string
      over(a: number): number
      over(a: any) { return a }
    }`,
  )
  const [foo] = classes
  assert.deepEqual(
    foo?.bases.map(({ text }) => text),
    ['Bar', 'a.Baz'],
  )
  assert.deepEqual(
    foo?.methods.map(({ name, kind, overloads }) => [name, kind, overloads.length]),
    [
      ['constructor', 'constructor', 0],
      ['size', 'getter', 0],
      ['over', 'method', 2],
    ],
  )
  assert.deepEqual(
    foo?.attributes.map(({ name }) => name),
    ['count', '#secret', 'name', 'made', 'size'],
  )
  assert.equal(foo?.isAbstract, true)
})

test('TypeScript: interfaces, enums, type aliases, namespaces and constants that hold functions', async () => {
  const file = await parse(
    'typescript',
    `export interface I extends J<K> { a: string; b?(x: number): void; new (x: string): I }
     export enum E { X, Y = 2 }
     export type A = { x: number } & B
     declare namespace N { function g(): void; class K {} }
     export const h = async (x: string, y?: number) => 1`,
  )
  assert.deepEqual(
    file.classes.map(({ name, kind }) => [name, kind]),
    [
      ['I', 'interface'],
      ['E', 'enum'],
      ['A', 'type'],
      ['N', 'namespace'],
    ],
  )
  assert.deepEqual(
    file.functions.map(({ name, isAsync }) => [name, isAsync]),
    [['h', true]],
  )
  assert.deepEqual(
    file.functions[0]?.parameters.map(({ isOptional }) => isOptional),
    [false, true],
  )
})

test('TypeScript: imports, re-exports and exports keep both names', async () => {
  const file = await parse(
    'typescript',
    `import def, { a as b } from './x.js'
     import * as ns from 'pkg'
     export * from './y'
     export { c as d } from './z'
     export { b as default }`,
  )
  assert.deepEqual(
    file.imports.map(({ kind, module, name, alias, isReExport }) => [kind, module, name, alias, isReExport]),
    [
      ['name', './x.js', 'default', 'def', false],
      ['name', './x.js', 'a', 'b', false],
      ['module', 'pkg', null, 'ns', false],
      ['all', './y', null, null, true],
      ['name', './z', 'c', 'd', true],
    ],
  )
  assert.deepEqual(file.exports, [{ name: 'default', local: 'b' }])
})

test('TypeScript: variance annotations, which the grammar does not know, cost nothing', async () => {
  const file = await parse('typescript', 'export interface Box<out T, in out U = never> { get(): T }')
  assert.deepEqual(file.problems, [])
  assert.deepEqual(file.classes[0]?.typeParameters, ['T', 'U'])
})

const newSyntax: Readonly<Record<string, string>> = {
  'declare global': 'declare global { interface Window { made: string } var x: number }\nexport {}',
  'export type *': "export type * from './a'\nexport type * as b from './b'",
  'attributes of an export': "export * from './b' with { type: 'json' }",
  'import defer': "import defer * as a from './a'",
  'accessor fields': 'class A { accessor x = 1; static accessor y = 2 }',
  'members called abstract': 'type T = { abstract: string }\ninterface I { abstract?(): void }',
  using: 'async function f() { using a = g(); await using b = h() }',
  'const type parameters': 'function f<const T extends readonly unknown[]>(x: T): T { return x }',
  'infer with a bound': 'type A<T> = T extends [infer X extends string, ...unknown[]] ? X : never',
  'abstract constructors': 'type C = abstract new (...a: any[]) => object',
}

for (const [name, text] of Object.entries(newSyntax))
  test(`TypeScript: ${name} is no syntax error`, async () => {
    assert.deepEqual((await parse('typescript', text)).problems, [])
  })

test('TypeScript: what the grammar does not know keeps its names', async () => {
  const { classes } = await parse(
    'typescript',
    'export class A { accessor x = 1 }\nexport type T = { abstract: string }',
  )
  assert.deepEqual(
    classes[0]?.attributes.map(({ name }) => name),
    ['x'],
  )
  assert.match(classes[1]?.alias?.text ?? '', /abstract: string/)
})

test('JavaScript: CommonJS requires and exports', async () => {
  const file = await parse(
    'javascript',
    "const { a } = require('x')\nfunction f(b, c = 1) {}\nmodule.exports = { f, g: f }",
  )
  assert.deepEqual(
    file.imports.map(({ module, name }) => [module, name]),
    [['x', 'a']],
  )
  assert.deepEqual(file.exports, [
    { name: 'f', local: 'f' },
    { name: 'g', local: 'f' },
  ])
})

test('Go: structs with embedded types, interfaces, methods by receiver, and what is exported', async () => {
  const file = await parse(
    'go',
    `package p
import x "a/b"
// T is a thing.
type T struct { A, b int; Base }
type I interface { M(a int, rest ...string) error }
func New(a, b int) *T { return nil }
func (t *T) Do(s string) bool { return true }
const Max = 1`,
  )
  const [t, i] = file.classes
  assert.equal(t?.doc, 'T is a thing.')
  assert.deepEqual(
    t?.attributes.map(({ name, isPrivate }) => [name, isPrivate]),
    [
      ['A', false],
      ['b', true],
    ],
  )
  assert.deepEqual(
    t?.bases.map(({ text }) => text),
    ['Base'],
  )
  assert.deepEqual(
    t?.methods.map(({ name }) => name),
    ['Do'],
  )
  assert.deepEqual(
    i?.methods[0]?.parameters.map(({ kind }) => kind),
    ['positional_only', 'var_positional'],
  )
  assert.deepEqual(
    file.functions[0]?.parameters.map(({ name }) => name),
    ['a', 'b'],
  )
  assert.deepEqual(
    file.imports.map(({ module, alias }) => [module, alias]),
    [['a/b', 'x']],
  )
  assert.deepEqual(
    file.variables.map(({ name }) => name),
    ['Max'],
  )
})

test('Java: classes with constructors, generics, annotations, enums and records', async () => {
  const file = await parse(
    'java',
    `import java.util.List;
/** A thing. */
@Ann public class Foo<T> extends Bar<T> implements Baz {
  private static final int X = 1;
  public Foo(String a, int... rest) {}
  @Override protected <U> List<U> m(U x) { return null; }
  enum Color { RED, GREEN }
  record Point(int x, int y) {}
}`,
  )
  const [foo] = file.classes
  assert.equal(foo?.doc, 'A thing.')
  assert.deepEqual(
    foo?.bases.map(({ shape }) => shape.kind === 'name' && shape.name),
    ['Bar', 'Baz'],
  )
  assert.deepEqual(
    foo?.methods.map(({ name, kind, decorators }) => [name, kind, decorators]),
    [
      ['Foo', 'constructor', []],
      ['m', 'method', ['Override']],
    ],
  )
  assert.deepEqual(
    foo?.classes.map(({ name, kind }) => [name, kind]),
    [
      ['Color', 'enum'],
      ['Point', 'class'],
    ],
  )
  assert.deepEqual(
    foo?.classes[1]?.attributes.map(({ name }) => name),
    ['x', 'y'],
  )
})

test('Rust: structs with what is implemented for them, traits, enums, uses and modules', async () => {
  const file = await parse(
    'rust',
    `use std::{fmt, io::Read as R};
/// A thing.
#[derive(Debug)]
pub struct S { pub a: i32, b: u8 }
pub trait Tr: Base { fn m(&self, x: i32) -> bool; }
impl Tr for S { fn m(&self, x: i32) -> bool { true } }
impl S { pub fn new(a: i32) -> Self { todo!() } }
pub enum E { A, B(i32) }
mod inner { pub fn f() {} }`,
  )
  const [s, tr, e, inner] = file.classes
  assert.equal(s?.doc, 'A thing.')
  assert.deepEqual(s?.decorators, ['derive(Debug)'])
  assert.deepEqual(
    s?.methods.map(({ name, kind, isStatic }) => [name, kind, isStatic]),
    [
      ['m', 'method', false],
      ['new', 'constructor', true],
    ],
  )
  assert.deepEqual(
    s?.bases.map(({ text }) => text),
    ['Tr'],
  )
  assert.deepEqual(
    tr?.bases.map(({ text }) => text),
    ['Base'],
  )
  assert.deepEqual(
    e?.attributes.map(({ name }) => name),
    ['A', 'B'],
  )
  assert.deepEqual(
    inner?.methods.map(({ name }) => name),
    ['f'],
  )
  assert.deepEqual(
    file.imports.map(({ module, name, alias }) => [module, name, alias]),
    [
      ['std', 'fmt', 'fmt'],
      ['std::io', 'Read', 'R'],
    ],
  )
})

test('a text that is too long is refused with its length, before it is parsed', async () => {
  const parser = codeParser({ maxCharacters: 10 })
  const source = { path: 'big.py', language: 'python', module: 'big', text: 'x = 1 # a long line' } as const
  await assert.rejects(parser.parse(source, never), {
    kind: 'too_large',
    code: 'CODE_FILE_TOO_LARGE',
  })
})

test('scripts can only be read in languages that can be checked', async () => {
  const source = { path: 'a.go', language: 'go', module: 'a', text: 'package a' } as const
  await assert.rejects(codeParser().readScript(source, never), { kind: 'unsupported' })
})

test('a cancelled call throws and the parser goes on working', async () => {
  const parser = codeParser()
  const source = { path: 'a.py', language: 'python', module: 'a', text: 'x = 1' } as const
  await assert.rejects(parser.parse(source, AbortSignal.abort()), { kind: 'cancelled' })
  const file = await parser.parse(source, never)
  assert.equal(file.variables[0]?.name, 'x')
})
