import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from '../graph/test/library.ts'

const library = await repository({
  'kit/__init__.py': '',
  'kit/wrap.py': [
    'from functools import update_wrapper, wraps',
    'from typing import cast',
    'def logged(fn):',
    '    @wraps(fn)',
    '    def wrapper(self, *args, **kwargs):',
    '        return fn(self, *args, **kwargs)',
    '    return cast(object, update_wrapper(wrapper, fn))',
    'def retried(times):',
    '    def decorate(fn):',
    '        def wrapper(*args, **kwargs):',
    '            return run(times, fn, *args, **kwargs)',
    '        return wrapper',
    '    return decorate',
    'def marked(fn):',
    '    same = cast(object, fn)',
    '    same.is_marked = True',
    '    return same',
    'def with_session(fn):',
    '    def wrapper(*args, **kwargs):',
    '        return fn(open(), *args, **kwargs)',
    '    return wrapper',
    'def with_default(fn):',
    '    def wrapper(*args, **kwargs):',
    "        kwargs.setdefault('limit', 1)",
    '        return fn(*args, **kwargs)',
    '    return wrapper',
    'def compared(cls):',
    '    cls.__eq__ = lambda a, b: True',
    '    return cls',
    'def filled(cls):',
    '    cls.extra = 1',
    '    return cls',
  ].join('\n'),
  'kit/tools.py': [
    'from . import wrap',
    'from .wrap import compared, filled, logged, marked, retried, with_default, with_session',
    'class Tool:',
    '    @logged',
    '    def run(self, name): ...',
    '@wrap.retried(3)',
    'def fetch(url): ...',
    '@marked',
    'def skip(reason): ...',
    '@with_session',
    'def save(session, item): ...',
    '@with_default',
    'def find(text, limit): ...',
    '@compared',
    'class Point:',
    '    def move(self): ...',
    '@filled',
    'class Shape:',
    '    def move(self): ...',
  ].join('\n'),
})

test('a decorator that passes every call on leaves the parameters as they are written', async () => {
  const code = [
    'from kit.tools import Tool, fetch, skip',
    "Tool().run('a'); fetch('u'); skip('r')",
    'Tool().run()',
    'fetch()',
    "skip('r', why=1)",
  ]
  assert.deepEqual(wrongs(await check(library, code.join('\n'))), [
    [3, 'INVALID_PARAMETERS', 'Tool().run'],
    [4, 'INVALID_PARAMETERS', 'fetch'],
    [5, 'INVALID_PARAMETERS', 'skip'],
  ])
})

test('a decorator that gives arguments of its own leaves the parameters open', async () => {
  assert.deepEqual(wrongs(await check(library, "from kit.tools import find, save\nsave('i')\nfind('t')")), [])
})

test('a class decorator that gives back the class leaves its members as they are written', async () => {
  const code = 'from kit.tools import Point, Shape\nPoint().move()\nPoint().mvoe()\nShape().mvoe()'
  assert.deepEqual(wrongs(await check(library, code)), [[3, 'METHOD_NOT_FOUND', 'Point().mvoe']])
})

test('a class that says which interfaces it has is still closed', async () => {
  const agents = await repository({
    'agents.py':
      'from zope.interface import implementer\n@implementer(IAgent)\nclass Agent:\n    def request(self): ...\n',
  })
  const code = 'from agents import Agent\nAgent().request()\nAgent().requets()'
  assert.deepEqual(wrongs(await check(agents, code)), [[3, 'METHOD_NOT_FOUND', 'Agent().requets']])
})

