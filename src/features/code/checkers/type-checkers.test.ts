import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { checkScript } from '../check/check-script.ts'
import { graphView } from '../graph/graph-view.ts'
import { repository } from '../graph/test/library.ts'
import { checkers, flags, parser } from './test/flags.ts'

after(() => checkers.close())

const web = {
  'web/__init__.py': 'from .app import App as App, current_app as current_app, get as get, Style as Style\n',
  'web/app.py': `
from typing import Any, Generic, TypeVar
import typing as t
T = TypeVar("T")
class Proxy(Generic[T]):
    def __getattr__(self, name: str) -> Any: ...
class Response:
    def json(self, **kwargs: t.Any) -> t.Any: ...
    status_code: int
def get(url: str) -> Response: ...
def tag(r: Response) -> None:
    r.status_code = 1
class Session:
    def __init__(self, engine): ...
    def __enter__(self) -> "Session": return self
    def __exit__(self, *a: object) -> None: ...
    def commit(self) -> None: ...
class App:
    logger: str = ""
    def route(self, rule: str): return lambda f: f
    def handle(self):
        r = Response()
        r.status_code = 2
        return r
current_app: App = None  # type: ignore
class Request:
    def get_json(self) -> Any: ...
request: Request = Proxy()  # type: ignore
class Style:
    def __init__(self, *, color: str | None = None): ...
class Open:
    def __init__(self, **fields):
        for name, value in fields.items():
            setattr(self, name, value)
class Mapped(Generic[T]):
    def __get__(self, instance: object, owner: Any) -> T: ...
class Enum:
    def __init__(self, *values: str, name: str | None = None): ...
`,
}

test('errors that need types are found, with what may have been meant', slow, async () => {
  const script = `from web import App, get, current_app, Style
from web.app import Session, Response, request
app = App()
@app.routee("/")
def home():
    current_app.loggerr
    Style(colour="red")
App().status_code
with Session(None) as session:
    session.commitx()
def late(x: object):
    if isinstance(x, Response):
        x.jsonn()
request.get_jsonn()
`
  assert.deepEqual(await flags(web, script), [
    '4 METHOD_NOT_FOUND →',
    '6 ATTRIBUTE_NOT_FOUND →',
    '7 INVALID_PARAMETERS →',
    '8 ATTRIBUTE_NOT_FOUND',
    '10 METHOD_NOT_FOUND →',
    '13 METHOD_NOT_FOUND →',
    '14 METHOD_NOT_FOUND →',
  ])
})

const rightUses = `from web import get
from web.app import Open, Enum, Mapped, Response, Session
get("u").json().get("x")
values = ["a"]
Enum(*values, name="kind")
class User:
    name: Mapped[str]
User().name.upper()
Open(a=1).a
def f(x: Response | Session | None):
    if x is None:
        return
    if isinstance(x, Session):
        return x.commit()
    match x:
        case Response():
            return x.json()
`

test('correct uses of Any, descriptors, narrowing and dynamic classes are not flagged', slow, async () => {
  assert.deepEqual(await flags(web, rightUses), [])
})

test('nor does the graph flag them where no type checker is installed', async () => {
  const script = await parser.readScript(
    { path: 'script', language: 'python', module: '__main__', text: rightUses },
    AbortSignal.timeout(600_000),
  )
  const { hallucinations } = await checkScript(script, graphView([await repository(web)]), {
    signal: AbortSignal.timeout(600_000),
  })
  assert.deepEqual(hallucinations, [])
})

test('types that are inferred from code without annotations are no proof', slow, async () => {
  const files = {
    'shapes/__init__.py': `
def define(cls):
    return cls
def make(kind):
    class Made:
        pass
    return Made
def draw(many):
    drawn = []
    if many:
        drawn = collect(drawn)
    return drawn
class Codes:
    def __getitem__(self, key):
        return self.__dict__.get(key)
codes = Codes()
class Chart:
    def show(self): ...
Named = make("named")
`,
    'fields/__init__.py': 'def define(cls): ...\n',
    'fields/__init__.pyi': `
from typing import Any, Callable, TypeVar
T = TypeVar("T")
def field(default: Any = ...) -> Any: ...
def __dataclass_transform__(*, field_descriptors: tuple[Any, ...] = ()) -> Callable[[T], T]: ...
@__dataclass_transform__(field_descriptors=(field,))
def define(cls: type[T]) -> type[T]: ...
`,
  }
  const script = `from shapes import Chart, Named, codes, define, draw
from fields import define as typed, field
codes.teapot
draw(False).get_paths()
Named(1, name="x")
@define
class Point:
    x = 1
    @x.default
    def _(self): return 2
Point(1, y=2).length
Point.__made__
@typed
class Sized:
    size: int = field()
Sized(3).size
Chart().showw()
`
  assert.deepEqual(await flags(files, script), ['17 METHOD_NOT_FOUND →'])
})

test('an attribute that a base class sets on its instances is what the base makes of it', slow, async () => {
  const files = {
    'kinds/__init__.py': `
class Json:
    def coerce(self, op, value): ...
class Base:
    def __init__(self):
        self.impl = self.impl()
class Kind(Base): ...
class Plain: ...
`,
  }
  const script = `from kinds import Json, Kind, Plain
class Own(Kind):
    impl = Json
    def coerce(self, op, value):
        return self.impl.coerce(op, value)
class Other(Plain):
    impl = Json
    def coerce(self, op, value):
        return self.impl.coerce(op, value)
`
  assert.deepEqual(await flags(files, script), ['9 INVALID_PARAMETERS'])
})

