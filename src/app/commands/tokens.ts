import { openEmbedder } from '../../adapters/embedders/index.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { type ToolRow, type ToolTable, toolTable } from '../../core/contract/tool-table.ts'
import { estimateTokens } from '../../core/text/estimate-tokens.ts'
import { writePython } from '../../surfaces/client/python.ts'
import { writeTypescript } from '../../surfaces/client/typescript.ts'
import { toMcpTool } from '../../surfaces/mcp/mcp-tools.ts'
import { settings } from '../config/settings.ts'
import { loadToolsets } from '../load-features.ts'

/** `quire tokens`: prints how many tokens tool definitions cost a model, and how many the alternatives save. */
export async function tokens({ values, wantsJson, terminal }: CommandCall): Promise<number> {
  const visible = (await loadToolsets()).filter(toolset => toolset.isHidden !== true)
  const table = toolTable(visible)
  const counter = await openCounter(values.tokenizer === 'estimate')
  try {
    const report = countTokens(table, settings.toolsets.default, counter)
    terminal.print(wantsJson ? JSON.stringify(report, null, 2) : renderReport(report, terminal))
    return 0
  } finally {
    await counter.close()
  }
}

/** Models have different tokenizers. This one comes with Quire; the estimate is rather too high than too low. */
async function openCounter(isEstimate: boolean) {
  if (isEstimate)
    return {
      count: estimateTokens,
      tokenizer: 'estimate by characters (a token is 4 letters, or 1 digit or punctuation mark)',
      close: async () => {},
    }
  const embedder = await openEmbedder('gte-small')
  return {
    count: (text: string) => embedder.countTokens(text),
    tokenizer:
      'WordPiece of gte-small, which comes with Quire; it counts each punctuation mark of JSON separately, and other models count differently',
    close: () => embedder.close(),
  }
}

function renderReport(report: TokenReport, terminal: Terminal): string {
  const { style } = terminal
  const rows = [...report.toolsets, report.default, report.all, report.searched]
  const definitions = renderTable(
    rows,
    [
      { title: 'DEFINITIONS', cell: row => row.what, isFlexible: true },
      { title: 'TOOLS', cell: row => String(row.tools), align: 'right' },
      { title: 'TOOLS/LIST', cell: row => String(row.listed), align: 'right' },
      { title: 'IN PROMPT', cell: row => String(row.prompt), align: 'right' },
    ],
    terminal,
  )
  const code = renderTable(
    report.code,
    [
      { title: 'GENERATED CODE', cell: row => row.what, isFlexible: true },
      { title: 'FILES', cell: row => String(row.files), align: 'right' },
      { title: 'TOKENS', cell: row => String(row.tokens), align: 'right' },
    ],
    terminal,
  )
  const savings = renderTable(
    report.savings,
    [
      { title: 'AGAINST ALL DEFINITIONS', cell: row => row.what, isFlexible: true },
      { title: 'TOKENS', cell: row => String(row.tokens), align: 'right' },
      { title: 'SAVED', cell: row => `${(100 * row.saving).toFixed(1)} %`, align: 'right' },
    ],
    terminal,
  )
  const remark = style.dim(
    `Counted with: ${report.tokenizer}. IN PROMPT is name, description and input schema.`,
  )
  return [definitions, code, savings, remark].join('\n\n')
}

type TokenRow = {
  what: string
  tools: number
  /** Everything that tools/list sends. */
  listed: number
  /** Name, description and input schema: what most hosts show to the model. */
  prompt: number
}

type TokenReport = {
  tokenizer: string
  toolsets: TokenRow[]
  default: TokenRow
  all: TokenRow
  searched: TokenRow
  code: { what: string; files: number; tokens: number }[]
  savings: { what: string; tokens: number; against: number; saving: number }[]
}

type Count = (text: string) => number

/** Counts the tokens of the definitions, and of the alternatives that need fewer. */
function countTokens<Services>(
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
  // Compared with what the model sees, not with all that is sent: the saving is smaller, but real.
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

/** Counts all modules, and the usual procedure: list the toolsets, list one toolset, read two modules. */
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
