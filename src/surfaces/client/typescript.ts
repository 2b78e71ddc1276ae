import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import { camelCase, generatedMark, pascalCase, wrap } from './names.ts'
import { type Field, fieldsOf, type Shape } from './schema-shape.ts'
import { typescriptClient } from './typescript-client.ts'

const head = `// ${generatedMark}. Do not edit.\n`

/** Generates a typed module per tool, an index per toolset and the shared client, as path → text. */
export function writeTypescript<Services>(table: ToolTable<Services>): Map<string, string> {
  const toolsets = table.toolsets.filter(toolset => toolset.tools.length > 0)
  return new Map([
    // Without it, Node and TypeScript would load the modules as CommonJS.
    [
      'package.json',
      `${JSON.stringify({ description: generatedMark, private: true, type: 'module' }, null, 2)}\n`,
    ],
    ['client.ts', `${head}\n${typescriptClient}\n${toolsetTable(table)}`],
    [
      'index.ts',
      `${head}\n${toolsets.map(({ name }) => `export * as ${name} from './${name}/index.ts'\n`).join('')}${clientExports}`,
    ],
    ...toolsets.map(({ name, tools }): [string, string] => [
      `${name}/index.ts`,
      `${head}\n${tools.map(tool => `export * from './${tool.name}.ts'\n`).join('')}`,
    ]),
    ...table.rows.map((row): [string, string] => [
      `${row.toolset.name}/${row.tool.name}.ts`,
      `${head}${writeModule(row)}`,
    ]),
    ...toolsets.flatMap(({ name, codeFolder, tools }): [string, string][] =>
      codeFolder === undefined
        ? []
        : ['index', ...tools.map(tool => tool.name)].map(module => [
            `${codeFolder}/${module}.ts`,
            `${head}\nexport * from '../${name}/${module}.ts'\n`,
          ]),
    ),
  ])
}

/** A table of tool → toolset, so that a tool can be called by its name only. */
function toolsetTable<Services>({ rows }: ToolTable<Services>): string {
  const entries = rows.map(({ tool, toolset }) => `  ${tool.name}: '${toolset.name}',`)
  return ['const toolsets: Readonly<Record<string, string>> = {', ...entries, '}', ''].join('\n')
}

const clientExports =
  "export { callMcpTool, McpToolError, setMcpServerCommand, setMcpServerToken, setMcpServerUrl } from './client.ts'\n"

function writeModule<Services>({ tool, inputSchema, outputSchema }: ToolRow<Services>): string {
  const type = pascalCase(tool.name)
  const fields = fieldsOf(inputSchema)
  const mayBeEmpty = fields.every(field => !field.isRequired)
  return [
    "import { callMcpTool } from '../client.ts'",
    '',
    `export type ${type}Input = ${typeOf(objectOf(fields), '')}`,
    '',
    `export type ${type}Output = ${typeOf(objectOf(fieldsOf(outputSchema)), '')}`,
    '',
    comment(
      [
        tool.description,
        `${tool.access === 'read' ? 'Reads only' : tool.access === 'write' ? 'Writes' : 'Removes'}. Version ${tool.version ?? '1.0.0'}, ${tool.stability ?? 'stable'}.`,
      ],
      '',
    ),
    `export async function ${camelCase(tool.name)}(input: ${type}Input${mayBeEmpty ? ' = {}' : ''}): Promise<${type}Output> {`,
    `  return (await callMcpTool('${tool.name}', input)) as ${type}Output`,
    '}',
    '',
  ].join('\n')
}

function objectOf(fields: readonly Field[]): Shape {
  return { is: 'object', fields, isOpen: false }
}

function typeOf(shape: Shape, indent: string): string {
  switch (shape.is) {
    case 'any':
      return 'unknown'
    case 'integer':
      return 'number'
    case 'literals':
      return shape.values.map(literal).join(' | ')
    case 'list':
      return bracketed(typeOf(shape.of, indent))
    case 'tuple':
      return `[${shape.of.map(part => typeOf(part, indent)).join(', ')}]`
    case 'map':
      return `Record<string, ${typeOf(shape.of, indent)}>`
    case 'union':
      return [...new Set(shape.of.map(part => typeOf(part, indent)))].join(' | ')
    case 'object':
      return objectType(shape, indent)
    default:
      return shape.is
  }
}

function objectType({ fields, isOpen }: Extract<Shape, { is: 'object' }>, indent: string): string {
  if (fields.length === 0) return 'Record<string, never>'
  const inner = `${indent}  `
  const lines = fields.flatMap(field => [
    ...remarks(field).map(text => comment([text], inner)),
    `${inner}${key(field.name)}${field.isRequired ? '' : '?'}: ${typeOf(field.shape, inner)}`,
  ])
  if (isOpen) lines.push(`${inner}[more: string]: unknown`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** Description, limits and default of a field as one text; empty when it has none. */
function remarks({ description, limits, default: given }: Field): string[] {
  const sentence = description.replace(/([^.!?])$/, '$1.')
  const known = [sentence, limits, given === undefined ? '' : `Default: ${literal(given)}.`].filter(
    part => part !== '',
  )
  return known.length === 0 ? [] : [known.join(' ')]
}

function bracketed(type: string): string {
  return /^[\w.]+$/.test(type) || type.startsWith('{') ? `${type}[]` : `(${type})[]`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** A documentation comment. The end of a comment inside its text is escaped. */
function comment(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.flatMap(text => wrap(text.replaceAll('*/', '* /'), 100 - indent.length))
  const [only] = lines
  if (lines.length === 1) return `${indent}/** ${only} */`
  return [`${indent}/**`, ...lines.map(line => `${indent} * ${line}`), `${indent} */`].join('\n')
}
