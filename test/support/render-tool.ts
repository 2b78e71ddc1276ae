import { loadToolsets } from '../../src/app/load-features.ts'
import type { Rendering, ShownAnswer } from '../../src/core/contract/shell/tool-shell.ts'
import { renderAnswer } from '../../src/surfaces/cli/render-answer.ts'

/** Renders a result of this tool as the CLI does. */
export async function renderTool(name: string, answer: ShownAnswer): Promise<Rendering> {
  const tools = (await loadToolsets()).flatMap(({ tools }) => tools)
  const tool = tools.find(candidate => candidate.name === name)
  if (tool === undefined) throw new Error(`There is no tool ${name}.`)
  return renderAnswer(tool, answer)
}
