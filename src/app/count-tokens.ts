import type { ToolRow, ToolTable } from '../core/contract/tool-table.ts'
import { writePython } from '../surfaces/client/python.ts'
import { writeTypescript } from '../surfaces/client/typescript.ts'
import { toMcpTool } from '../surfaces/mcp/mcp-tools.ts'

export type TokenRow = {
  what: string
  tools: number
  /** Everything that tools/list sends. */
  listed: number
  /** Name, description and input schema: what most hosts put before the model. */
  prompt: number
}

export type TokenReport = {
  tokenizer: string
  toolsets: TokenRow[]
  default: TokenRow
  all: TokenRow
  searched: TokenRow
  code: { what: string; files: number; tokens: number }[]
  savings: { what: string; tokens: number; against: number; saving: number }[]
}

export type Count = (text: string) => number

/** What definitions cost a model before it has done anything, and what the leaner ways cost. */
export function countTokens<Services>(
  table: ToolTable<Services>,
  defaults: readonly string[],
  { count, tokenizer }: { count: Count; tokenizer: string },
): TokenReport {
  const measure = (what: string, rows: readonly ToolRow<Services>[]): TokenRow => ({
    what,
    tools: rows.length,
    listed: rows.reduce((sum, row) => sum + count(JSON.stringify(toMcpTool(row))), 0),
    prompt: rows.reduce((sum, row) => sum + count(JSON.stringify(promptOf(row))), 0),
  })
  const inDefault = table.rows.filter(row => defaults.includes(row.toolset.name))
  const finders = table.rows.filter(row => ['search_tools', 'call_tool'].includes(row.tool.name))
  const all = measure('all toolsets', table.rows)
  const searched = measure('search_tools + call_tool', finders)
  const code = codeOf(table, count)
  const walk = code.find(({ what }) => what === walkName)
  // Against what the model is given, which is less than what is sent, and so the saving too.
  const against = all.prompt
  const save = (what: string, tokens: number) => ({ what, tokens, against, saving: 1 - tokens / against })
  return {
    tokenizer,
    toolsets: table.toolsets.map(toolset =>
      measure(
        toolset.name,
        table.rows.filter(row => row.toolset === toolset),
      ),
    ),
    default: measure(`default set (${defaults.join(', ')})`, inDefault),
    all,
    searched,
    code,
    savings: [
      save('default set', measure('', inDefault).prompt),
      save('search_tools + call_tool alone', searched.prompt),
      save(`generated code: ${walkName}`, walk?.tokens ?? 0),
    ],
  }
}

const walkName = 'find and read two TypeScript modules'

/** All modules, and the usual walk: look at the toolsets, look into one, read two modules. */
function codeOf<Services>(table: ToolTable<Services>, count: Count): TokenReport['code'] {
  const typescript = writeTypescript(table)
  const python = writePython(table)
  const sum = (texts: Iterable<string>) => [...texts].reduce((total, text) => total + count(text), 0)
  const [toolset] = table.toolsets
  const folder = `${toolset?.name ?? ''}/`
  const names = [...typescript.keys()]
  const top = names.map(name => name.split('/')[0] ?? '')
  const listing = [...new Set(top), ...names.filter(name => name.startsWith(folder))].join('\n')
  const modules = names.filter(name => name.includes('/') && !name.endsWith('index.ts'))
  const mean = sum(modules.map(name => typescript.get(name) ?? '')) / Math.max(1, modules.length)
  return [
    { what: 'all TypeScript modules', files: typescript.size, tokens: sum(typescript.values()) },
    { what: 'all Python modules', files: python.size, tokens: sum(python.values()) },
    { what: 'one TypeScript module, on average', files: 1, tokens: Math.round(mean) },
    { what: walkName, files: 2, tokens: Math.round(count(listing) + 2 * mean) },
  ]
}

function promptOf<Services>({ tool, inputSchema }: ToolRow<Services>) {
  return { name: tool.name, description: tool.description, inputSchema }
}
