import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, repository, wrongs } from '../graph/test/library.ts'

test('packages inside a folder without __init__.py are also known by the whole path', async () => {
  const library = await repository({
    'vendor/auth/__init__.py': 'from . import keys\n',
    'vendor/auth/keys.py': 'def read(path): ...\n',
  })
  const code = ['from vendor.auth import keys', "keys.read('p')", 'keys.read()', 'import vendor.auth.kyes']
  assert.deepEqual(wrongs(await check(library, code.join('\n'))), [
    [3, 'INVALID_PARAMETERS', 'keys.read'],
    [4, 'IMPORT_NOT_FOUND', 'vendor.auth.kyes'],
  ])
})

test('what only Python 2 runs does not count', async () => {
  const library = await repository({
    'compat.py': [
      'import sys',
      'PY2 = sys.version_info[0] == 2',
      'if PY2:',
      '    def chars(a, b, c): ...',
      'else:',
      '    def chars(a): ...',
      'try:',
      '    from urllib2 import parse',
      'except ImportError:',
      '    from parser import parse',
    ].join('\n'),
    'parser.py': 'def parse(text): ...\n',
  })
  const code = 'from compat import chars, parse\nchars(1); parse("t")\nchars(1, 2, 3)\nparse()'
  assert.deepEqual(wrongs(await check(library, code)), [
    [3, 'INVALID_PARAMETERS', 'chars'],
    [4, 'INVALID_PARAMETERS', 'parse'],
  ])
})

test('a module that may be missing is known where it is there', async () => {
  const library = await repository({
    'optional.py': 'try:\n    import shapes\nexcept ImportError:\n    shapes = None\n',
    'shapes.py': 'def draw(size): ...\n',
  })
  const code = 'from optional import shapes\nshapes.draw(1)\nshapes.drwa(1)'
  assert.deepEqual(wrongs(await check(library, code)), [[3, 'FUNCTION_NOT_FOUND', 'shapes.drwa']])
})

test('submodules of a package that makes names of its own are still known', async () => {
  const library = await repository({
    'lazy/__init__.py': 'def __getattr__(name):\n    return load(name)\n',
    'lazy/states.py': 'READY = 1\n',
  })
  const code = 'from lazy import anything, states\nstates.READY\nstates.REDAY'
  assert.deepEqual(wrongs(await check(library, code)), [[3, 'ATTRIBUTE_NOT_FOUND', 'states.REDAY']])
})

test('reading the finders of modules adds no names; adding one may', async () => {
  const library = await repository({
    'reads.py': 'import sys\nfinders = [one for one in sys.meta_path]\n',
    'adds.py': 'import sys\nsys.meta_path.append(object())\n',
  })
  const code = 'import adds, reads\nadds.anything\nreads.fidners'
  assert.deepEqual(wrongs(await check(library, code)), [[3, 'ATTRIBUTE_NOT_FOUND', 'reads.fidners']])
})

test('a class that fills its own namespace leaves its module as it is', async () => {
  const library = await repository({
    'inner.py': 'class Wrapped(list):\n    locals().update(wrap())\ndef run(): ...\n',
    'outer.py': 'locals().update(wrap())\n',
  })
  const code = 'import inner, outer\ninner.Wrapped().anything(); outer.anything\ninner.rnu()'
  assert.deepEqual(wrongs(await check(library, code)), [[3, 'FUNCTION_NOT_FOUND', 'inner.rnu']])
})

test('a function that fills a class leaves its members open', async () => {
  const library = await repository({
    'filled.py': [
      'class Data: ...',
      'def fill(cls):',
      '    for name in names:',
      '        setattr(cls, name, 1)',
      'fill(Data)',
    ].join('\n'),
  })
  assert.deepEqual(wrongs(await check(library, 'from filled import Data\nData.anything()')), [])
})

test('constants, patterns and names of classes have the members of their types', async () => {
  const library = await repository({
    'consts.py': "import re\nVERSION = '1.0'\nLINE = re.compile('x')\nclass Thing: ...\n",
  })
  const code = [
    'from consts import LINE, Thing, VERSION',
    "VERSION.split('.'); LINE.finditer('x'); Thing.__name__.lower()",
    "VERSION.splitt('.')",
    'LINE.finditer()',
    'Thing.__name__.lowr()',
  ]
  assert.deepEqual(wrongs(await check(library, code.join('\n'))), [
    [3, 'METHOD_NOT_FOUND', 'VERSION.splitt'],
    [4, 'INVALID_PARAMETERS', 'LINE.finditer'],
    [5, 'METHOD_NOT_FOUND', 'Thing.__name__.lowr'],
  ])
})

test('methods inherited from types of the language are checked by their parameters', async () => {
  const library = await repository({ 'bags.py': 'class Bag(dict):\n    def fill(self): ...\n' })
  const code = "from bags import Bag\nBag().setdefault('k', 1)\nBag().setdefault()"
  assert.deepEqual(wrongs(await check(library, code)), [[3, 'INVALID_PARAMETERS', 'Bag().setdefault']])
})

test('a lambda is called by its parameters, as a function and as a method', async () => {
  const library = await repository({
    'small.py': 'text = lambda value: value\nclass Box:\n    fill = lambda self, item: None\n',
  })
  const code =
    'from small import Box, text\ntext(1); Box().fill(1); Box.fill(Box(), 1)\ntext()\nBox().fill(1, 2)'
  assert.deepEqual(wrongs(await check(library, code)), [
    [3, 'INVALID_PARAMETERS', 'text'],
    [4, 'INVALID_PARAMETERS', 'Box().fill'],
  ])
})

test('a package that a helper replaces may offer anything', async () => {
  const library = await repository({
    'pack/__init__.py':
      "from pack.helper import initpkg\ninitpkg(__name__, exportdefs={'code': {'Code': 'x'}})\n",
    'pack/helper.py': 'def initpkg(name, exportdefs): ...\n',
  })
  assert.deepEqual(wrongs(await check(library, 'import pack\nfrom pack.code import Code\npack.code')), [])
})
