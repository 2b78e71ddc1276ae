import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import { generatedMark, pascalCase, wrap } from './names.ts'
import { pythonClient } from './python-client.ts'
import { type PythonClass, pythonTypes } from './python-types.ts'
import { type Field, fieldsOf } from './schema-shape.ts'

const head = `# ${generatedMark}. Do not edit.\n`

/**
 * Generates a typed module per tool, an index per toolset and the shared client, as path → text. Standard library only.
 */
export function writePython<Services>(table: ToolTable<Services>): Map<string, string> {
  const toolsets = table.toolsets.filter(toolset => toolset.tools.length > 0)
  return new Map([
    ['client.py', `${head}${pythonClient}\n${toolsetTable(table)}`],
    ['__init__.py', `${head}${clientImports}`],
    ...toolsets.map(({ name, description, tools }): [string, string] => [
      `${name}/__init__.py`,
      [
        `${head}"""${inDocstring(description)}"""`,
        ...tools.map(tool => `from .${tool.name} import ${tool.name}`),
        '',
        `__all__ = [${tools.map(tool => quote(tool.name)).join(', ')}]`,
        '',
      ].join('\n'),
    ]),
    ...table.rows.map((row): [string, string] => [
      `${row.toolset.name}/${row.tool.name}.py`,
      `${head}${writeModule(row)}`,
    ]),
    ...toolsets.flatMap(({ name, codeFolder, tools }): [string, string][] =>
      codeFolder === undefined ? [] : aliasModules(codeFolder, `..${name}`, tools),
    ),
  ])
}

/**
 * Generates the package in the parent folder: `servers/__init__.py` and the aliases, which import from
 * `servers/python`.
 */
export function writePythonAliases<Services>(table: ToolTable<Services>): Map<string, string> {
  return new Map([
    ['__init__.py', `${head}${clientImports.replace('.client', '.python.client')}`],
    ['client.py', `${head}from .python.client import *\nfrom .python.client import call_mcp_tool\n`],
    ...table.toolsets.flatMap(({ name, codeFolder, tools }): [string, string][] =>
      codeFolder === undefined ? [] : aliasModules(codeFolder, `..python.${name}`, tools),
    ),
  ])
}

/** Modules that re-export the tools under another folder name. */
function aliasModules(folder: string, from: string, tools: readonly { name: string }[]): [string, string][] {
  const names = `__all__ = [${tools.map(({ name }) => quote(name)).join(', ')}]\n`
  const imports = tools.map(({ name }) => `from .${name} import ${name}\n`).join('')
  return [
    [`${folder}/__init__.py`, `${head}${imports}\n${names}`],
    ...tools.map(({ name }): [string, string] => [
      `${folder}/${name}.py`,
      `${head}from ${from}.${name} import *\nfrom ${from}.${name} import ${name}\n`,
    ]),
  ]
}

/** A table of tool → toolset, so that a tool can be called by its name only. */
function toolsetTable<Services>({ rows }: ToolTable<Services>): string {
  const entries = rows.map(({ tool, toolset }) => `    ${quote(tool.name)}: ${quote(toolset.name)},`)
  return ['_TOOLSETS: Dict[str, str] = {', ...entries, '}', ''].join('\n')
}

const clientImports = [
  'from .client import McpToolError, set_mcp_server_command, set_mcp_server_token, set_mcp_server_url',
  '',
  '__all__ = ["McpToolError", "set_mcp_server_command", "set_mcp_server_token", "set_mcp_server_url"]',
  '',
].join('\n')

function writeModule<Services>({ tool, inputSchema, outputSchema }: ToolRow<Services>): string {
  const type = pascalCase(tool.name)
  const types = pythonTypes()
  const parameters = fieldsOf(inputSchema)
    .map(field => toParameter(field, types.nameOf(field.shape, `${type}${pascalCase(field.name)}`)))
    // Python requires parameters without a default first; otherwise the order stays.
    .sort((one, other) => Number(one.default !== null) - Number(other.default !== null))
  const output = types.nameOf(
    { is: 'object', fields: fieldsOf(outputSchema), isOpen: false },
    `${type}Output`,
  )
  return [
    `"""${inDocstring(firstSentence(tool.description))}"""`,
    'from __future__ import annotations',
    '',
    'from typing import Any, Dict, List, Literal, Optional, Tuple, TypedDict, Union, cast',
    '',
    'from ..client import call_mcp_tool',
    '',
    ...types.classes().flatMap(writeClass),
    '',
    ...writeSignature(tool.name, parameters, output),
    ...writeDocstring(tool, parameters),
    ...writeBody({ tool: tool.name, parameters, output }),
    '',
  ].join('\n')
}

