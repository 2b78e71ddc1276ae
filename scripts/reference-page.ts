import type { Toolset } from '../src/core/contract/define-toolset.ts'
import type { JsonSchema, JsonSchemaNode } from '../src/core/contract/json-schema.ts'
import type { ToolRow } from '../src/core/contract/tool-table.ts'

/** The reference page of one toolset, generated from the declarations of its tools. */
export function referencePage<Services>(
  toolset: Toolset<Services>,
  rows: readonly ToolRow<Services>[],
): string {
  return [
    `# Toolset \`${toolset.name}\``,
    toolset.description,
    ...rows.flatMap(row => toolSection(row)),
    ...resourceSection(toolset),
    ...promptSection(toolset),
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

/** Resources that MCP clients can read where the toolset is mounted. */
function resourceSection<Services>({ resources = [] }: Toolset<Services>): string[] {
  return resources.map(
    ({ uri, description, mimeType }) =>
      `## Resource \`${uri}\`\n\n${description}\n\n- MCP only, as \`${mimeType}\``,
  )
}

/** Prompts that MCP clients can offer where the toolset is mounted. */
function promptSection<Services>({ prompts = [] }: Toolset<Services>): string[] {
  return prompts.flatMap(prompt => [
    `## Prompt \`${prompt.name}\``,
    prompt.description,
    [
      '| argument | | meaning |',
      '|---|---|---|',
      ...prompt.arguments.map(
        ({ name, required, description }) =>
          `| \`${name}\` | ${required ? 'required' : 'optional'} | ${description} |`,
      ),
    ].join('\n'),
  ])
}

function toolSection<Services>({ toolset, tool, inputSchema, outputSchema }: ToolRow<Services>): string[] {
  return [
    `## \`${tool.name}\``,
    tool.description,
    [
      `- REST: \`POST /api/v1/${toolset.name}/${tool.name}\``,
      `- CLI: \`quire ${toolset.name} ${tool.name.replaceAll('_', '-')}${tool.positionals.map(name => ` <${name}>`).join('')}\``,
      `- Access: ${tool.access}; time limit ${tool.timeoutMs / 1000} s${tool.outlives ? ', then it goes on as a job' : ''}`,
      `- Version ${tool.version ?? '1.0.0'}, ${tool.stability ?? 'stable'}`,
      `- Failures: ${['INVALID_INPUT', ...tool.failures].map(code => `\`${code}\``).join(', ')}`,
    ].join('\n'),
    '**Input**',
    fieldTable(inputSchema, true),
    '**Output**',
    fieldTable(outputSchema, false),
  ]
}

function fieldTable(schema: JsonSchema, isInput: boolean): string {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return 'None.'
  const required = new Set(schema.required ?? [])
  const rows = fields.map(([name, node]) => {
    const cells = [`\`${name}\``, typeOf(node)]
    if (isInput) cells.push(required.has(name) ? 'required' : `\`${JSON.stringify(node.default)}\``)
    return `| ${[...cells, descriptionOf(node)].join(' | ')} |`
  })
  const head = isInput ? ['name', 'type', 'default', 'meaning'] : ['name', 'type', 'meaning']
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows].join('\n')
}

function descriptionOf(node: JsonSchemaNode): string {
  return (node.description ?? '').replaceAll('|', '\\|')
}

function typeOf(node: JsonSchemaNode): string {
  if (node.enum) return node.enum.map(value => `\`${JSON.stringify(value)}\``).join(' \\| ')
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``
  if (node.anyOf) return node.anyOf.map(typeOf).join(' \\| ')
  if (node.type === 'array') return `${node.items ? typeOf(node.items) : 'any'}[]`
  return [node.type ?? 'any'].flat().join(' \\| ')
}
