import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { checkers, flags } from './test/flags.ts'

after(() => checkers.close())

const library = {
  'farm/__init__.py': `
from .tools import decorator, Slot, Plant, Rose, Palette, Style, find, sow
from .lazy import aliases
aliases(__name__, harvest='farm.tools.harvest')
`,
  'farm/lazy.py': 'def aliases(module, **names): ...\n',
  'farm/patched.py': 'from .lazy import inject\ninject("socket", globals())\n',
  'farm/gone.py': 'import sys\ndel sys.modules["farm.gone"]\n',
  'farm/tools.py': `
import functools
class Slot:
    def __init__(self, get): self.get_value = get
    def __get__(self, instance, owner):
        if instance is None: return self
        return self.get_value(instance)
class Plant:
    def __init__(self, kind):
        self.__class__ = Rose
    def water(self) -> None: ...
class Rose(Plant):
    thorns = 3
class Palette:
    green: str = ""
    def blend(self) -> "Palette": return self
class Style: pass
class Bed:
    @Slot
    def soil(self): return {}
def find():
    for one in []:
        one.info = 1
    return Palette()
def sow() -> Palette: ...
def decorator(wrapper):
    return functools.partial(Slot, wrapper)
`,
}

test('names that code of a library may make are uncertain', slow, async () => {
  const script = `from farm import harvest, harvester
from farm.patched import urlopen
from farm.gone import run
import farm
farm.harvest()
farm.tools.Palette().green
`
  assert.deepEqual(await flags(library, script), ['1 IMPORT_NOT_FOUND'])
})

test(
  'members of descriptors, of classes that change theirs and of empty classes are uncertain',
  slow,
  async () => {
    const script = `from farm import Palette, Plant, Style
from farm.tools import Bed
Bed().soil.depth
Plant("rose").thorn_count
Style().green
Palette().red
`
    assert.deepEqual(await flags(library, script), ['6 ATTRIBUTE_NOT_FOUND'])
  },
)

test('of what a library returns only names that are like existing ones are wrong', slow, async () => {
  const script = `from farm import Palette, find, sow
find().greeen
find().info
sow().greeen
sow().shade
sow().blend_all
Palette().shade
def paint(palette: Palette):
    palette.shade
`
  assert.deepEqual(await flags(library, script), [
    '4 ATTRIBUTE_NOT_FOUND →',
    '6 ATTRIBUTE_NOT_FOUND →',
    '7 ATTRIBUTE_NOT_FOUND',
    '9 ATTRIBUTE_NOT_FOUND',
  ])
})

test('what a decorator is applied to, and arguments that are unpacked, are not reported', slow, async () => {
  const script = `import farm
from farm import Plant
@farm.decorator
def kept(wrapped, instance, args, kwargs):
    return wrapped(*args, **kwargs)
@kept
def work(): ...
kept(work)
Plant(**{"kind": "rose"})
Plant()
`
  assert.deepEqual(await flags(library, script), ['10 INVALID_PARAMETERS'])
})

test(
  'an attribute that a class of the script leaves out is uncertain, a typing error is not',
  slow,
  async () => {
    const script = `from farm import Palette
class Mine(Palette):
    def run(self):
        self.on_change
        self.gren
        self.on_change()
`
    assert.deepEqual(await flags(library, script), ['5 ATTRIBUTE_NOT_FOUND →', '6 METHOD_NOT_FOUND'])
  },
)

test(
  'a module that CommonJS replaces by a function can be called; what untyped JavaScript returns may have more',
  slow,
  async () => {
    const kit = {
      'package.json': '{ "name": "kit", "types": "index.d.ts", "main": "index.js" }',
      'index.d.ts':
        'export declare class Server { listen(port: number): void }\nexport declare const sizes: { low: number }\n',
    }
    const script = `const server = require('kit')(1)
import * as kit from 'kit'
kit(2)
new kit.Server().listenn(1)
`
    assert.deepEqual(await flags(kit, script, 'javascript'), ['4 METHOD_NOT_FOUND →'])
    const loose = {
      'package.json': '{ "name": "loose", "main": "index.js" }',
      'index.js':
        'function make(name) {\n  const log = () => {}\n  Object.assign(log, { name })\n  return log\n}\nmodule.exports = make\n',
    }
    const use = "const log = require('loose')('a')\nlog.extend('b')\n"
    assert.deepEqual(await flags(loose, use, 'javascript'), [])
  },
)

test('a member that several classes of Node.js share ends the search for their bases', slow, async () => {
  const kit = {
    'package.json': '{ "name": "kit", "types": "index.d.ts" }',
    'index.d.ts': 'export declare function walk(): IterableIterator<number>\n',
  }
  const script = "import { walk } from 'kit'\nwalk().nextt()\nIterator.from([1]).nextt()\n"
  assert.deepEqual(await flags(kit, script, 'typescript'), ['2 METHOD_NOT_FOUND →', '3 METHOD_NOT_FOUND →'])
})