type Parameter = {
  name: string
  field: Field
  type: string
  /** As a Python literal; null for a required parameter. */
  default: string | null
  /** Omitted from the call when it is not passed, so that the server's default applies. */
  mayBeAbsent: boolean
}

function toParameter(field: Field, type: string): Parameter {
  const name = keywords.has(field.name) ? `${field.name}_` : field.name
  if (field.isRequired) return { name, field, type, default: null, mayBeAbsent: false }
  const isPlain = field.default === null || typeof field.default !== 'object'
  if (field.default !== undefined && isPlain)
    return { name, field, type, default: pythonLiteral(field.default), mayBeAbsent: false }
  return { name, field, type: optional(type), default: 'None', mayBeAbsent: true }
}

function writeSignature(name: string, parameters: readonly Parameter[], output: string): string[] {
  const lines = parameters.map(
    parameter =>
      `    ${parameter.name}: ${parameter.type}${parameter.default === null ? '' : ` = ${parameter.default}`},`,
  )
  if (lines.length === 0) return [`async def ${name}() -> ${output}:`]
  return [`async def ${name}(`, ...lines, `) -> ${output}:`]
}

function writeDocstring<Services>(
  { description, access, version, stability }: ToolRow<Services>['tool'],
  parameters: readonly Parameter[],
): string[] {
  const effect = access === 'read' ? 'Reads only' : access === 'write' ? 'Writes' : 'Removes'
  const lines = [
    ...wrap(description, 96),
    '',
    `${effect}. Version ${version ?? '1.0.0'}, ${stability ?? 'stable'}.`,
  ]
  if (parameters.length > 0)
    lines.push(
      '',
      'Args:',
      ...parameters.flatMap(({ name, field }) => {
        const said = field.description.replace(/([^.!?])$/, '$1.')
        const given = field.default === undefined ? '' : `Default: ${pythonLiteral(field.default)}.`
        const [first = '', ...rest] = wrap(`${name}: ${said} ${field.limits} ${given}`, 90)
        return [`    ${first}`, ...rest.map(line => `        ${line}`)]
      }),
    )
  lines.push('', 'Raises:', '    McpToolError: when the tool fails; its code says why.')
  const [first = '', ...rest] = lines.map(inDocstring)
  return [`    """${first}`, ...rest.map(line => (line === '' ? '' : `    ${line}`)), '    """']
}

function writeBody(call: { tool: string; parameters: readonly Parameter[]; output: string }): string[] {
  const always = call.parameters.filter(parameter => !parameter.mayBeAbsent)
  const entries = always.map(({ name, field }) => `        ${quote(field.name)}: ${name},`)
  return [
    ...(entries.length === 0
      ? ['    _input: Dict[str, Any] = {}']
      : ['    _input: Dict[str, Any] = {', ...entries, '    }']),
    ...call.parameters
      .filter(parameter => parameter.mayBeAbsent)
      .flatMap(({ name, field }) => [
        `    if ${name} is not None:`,
        `        _input[${quote(field.name)}] = ${name}`,
      ]),
    `    return cast(${quote(call.output)}, await call_mcp_tool(${quote(call.tool)}, _input))`,
  ]
}

/** Python 3.9 cannot mark a single key as optional, so optional keys are in a separate class. */
function writeClass({ name, fields }: PythonClass): string[] {
  const required = fields.filter(field => field.isRequired)
  const others = fields.filter(field => !field.isRequired)
  const base = others.length > 0 && required.length > 0 ? `${name}Required` : name
  const head =
    others.length > 0 && required.length === 0
      ? `class ${base}(TypedDict, total=False):`
      : `class ${base}(TypedDict):`
  const first = required.length > 0 ? required : others
  return [
    '',
    head,
    ...(first.length === 0 ? ['    pass'] : first.map(fieldLine)),
    '',
    ...(base === name ? [] : ['', `class ${name}(${base}, total=False):`, ...others.map(fieldLine), '']),
  ]
}

function fieldLine({ name, type, description }: PythonClass['fields'][number]): string {
  return `    ${name}: ${type}${description === '' ? '' : `  # ${description.replaceAll(/\s+/g, ' ')}`}`
}

function optional(type: string): string {
  return type.startsWith('Optional[') || type === 'Any' ? type : `Optional[${type}]`
}

function quote(text: string): string {
  return JSON.stringify(text)
}

export function pythonLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, entry]) => `${quote(key)}: ${pythonLiteral(entry)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}

function inDocstring(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"')
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text
}

/** Keywords of Python, and names that the modules use. */
const keywords = new Set(
  'cast call_mcp_tool False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
