import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { toolMaker } from '../../core/contract/define-tool.ts'
import { defineToolset } from '../../core/contract/define-toolset.ts'
import { toolTable } from '../../core/contract/tool-table.ts'
import { writePython } from './python.ts'
import { shapeOf } from './schema-shape.ts'
import { writeTypescript } from './typescript.ts'

const defineTool = toolMaker<object>()

const print = defineTool({
  name: 'print_sheet',
  title: 'Print',
  description: 'Print a "sheet". Says \\n nothing */ else, and """quotes""" itself.',
  access: 'write',
  timeoutMs: 60_000,
  failures: [],
  version: '2.1.0',
  stability: 'experimental',
  input: z.object({
    from: z.string().describe('Where it begins'),
    size: z.enum(['a4', "o'ctavo"]).default('a4').describe('Size'),
    copies: z.int().min(1).max(9).default(2).describe('How many'),
    tags: z.array(z.string()).default([]).describe('Tags'),
    note: z.string().nullable().default(null).describe('A note'),
    inks: z.array(z.union([z.string(), z.int()])).optional(),
    text: z.string().describe('What to print'),
  }),
  output: z.object({
    sheets: z.array(z.object({ width: z.number(), 'odd-key': z.string().optional() })),
    mode: z.literal('done'),
    extra: z.record(z.string(), z.int()),
    maybe: z.object({ page: z.int() }).optional(),
  }),
  run: async () => ({ sheets: [], mode: 'done' as const, extra: {} }),
})
const list = defineTool({
  name: 'list_sheets',
  title: 'List',
  description: 'List them.',
  access: 'read',
  timeoutMs: 60_000,
  failures: [],
  input: z.object({}),
  output: z.object({ count: z.int() }),
  run: async () => ({ count: 0 }),
})
const press = defineToolset<object>({
  name: 'press',
  title: 'Press',
  description: 'Prints.',
  tools: [print, list],
  wordFailure: failure => failure.message,
})
const table = toolTable([press])
const typescript = writeTypescript(table)
const python = writePython(table)
const ts = typescript.get('press/print_sheet.ts') ?? ''
const py = python.get('press/print_sheet.py') ?? ''

test('Y-CODE-1 there is a module per tool, an index per toolset and one client', () => {
  assert.deepEqual([...typescript.keys()].sort(), [
    'client.ts',
    'index.ts',
    'package.json',
    'press/index.ts',
    'press/list_sheets.ts',
    'press/print_sheet.ts',
  ])
  assert.deepEqual([...python.keys()].sort(), [
    '__init__.py',
    'client.py',
    'press/__init__.py',
    'press/list_sheets.py',
    'press/print_sheet.py',
  ])
  assert.match(typescript.get('index.ts') ?? '', /export \* as press from '\.\/press\/index\.ts'/)
  assert.match(python.get('press/__init__.py') ?? '', /from \.print_sheet import print_sheet\n/)
})

test('Y-CODE-1 enums are literal unions, whatever their type says', () => {
  assert.ok(ts.includes("size?: 'a4' | 'o\\'ctavo'"), ts)
  assert.ok(py.includes('size: Literal["a4", "o\'ctavo"] = "a4"'), py)
  assert.deepEqual(shapeOf({ type: 'string', enum: ['x'] }), { is: 'literals', values: ['x'] })
  assert.ok(ts.includes("mode: 'done'"))
})

test('Y-CODE-1 defaults, limits and descriptions are kept', () => {
  assert.ok(ts.includes('/** How many. From 1 to 9. Default: 2. */\n  copies?: number'), ts)
  assert.ok(py.includes('copies: int = 2'))
  assert.ok(py.includes('copies: How many. From 1 to 9. Default: 2.'), py)
  assert.ok(ts.includes('Version 2.1.0, experimental.') && py.includes('Version 2.1.0, experimental.'))
})

test('Y-CODE-1 optional and nullable are distinguished', () => {
  assert.ok(ts.includes('note?: string | null'))
  assert.ok(ts.includes('inks?: (string | number)[]'))
  assert.ok(py.includes('note: Optional[str] = None'))
  assert.match(py, /"note": note,/)
  assert.match(py, /if inks is not None:\n {8}_input\["inks"\] = inks/)
  // A mutable default is left to the server.
  assert.match(py, /tags: Optional\[List\[str\]\] = None/)
})

test('Y-CODE-1 in Python required parameters come first, and words of the language get a tail', () => {
  assert.match(py, /async def print_sheet\(\n {4}from_: str,\n {4}text: str,\n {4}size:/)
  assert.match(py, /"from": from_,/)
})

test('Y-CODE-1 nested answers are typed, and a key that is no name makes a dictionary', () => {
  assert.match(ts, /sheets: \{\n {4}width: number\n {4}'odd-key'\?: string\n {2}\}\[\]/)
  assert.match(py, /sheets: List\[Dict\[str, Any\]\]/)
  assert.match(py, /class PrintSheetOutputMaybe\(TypedDict\):\n {4}page: int/)
  assert.match(
    py,
    /class PrintSheetOutput\(PrintSheetOutputRequired, total=False\):\n {4}maybe: PrintSheetOutputMaybe/,
  )
  assert.match(ts, /extra: Record<string, number>/)
})

test('Y-CODE-1 no description can end its comment', () => {
  assert.ok(!ts.slice(ts.indexOf('Says'), ts.indexOf('itself')).includes('*/'))
  assert.ok(py.includes("'''quotes'''") && py.includes('Says \\\\n nothing'), py)
})

test('Y-CODE-1 a tool that needs nothing is called with nothing', () => {
  assert.match(typescript.get('press/list_sheets.ts') ?? '', /listSheets\(input: ListSheetsInput = \{\}\)/)
  assert.match(python.get('press/list_sheets.py') ?? '', /async def list_sheets\(\) -> ListSheetsOutput:/)
})

test('Y-CODE-4 the same tools give the same bytes', () => {
  assert.deepEqual(writeTypescript(toolTable([press])), typescript)
  assert.deepEqual(writePython(toolTable([press])), python)
})
