import { openEmbedder } from '../../adapters/embedders/index.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/table.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { toolTable } from '../../core/contract/tool-table.ts'
import { estimateTokens } from '../../core/text/estimate-tokens.ts'
import { settings } from '../config/settings.ts'
import { countTokens, type TokenReport } from '../count-tokens.ts'
import { loadToolsets } from '../load-features.ts'

/** `quire tokens`: what the definitions of tools cost a model, and what the leaner ways save. */
export async function tokens({ values, wantsJson, terminal }: CommandCall): Promise<number> {
  const visible = (await loadToolsets()).filter(toolset => toolset.isHidden !== true)
  const table = toolTable(visible)
  const counter = await openCounter(values.tokenizer === 'estimate')
  try {
    const report = countTokens(table, settings.toolsets.default, counter)
    terminal.print(wantsJson ? JSON.stringify(report, null, 2) : render(report, terminal))
    return 0
  } finally {
    await counter.close()
  }
}

/** No tokenizer fits all models; this one comes with Quire, and the estimate is rather too high than too low. */
async function openCounter(isEstimate: boolean) {
  if (isEstimate)
    return {
      count: estimateTokens,
      tokenizer: 'estimate by characters (4 letters, or 1 sign or digit, to a token)',
      close: async () => {},
    }
  const embedder = await openEmbedder('gte-small')
  return {
    count: (text: string) => embedder.countTokens(text),
    tokenizer:
      'WordPiece of gte-small, which comes with Quire; it counts every sign of JSON by itself, and other models count otherwise',
    close: () => embedder.close(),
  }
}

function render(report: TokenReport, terminal: Terminal): string {
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
