import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from './test/parse.ts'

test('parameters keep how they must be given, their types and their defaults', async () => {
  const file = await parse('python', 'def f(a, /, b: int = 3, *rest: str, c, d=None, **more) -> "Item": pass')
  const [one] = file.functions
  assert.deepEqual(
    one?.parameters.map(({ name, kind, default: value, isOptional }) => [name, kind, value, isOptional]),
    [
      ['a', 'positional_only', null, false],
      ['b', 'positional', '3', true],
      ['rest', 'var_positional', null, true],
      ['c', 'keyword_only', null, false],
      ['d', 'keyword_only', 'None', true],
      ['more', 'var_keyword', null, true],
    ],
  )
  assert.deepEqual(one?.returns?.shape, { kind: 'name', name: 'Item', line: 1 })
})

test('a class keeps its constructor, dunder methods, bases without type arguments, and private marks', async () => {
  const file = await parse(
    'python',
    [
      '@dataclass(frozen=True)',
      'class Point(Base[int], other.Mixin, metaclass=Meta):',
      '    """A place."""',
      '    x: int',
      '    y: int = 0',
      '    def __init__(self): self.made = Thing(); self._hidden = 1',
      '    def __len__(self): return 2',
      '    def _private(self): pass',
      '    @property',
      '    def size(self) -> int: return 1',
      '    @classmethod',
      '    def make(cls): cls.count = 1',
      '    class Inner: pass',
    ].join('\n'),
  )
  const [point] = file.classes
  assert.equal(point?.doc, 'A place.')
  assert.deepEqual(
    point?.bases.map(({ text }) => text),
    ['Base[int]', 'other.Mixin'],
  )
  assert.equal(point?.bases[0]?.shape.kind, 'name')
  assert.deepEqual(point?.keywords, { metaclass: 'Meta' })
  assert.deepEqual(point?.decorators, ['dataclass(frozen=True)'])
  assert.deepEqual(
    point?.methods.map(({ name, kind, isPrivate }) => [name, kind, isPrivate]),
    [
      ['__init__', 'constructor', false],
      ['__len__', 'method', false],
      ['_private', 'method', true],
      ['size', 'getter', false],
      ['make', 'method', false],
    ],
  )
  assert.deepEqual(
    point?.attributes.map(({ name, kind }) => [name, kind]),
    [
      ['x', 'field'],
      ['y', 'field'],
      ['made', 'instance'],
      ['_hidden', 'instance'],
      ['size', 'property'],
      ['count', 'instance'],
    ],
  )
  assert.deepEqual(
    point?.classes.map(({ name }) => name),
    ['Inner'],
  )
})

test('slots, enumeration members and attributes set on new instances are attributes', async () => {
  const file = await parse(
    'python',
    [
      'class A:',
      '    __slots__ = ("p", "q")',
      '    def __new__(cls):',
      '        self = object.__new__(cls)',
      '        self.r = 1',
      '        return self',
      'class Color(enum.Enum):',
      '    RED = 1',
    ].join('\n'),
  )
  assert.deepEqual(
    file.classes[0]?.attributes.map(({ name }) => name),
    ['__slots__', 'p', 'q', 'r'],
  )
  assert.deepEqual(
    file.classes[1]?.attributes.map(({ name, kind }) => [name, kind]),
    [['RED', 'member']],
  )
  assert.equal(file.classes[1]?.kind, 'enum')
})

test('overloads move into the function they describe', async () => {
  const file = await parse(
    'python',
    [
      '@overload',
      'def f(a: int) -> int: ...',
      '@typing.overload',
      'def f(a: str) -> str: ...',
      'def f(a): return a',
    ].join('\n'),
  )
  assert.equal(file.functions.length, 1)
  assert.deepEqual(
    file.functions[0]?.overloads.map(({ returns }) => returns?.text),
    ['int', 'str'],
  )
})

test('imports say what they bind, where from, and whether the file works without them', async () => {
  const file = await parse(
    'python',
    [
      'import a.b, c as d',
      'from ..x import (y as z, w)',
      'from .m import *',
      'try:',
      '    from _fast import *',
      'except ImportError:',
      '    pass',
      'def f():',
      '    import late',
      '__all__ = ["z"]',
      '__all__ += ["w"]',
    ].join('\n'),
  )
  assert.deepEqual(
    file.imports.map(({ kind, module, name, alias, isGuarded, isLocal }) => [
      kind,
      module,
      name,
      alias,
      isGuarded,
      isLocal,
    ]),
    [
      ['module', 'a.b', null, null, false, false],
      ['module', 'c', null, 'd', false, false],
      ['name', '..x', 'y', 'z', false, false],
      ['name', '..x', 'w', 'w', false, false],
      ['all', '.m', null, null, false, false],
      ['all', '_fast', null, null, true, false],
      ['module', 'late', null, null, false, true],
    ],
  )
  assert.deepEqual(
    file.exports?.map(({ name }) => name),
    ['z', 'w'],
  )
})

test('a function says what it returns only as far as that holds outside of it', async () => {
  const file = await parse(
    'python',
    [
      'def known():',
      '    made = Thing(1)',
      '    return made',
      'def open_ended(x):',
      '    return x.part',
    ].join('\n'),
  )
  assert.equal(file.functions[0]?.result?.kind, 'call')
  assert.equal(file.functions[1]?.result, null)
})

test('a syntax error is a problem, and the rest of the file is still read', async () => {
  const file = await parse('python', 'def good(a): pass\n\ndef bad(:\n\nclass Fine:\n    def m(self): pass\n')
  assert.ok(file.problems.length > 0)
  assert.ok(file.functions.some(({ name }) => name === 'good'))
  assert.ok(file.classes.some(({ name }) => name === 'Fine'))
})

test('names that only running would show make a module or class dynamic; comparing names does not', async () => {
  const dynamic = await parse(
    'python',
    'globals().update(load())\nclass A:\n    def __getattr__(self, name): return getattr(self.x, name)',
  )
  assert.equal(dynamic.isDynamic, true)
  assert.equal(dynamic.classes[0]?.isDynamic, true)
  const settled = await parse(
    'python',
    'def __getattr__(name):\n    if name == "old": return 1\n    raise AttributeError(name)',
  )
  assert.equal(settled.isDynamic, false)
  assert.ok(settled.variables.some(({ name }) => name === 'old'))
})
