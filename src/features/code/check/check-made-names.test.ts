import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from '../graph/test/library.ts'

test('names that a helper adds lazily, or that __all__ lists, are there', async () => {
  const lazy = await repository({
    'wire/__init__.py':
      "from .lazy import attach\n__all__ = ['made']\nattach(globals(), aliases={'connect': '.client'})\n",
    'wire/lazy.py': 'def attach(names, aliases): ...\n',
    'wire/client.py': 'def connect(url): ...\n',
  })
  const code = ['import wire', 'wire.connect("u"); wire.made()', 'wire.connect()', 'wire.connects("u")']
  assert.deepEqual(wrongs(await check(lazy, code.join('\n'))), [
    [3, 'INVALID_PARAMETERS', 'wire.connect'],
    [4, 'FUNCTION_NOT_FOUND', 'wire.connects'],
  ])
})

test('a base class that a metaclass was called to make leaves its members open', async () => {
  const made = await repository({
    'shapes.py': 'class Meta(type): ...\nBase = Meta("Base", (), {})\nclass Round(Base):\n    size = 1\n',
  })
  assert.deepEqual(wrongs(await check(made, 'from shapes import Round\nRound.edge')), [])
})

test('properties of a named tuple are not among its parameters', async () => {
  const tuple = await repository({
    'spans.py':
      'from typing import NamedTuple\nclass Span(NamedTuple):\n    low: int\n    high: int\n    @property\n    def width(self) -> int: ...\n',
  })
  const code = 'from spans import Span\nSpan(1, 2).width\nSpan(1, 2, 3)'
  assert.deepEqual(wrongs(await check(tuple, code)), [[3, 'INVALID_PARAMETERS', 'Span']])
})