test('classes made by attrs take their fields, without leading underscores', async () => {
  const records = await repository({
    'records.py': [
      'import attr',
      'from attrs import define, field',
      '@attr.s(slots=True)',
      'class Old:',
      '    _name = attr.ib()',
      '    size = attr.ib(default=1)',
      '    made = attr.ib(init=False)',
      '    other = 3',
      '@define',
      'class New(Old):',
      '    tags: list = field(factory=list, kw_only=True)',
      '    label: str = "x"',
    ].join('\n'),
  })
  const code = [
    'from records import New, Old',
    "Old('n', 2); Old(name='n').size; New('n', 2, 'l', tags=[])",
    "Old(_name='n')",
    "Old('n', made=1)",
    "New('n', 2, 'l', [])",
    "Old('n').sise",
  ]
  assert.deepEqual(wrongs(await check(records, code.join('\n'))), [
    [3, 'INVALID_PARAMETERS', 'Old'],
    [4, 'INVALID_PARAMETERS', 'Old'],
    [5, 'INVALID_PARAMETERS', 'New'],
    [6, 'ATTRIBUTE_NOT_FOUND', 'Old().sise'],
  ])
})

test('a metaclass that is read adds only what it names; one that fills namespaces leaves classes open', async () => {
  const metas = await repository({
    'metas.py': [
      'class Named(type):',
      '    def __new__(mcs, name, bases, namespace):',
      '        made = super().__new__(mcs, name, bases, namespace)',
      '        made.title = name',
      '        return made',
      '    def known(cls): ...',
      'class Filling(type):',
      '    def __new__(mcs, name, bases, namespace):',
      '        namespace.update(more())',
      '        return super().__new__(mcs, name, bases, namespace)',
      'class Calling(type):',
      '    def __call__(cls, *args): ...',
      'class A(metaclass=Named):',
      '    def __init__(self, x): ...',
      'class B(metaclass=Filling): ...',
      'class C(metaclass=Calling):',
      '    def __init__(self, x): ...',
      'class D(with_metaclass(Named, A)): ...',
    ].join('\n'),
  })
  const code = [
    'from metas import A, B, C, D',
    'A(1).title; A.known(); B().anything; C(1, 2); D(1).title',
    'A()',
    'A(1).titel',
    'D.knwon()',
  ]
  assert.deepEqual(wrongs(await check(metas, code.join('\n'))), [
    [3, 'INVALID_PARAMETERS', 'A'],
    [4, 'ATTRIBUTE_NOT_FOUND', 'A().titel'],
    [5, 'METHOD_NOT_FOUND', 'D.knwon'],
  ])
})

test('a class that a metaclass was called to make may have any member', async () => {
  const made = await repository({
    'made.py':
      'class Inspected(type):\n    def look(cls): ...\nclass Bare:\n    kinds = {}\nValid = Inspected("Valid", (Bare,), {})\n',
  })
  assert.deepEqual(wrongs(await check(made, 'from made import Valid\nValid.kinds\nValid().kinds')), [])
})

test('an enumeration is called with a value', async () => {
  const colours = await repository({
    'colours.py': [
      'from enum import Enum',
      'class Colour(Enum):',
      '    RED = 1',
      'class Pair(Enum):',
      '    A = (1, 2, 3)',
    ].join('\n'),
  })
  const code = 'from colours import Colour, Pair\nColour(1); Pair(1, 2, 3)\nColour()\nColour(1, colour=2)'
  assert.deepEqual(wrongs(await check(colours, code)), [
    [3, 'INVALID_PARAMETERS', 'Colour'],
    [4, 'INVALID_PARAMETERS', 'Colour'],
  ])
})

test('descriptors answer for themselves: what a class body holds is not what objects give', async () => {
  const fields = await repository({
    'fields.py': [
      'class Text:',
      '    def __get__(self, instance, owner): ...',
      'class Plain:',
      '    def shout(self): ...',
      'class Form:',
      '    title = Text()',
      '    plain = Plain()',
    ].join('\n'),
  })
  const code = 'from fields import Form\nForm().title.lower()\nForm().plain.lower()'
  assert.deepEqual(wrongs(await check(fields, code)), [[3, 'METHOD_NOT_FOUND', 'Form().plain.lower']])
})
