import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { checkers, flags } from './test/flags.ts'

after(() => checkers.close())

const library = {
  'trees/__init__.py': `
from typing import Iterator, Callable, TypeVar
F = TypeVar("F", bound=Callable)
class Node:
    line: int = 0
class Leaf(Node):
    text: str = ""
class Word(Leaf):
    stem: str = ""
class Task:
    def start(self) -> None: ...
def walk(node: Node) -> Iterator[Node]: ...
def kept(function: F) -> F: ...
def connect(url: str, *, timeout: float) -> None: ...
class Window:
    def __init__(self, title: str) -> None: ...
`,
}

test('what comes from a function under an unknown decorator may be anything', slow, async () => {
  const script = `from trees import walk
from elsewhere import peekable
@make_peekable()
def numbers():
    return (one for one in range(3))
@peekable
def letters():
    return "abc"
it = numbers()
first = iter(it)
first.peek()
it.peek()
letters().peek()
with numbers() as opened:
    opened.peek()
[one.peek() for one in numbers()]
walk(None).peek()
@make_task
def add(a, b): ...
add.delay(1, 2)
add(1)
`
  assert.deepEqual(await flags(library, script), ['17 METHOD_NOT_FOUND'])
  const known = 'from trees import kept\n@kept\ndef plain() -> int:\n    return 1\nplain(2)\n'
  assert.deepEqual(await flags(library, known), ['5 INVALID_PARAMETERS'])
})

test('an object of a base class may have what a class below it has', slow, async () => {
  const script = `import ast
from trees import Node, walk
for one in walk(Node()):
    one.text, one.stem
    one.texts
exact = Node()
exact.text
Node().stem
Node.text
{part.name for part in ast.walk(ast.parse("x"))}
{part.names_ for part in ast.walk(ast.parse("x"))}
ast.AST().name
`
  assert.deepEqual(await flags(library, script), [
    '5 ATTRIBUTE_NOT_FOUND',
    '7 ATTRIBUTE_NOT_FOUND',
    '8 ATTRIBUTE_NOT_FOUND',
    '9 ATTRIBUTE_NOT_FOUND',
    '11 ATTRIBUTE_NOT_FOUND',
    '12 ATTRIBUTE_NOT_FOUND',
  ])
})

test('three dots instead of arguments stand for any', slow, async () => {
  const script = `from trees import Window, connect
Window(...)
connect(..., timeout=1, retries=2)
connect("u", ...)
Window()
`
  assert.deepEqual(await flags(library, script), ['5 INVALID_PARAMETERS'])
})

const package_ = {
  'package.json': JSON.stringify({
    name: 'shapes',
    type: 'module',
    exports: { '.': './index.d.ts', './locale/eo': './eo.d.ts', './locale': './locale.d.ts' },
  }),
  'index.d.ts': `export declare class Shape { area(): number }
export declare class Circle extends Shape { radius: number }
export declare class Ring extends Circle { hole: number }
export declare function find(name: string): Shape
export declare function cut(key: string, nonce: string): { seal(text: string): string }
export declare function join(key: string): { seal(text: string): string }
`,
  'eo.d.ts': 'export declare const eo: { code: string }\n',
  'locale.d.ts': 'export declare const de: { code: string }\n',
}

test('one of several types that can be called is enough', slow, async () => {
  const script = `import { cut, join } from 'shapes'
for (const [cipher, length] of [[cut, 12], [cut, 16]]) cipher('k', 'n').seal('x')
for (const one of [cut, join]) one('k')
const count = [1, 2][0]
count()
cut('k')
`
  assert.deepEqual(await flags(package_, script, 'typescript'), [
    '5 INVALID_PARAMETERS',
    '6 INVALID_PARAMETERS',
  ])
})

test('a value of a base type may have what a type below it has', slow, async () => {
  const script = `import { Circle, find, Shape } from 'shapes'
find('a').radius
find('a').hole
find('a').radiuss
const made = new Shape()
made.radius
document.querySelector('input')?.parentElement?.value
document.body.firstElementChild.valuee
try { find('b') } catch (failed) { if (failed instanceof Error) failed.name2 }
new Circle().hole
`
  assert.deepEqual(await flags(package_, script, 'typescript'), [
    '4 ATTRIBUTE_NOT_FOUND',
    '6 ATTRIBUTE_NOT_FOUND',
    '8 ATTRIBUTE_NOT_FOUND',
    '9 ATTRIBUTE_NOT_FOUND →',
    '10 ATTRIBUTE_NOT_FOUND',
  ])
})