const package_ = {
  'package.json': JSON.stringify({
    name: 'boxes',
    type: 'module',
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './lids': { types: './dist/lids.d.ts' },
    },
  }),
  'tsconfig.json': '{"extends":"/etc/passwd","compilerOptions":{"plugins":[{"name":"evil"}]}}',
  'src/index.ts': `import { Lid } from './lids.js'
export class Box<T> { constructor(readonly value: T) {} map<U>(f: (value: T) => U): Box<U> { return new Box(f(this.value)) } lid(): Lid { return new Lid() } }
export function box<T>(value: T, options?: { label?: string }): Box<T> { return new Box(value) }
`,
  'src/lids.ts': 'export class Lid { close(): void {} }\n',
}

test('a source repository of a TypeScript package works like the installed package', slow, async () => {
  const script = `import { box, Crate } from 'boxes'
import { Lid } from 'boxes/lids'
declare global { interface Window { made: string } }
box(1).map(one => one.toFixed(2)).lid().close()
box(1).mapp(String)
box(1).lid().open()
box(1, { colour: 'red' })
box('a').value.toFixed()
new Lid().close(1)
`
  assert.deepEqual(await flags(package_, script, 'typescript'), [
    '1 IMPORT_NOT_FOUND',
    '5 METHOD_NOT_FOUND →',
    '6 METHOD_NOT_FOUND',
    '7 INVALID_PARAMETERS →',
    '8 METHOD_NOT_FOUND →',
    '9 INVALID_PARAMETERS',
  ])
})

test('a class whose base is not in the graph may have any member', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'queues', types: './index.d.ts' }),
    'index.d.ts': `import { EventEmitter } from 'somewhere-else'
export class Queue extends EventEmitter { add(one: string): void }
export class List { add(one: string): void }
`,
  }
  const script = `import { List, Queue } from 'queues'
new Queue().on('add', () => {})
new List().on('add', () => {})
`
  assert.deepEqual(await flags(files, script, 'typescript'), ['3 METHOD_NOT_FOUND'])
})

test('a class whose base Node.js brings along has the members of that base and no others', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'queues', types: './index.d.ts' }),
    'index.d.ts': `import { EventEmitter as Emitter } from 'node:events'
import * as stream from 'stream'
declare class Base extends Emitter {}
export class Queue extends Base { add(one: string): void }
export class Pipe extends stream.Duplex {}
`,
  }
  const script = `import { Pipe, Queue } from 'queues'
new Queue().on('add', () => {})
new Queue().onn('add', () => {})
new Pipe().pipe(process.stdout)
new Pipe().once('end', () => {})
new Pipe().pipee(process.stdout)
`
  assert.deepEqual(await flags(files, script, 'typescript'), ['3 METHOD_NOT_FOUND →', '6 METHOD_NOT_FOUND →'])
})

test('a module that is loaded by require may be its default export', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'calls', type: 'module', types: './index.d.ts' }),
    'index.d.ts': `interface Calls { post(url: string): void }
declare const calls: Calls
export default calls
export declare const version: string
`,
  }
  const script = `const calls = require('calls')
calls.post('x')
calls.version
calls.postt('x')
`
  assert.deepEqual(await flags(files, script, 'javascript'), ['4 FUNCTION_NOT_FOUND'])
})

test('a name that a script imports twice says nothing about its calls', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'dates', types: './index.d.ts' }),
    'index.d.ts': 'export declare function format(date: Date, pattern: string): string\n',
  }
  const once = `import { format } from 'dates'
format(new Date())
`
  assert.deepEqual(await flags(files, once, 'typescript'), ['2 INVALID_PARAMETERS'])
  assert.deepEqual(await flags(files, `${once}import format from 'app/format'\n`, 'typescript'), [])
})

test('code of a package may know more than its declarations', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'clients', types: './types/index.d.ts', main: './lib/client.js' }),
    'types/index.d.ts': `export class Client { send(options: { path?: string }): void }
export class Redirect { constructor(client: Client, most: number, reached: boolean) }
export function connect(options: { url?: string }): Client
`,
    'lib/client.js': `class Client {
  send({ path, dumpSize = 3 }) {}
  pause() {}
}
class Redirect { constructor(client, most) {} }
function connect(options) {}
module.exports = { Client, Redirect, connect }
`,
  }
  const script = `import { Client, Redirect, connect } from 'clients'
new Client().send({ path: '/', dumpSize: 4 })
new Client().send({ path: '/', dumpSizes: 4 })
new Client().pause()
new Client().pauses()
new Redirect(new Client(), 3)
new Redirect(new Client())
connect({ urll: '/' })
`
  assert.deepEqual(await flags(files, script, 'typescript'), [
    '3 INVALID_PARAMETERS →',
    '5 METHOD_NOT_FOUND',
    '7 INVALID_PARAMETERS',
    '8 INVALID_PARAMETERS →',
  ])
})

test('what the compiler infers from JavaScript is no proof that it cannot be called', slow, async () => {
  const files = {
    'package.json': JSON.stringify({ name: 'words', type: 'module', main: './index.mjs' }),
    'index.mjs': 'const words = list => list\nexport default words\n',
  }
  // A package may offer another file to `require`.
  const script = "const words = require('words')\nwords(['a'])\n"
  assert.deepEqual(await flags(files, script, 'javascript'), [])
})

test('thousands of wrong uses get their verdicts, each with what was meant', slow, async () => {
  const python = `from web import App\napp = App()\n${'app.routee("/")\n'.repeat(2_000)}`
  assert.equal((await flags(web, python)).filter(one => one.endsWith('METHOD_NOT_FOUND →')).length, 2_000)
  const script = `import { box } from 'boxes'\nconst one = box(1)\n${'one.mapp(String)\n'.repeat(2_000)}`
  const found = await flags(package_, script, 'typescript')
  assert.equal(found.filter(one => one.endsWith('METHOD_NOT_FOUND →')).length, 2_000)
})
