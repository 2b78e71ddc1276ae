import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from '../graph/test/library.ts'

const library = await repository({
  'shop/__init__.py':
    'from .cart import *\nfrom .client import Client as Client\nfrom . import extras\nVERSION = "1"\n',
  'shop/cart.py': `
from dataclasses import dataclass, field
from typing import Iterator, List, NamedTuple, Optional, Union
from collections import namedtuple
from contextlib import contextmanager
import enum
__all__ = ['Cart', 'Item', 'Size', 'Pair', 'Place', 'total', 'opened', 'any_of', 'maybe']

@dataclass
class Item:
    name: str
    price: int = 0
    tags: list = field(default_factory=list)
    hidden: int = field(init=False, default=1)

class Size(enum.Enum):
    BIG = 1

Pair = namedtuple('Pair', 'left right')

class Place(NamedTuple):
    row: int
    column: int = 0

class Base:
    shared = 1
    def __init__(self, owner, *, limit=10): self.owner = owner; self.items = []
    def __enter__(self): return self
    def __exit__(self, *rest): pass
    def inherited(self, a, b=1): return self
    @classmethod
    def build(cls, owner): return cls(owner)
    @staticmethod
    def check(value): return value
    @property
    def first(self) -> Item: return self.items[0]

class Cart(Base):
    def add(self, item: Item, count=1, /) -> 'Cart': return self
    async def pay(self, amount: int) -> Item: ...
    def flexible(self, *args, **kwargs): ...

def total(cart, *, tax): return 0
@contextmanager
def opened(path) -> Iterator[Cart]: yield Cart(path)
def any_of(flag) -> Union[Cart, Item]: ...
def maybe(flag) -> Optional[Cart]: ...
`,
  'shop/client.py':
    'import threading\nclass Client(threading.Thread):\n    def __init__(self, url, timeout=None): self.url = url\n    def send(self, data): return Reply()\nclass Reply:\n    code = 200\n',
  'shop/extras.py':
    'class Open:\n    def __getattr__(self, name): return self.data[name]\ndef __getattr__(name): return load(name)\n',
})

const right = async (...lines: string[]) =>
  assert.deepEqual(wrongs(await check(library, lines.join('\n'))), [])
const wrong = async (lines: string[], ...expected: [number, string, string][]) =>
  assert.deepEqual(wrongs(await check(library, lines.join('\n'))), expected)

test('re-exports, star imports and aliases lead to what they name', async () => {
  await right(
    'import shop as s',
    'from shop import Cart as C, Client, extras',
    'C(1).add(2)',
    's.Client("u").url',
    's.VERSION',
  )
  await wrong(
    ['from shop import Carts', 'import shop.cat'],
    [1, 'IMPORT_NOT_FOUND', 'shop.Carts'],
    [2, 'IMPORT_NOT_FOUND', 'shop.cat'],
  )
})

test('constructors are checked: required, too many, unknown and keyword-only arguments', async () => {
  await right('from shop import Cart', 'Cart("me")', 'Cart(owner="me", limit=3)')
  await wrong(
    ['from shop import Cart', 'Cart()', 'Cart(1, 2)', 'Cart(1, size=2)'],
    [2, 'INVALID_PARAMETERS', 'Cart'],
    [3, 'INVALID_PARAMETERS', 'Cart'],
    [4, 'INVALID_PARAMETERS', 'Cart'],
  )
})

test('required parameters may be given by keyword', async () => {
  await right(
    'from shop import Cart, total',
    'total(cart=Cart(owner=1), tax=2)',
    'Cart(1).inherited(b=2, a=1)',
  )
  await wrong(['from shop import total', 'total(1)'], [2, 'INVALID_PARAMETERS', 'total'])
})

test('dataclasses, named tuples and enumerations know their fields', async () => {
  await right(
    'from shop import *',
    'Item("a", 1, tags=[])',
    'Pair(1, right=2).left',
    'Place(1)._replace(row=2)',
    'Size.BIG.name',
    'Size(1)',
  )
  await wrong(
    [
      'from shop import Item, Pair, Size',
      'Item()',
      'Item("a", hidden=2)',
      'Pair(1)',
      'Pair(1, 2).middle',
      'Size.HUGE',
    ],
    [2, 'INVALID_PARAMETERS', 'Item'],
    [3, 'INVALID_PARAMETERS', 'Item'],
    [4, 'INVALID_PARAMETERS', 'Pair'],
    [5, 'ATTRIBUTE_NOT_FOUND', 'Pair().middle'],
    [6, 'ATTRIBUTE_NOT_FOUND', 'Size.HUGE'],
  )
})

test('inherited members, properties, class and static methods are found; chains keep their type', async () => {
  await right(
    'from shop import Cart',
    'c = Cart.build(1)',
    'c.add(1).inherited(2).add(3).first.price',
    'Cart.check(1)',
    'c.owner, c.shared, Cart.shared',
    'Cart.inherited(c, 1)',
  )
  await wrong(
    ['from shop import Cart', 'Cart(1).add(2).ad(3)', 'Cart(1).first.cost', 'Cart.build(1).remove()'],
    [2, 'METHOD_NOT_FOUND', 'Cart().add().ad'],
    [3, 'ATTRIBUTE_NOT_FOUND', 'Cart().first.cost'],
    [4, 'METHOD_NOT_FOUND', 'Cart.build().remove'],
  )
})