test('what a program runs in has members of its own', slow, async () => {
  const script = `import { find } from 'shapes'
find(import.meta.env.SHAPE)
find(window.shapeName)
setTimeout(() => find('a'), 10).unref()
Error.captureStackTrace(find('a'))
find('a').area().toFixedd(2)
fetch('a', { dispatcher: find('a') })
try { find('b') } catch (failed) { if (failed instanceof TypeError) failed.code }
const handler = () => find('a')
handler.extra
new (class { go() { return this.gone } })()
`
  assert.deepEqual(await flags(package_, script, 'typescript'), ['6 METHOD_NOT_FOUND →'])
})

test('a comment instead of arguments stands for any', slow, async () => {
  const script = `import { cut } from 'shapes'
cut(/* key, nonce */)
cut()
`
  assert.deepEqual(await flags(package_, script, 'typescript'), ['3 INVALID_PARAMETERS'])
})

test('a part of a package may offer the one name that it exports by default', slow, async () => {
  const script = `import eo from 'shapes/locale/eo'
import fr from 'shapes/locale'
import shapes from 'shapes'
eo.code
`
  assert.deepEqual(await flags(package_, script, 'typescript'), ['2 IMPORT_NOT_FOUND', '3 IMPORT_NOT_FOUND'])
})

test('members that a script or an unknown plugin adds are not invented', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'server', types: './index.d.ts' }),
    'index.d.ts': `export declare class Server { decorate(name: string, value: unknown): void; register(plugin: unknown): void; close(): void }
export declare function ask(): { kind: 'yes'; value: string } | { kind: 'no'; reason: string }
export declare function open(): { size: number }
export declare function start(options: { failed?: () => void }): void
`,
  }
  const script = `import { ask, open, Server } from 'server'
const server = new Server()
server.decorate('config', {})
server.config
server.configs
const { reason } = ask()
const { size, sizes } = open()
const counts = { first: 1 }
counts.second
`
  assert.deepEqual(await flags(files, script, 'typescript'), [
    '5 ATTRIBUTE_NOT_FOUND',
    '7 ATTRIBUTE_NOT_FOUND →',
  ])
  const extended = `import { Server } from 'server'
const server = new Server()
server.register(require('server-views'))
server.view()
`
  assert.deepEqual(await flags(files, extended, 'typescript'), [])
  const own = extended.replace('server-views', './views')
  assert.deepEqual(await flags(files, own, 'typescript'), [])
  const bound = `import { start } from 'server'
start({ failed: function () { this.log('failed') } })
start({ failedd: 1 })
`
  assert.deepEqual(await flags(files, bound, 'typescript'), ['3 INVALID_PARAMETERS →'])
})

test('names of any operating system and of Python 3.10 are there', slow, async () => {
  const script = `import asyncio
asyncio.WindowsSelectorEventLoopPolicy
asyncio.WindowsSelectorEventLoopPolicies
import ast, xml
ast.Str
ast.Strs
xml.dom
xml.doms
`
  assert.deepEqual(await flags(library, script), [
    '3 ATTRIBUTE_NOT_FOUND →',
    '6 ATTRIBUTE_NOT_FOUND →',
    '8 ATTRIBUTE_NOT_FOUND',
  ])
})

test(
  'a library function under a decorator without annotations may take and return something else',
  slow,
  async () => {
    const files = {
      'tries/__init__.py': `
from typing import Callable, TypeVar
F = TypeVar("F", bound=Callable)
def decorator(made):
    def outer(*args, **kwargs):
        return lambda function: made(Call(function), *args, **kwargs)
    return outer if True else make(made)
def typed(function: F) -> F: ...
class Call:
    def run(self): ...
@decorator
def retry(call, tries, wait=0):
    return call
@typed
def once(call, tries):
    return call
`,
    }
    const script = `from tries import Call, once, retry
retry(3)
retry(3)(print).done()
made = retry(3)
made.done()
once(3)
Call().done()
`
    assert.deepEqual(await flags(files, script), ['6 INVALID_PARAMETERS', '7 METHOD_NOT_FOUND'])
  },
)

test('a metaclass of a library may set attributes on its classes', slow, async () => {
  const files = {
    'models/__init__.py': `
class Meta(type):
    def __new__(cls, name, bases, values):
        made = type.__new__(cls, name, bases, values)
        made.objects = []
        return made
class Model(metaclass=Meta):
    def save(self): ...
class Page(Model): ...
class Plain: ...
`,
  }
  const script = 'from models import Page, Plain\nPage.objects\nPlain.objects\n'
  assert.deepEqual(await flags(files, script), ['3 ATTRIBUTE_NOT_FOUND'])
})