test('context managers, await, loops and unions are followed', async () => {
  await right(
    'from shop import Cart, opened, any_of, maybe',
    'async def main():',
    '    with Cart(1) as a, opened("x") as b:',
    '        a.add(1); b.add(2)',
    '        (await a.pay(1)).price',
    '    any_of(1).price; any_of(1).add(2)',
    '    m = maybe(1)',
    '    if m is not None: m.add(1)',
  )
  await wrong(
    [
      'from shop import Cart, opened, any_of',
      'async def main():',
      '    with opened("x") as b: b.sub(1)',
      '    (await Cart(1).pay(1)).cost',
      '    any_of(1).neither',
    ],
    [3, 'METHOD_NOT_FOUND', 'b.sub'],
    [4, 'ATTRIBUTE_NOT_FOUND', 'Cart().pay().cost'],
    [5, 'ATTRIBUTE_NOT_FOUND', 'any_of().neither'],
  )
})

test('*args and **kwargs take anything, and spread arguments are never counted', async () => {
  await right(
    'from shop import Cart',
    'Cart(1).flexible(1, 2, x=3)',
    'Cart(*[1])',
    'Cart(**{})',
    'Cart(1).inherited(*a)',
  )
})

test('what cannot be known is uncertain, never wrong', async () => {
  const report = await check(
    library,
    [
      'from shop import extras, Client',
      'extras.anything',
      'extras.Open().anything',
      'Client("u").start()',
      'def f(x): x.whatever()',
    ].join('\n'),
  )
  assert.deepEqual(wrongs(report), [])
  assert.ok(report.items.some(({ name, status }) => name === 'extras.anything' && status === 'UNCERTAIN'))
})

test('a class of the standard library as base is known by name, even when its source is not in the graph', async () => {
  await wrong(['from shop import Client', 'Client("u").strat()'], [2, 'METHOD_NOT_FOUND', 'Client().strat'])
})

test('members that the script itself sets, tests for or expects to fail are not wrong', async () => {
  await right(
    'from shop import Cart',
    'c = Cart(1)',
    'c.note = 1',
    'print(c.note)',
    'if hasattr(c, "extra"): c.extra()',
    'try: c.gone()',
    'except AttributeError: pass',
    'if isinstance(c, str): c.upper()',
  )
})

test('subclasses in the script see what they inherit', async () => {
  await wrong(
    [
      'from shop import Cart',
      'class Mine(Cart):',
      '    def go(self):',
      '        super().__init__(1)',
      '        self.add(1); self.own()',
      '        self.remove_all()',
      '    def own(self): pass',
    ],
    [6, 'METHOD_NOT_FOUND', 'self.remove_all'],
  )
})

test('a variable set again, in a branch or a loop, may hold either', async () => {
  await right(
    'from shop import Cart, Item',
    'x = Cart(1)',
    'if y: x = Item("a")',
    'x.price',
    'x.add(1)',
    'x = load()',
    'x.anything()',
  )
})

test('other libraries are uncertain and do not count', async () => {
  const report = await check(library, 'import numpy as np\nnp.zeros(3).anything()')
  assert.equal(report.summary.totalValidations, 0)
  assert.equal(report.overallConfidence, 1)
  assert.deepEqual(
    report.items.map(({ status, confidence, isKnown }) => [status, confidence, isKnown]),
    [['UNCERTAIN', 0.8, false]],
  )
})

test('the report counts, rates and suggests', async () => {
  const report = await check(library, 'from shop import Cart\nc = Cart(1)\nc.inherit(1)\nc.add(1)')
  assert.deepEqual(report.summary, {
    totalValidations: 5,
    validCount: 4,
    invalidCount: 0,
    uncertainCount: 0,
    notFoundCount: 1,
    hallucinationRate: 0.2,
  })
  assert.equal(report.hallucinations[0]?.suggestion, 'Did you mean: inherited?')
  assert.equal(report.metadata.totalImports, 2)
  assert.equal(report.libraries[0]?.moduleName, 'shop')
  assert.deepEqual(
    report.libraries[0]?.methodsCalled.map(({ name }) => name),
    ['c.inherit', 'c.add'],
  )
})

test('a script with a syntax error is still checked', async () => {
  const report = await check(library, 'from shop import Cart\nCart(1).gone()\ndef broken(:\n')
  assert.ok(report.problems.length > 0)
  assert.deepEqual(wrongs(report), [[2, 'METHOD_NOT_FOUND', 'Cart().gone']])
})

test('what a method sets on objects of other classes is not there on its own', async () => {
  const web = await repository({
    'web.py': `
class Response:
    pass
class App:
    response_class = Response
    def handle(self):
        made = Response()
        made.status = 1
        other = self.response_class()
        other.code = 2
    def copy(self):
        twin = type(self)()
        twin.original = self
        again = self._clone()
        again.depth = 1
        for part in self.parts:
            part.parent = self
        return twin
`,
  })
  const script =
    'from web import App\napp = App()\napp.original, app.depth, app.parent\napp.status\napp.code\n'
  assert.deepEqual(wrongs(await check(web, script)), [
    [4, 'ATTRIBUTE_NOT_FOUND', 'app.status'],
    [5, 'ATTRIBUTE_NOT_FOUND', 'app.code'],
  ])
})

test('a star import binds what __all__ lists, not each module of the package', async () => {
  const steps = await repository({
    'steps/__init__.py': 'from .model import given\n__all__ = ["given"]\nversion = "1"\n',
    'steps/model.py': 'def given(text): ...\n',
  })
  const code = ['from steps import *', 'model.init()', 'version.major', 'given()']
  assert.deepEqual(wrongs(await check(steps, code.join('\n'))), [[4, 'INVALID_PARAMETERS', 'given']])
})
