import { z } from 'zod'
import { Failure } from '../../core/model/failure.ts'
import { estimateTokens } from '../../core/text/estimate-tokens.ts'
import { nearest } from '../../core/text/nearest.ts'
import { defineTool } from './services.ts'

export const callTool = defineTool({
  name: 'call_tool',
  title: 'Call any tool',
  description: 'Run any tool that search_tools found, with its input_schema (detail_level full).',
  asks: [
    'run a tool by its name',
    'use a tool that is not listed',
    'invoke an unmounted tool',
    'call a function by name',
  ],
  access: 'destroy',
  quotesSources: true,
  isDoor: true,
  openWorld: true,
  timeoutMs: 120_000,
  // The time limit of the called tool applies.
  outlives: true,
  failures: ['UNKNOWN_TOOL'],
  positionals: ['name'],
  tags: ['tools'],
  rest: { method: 'POST', path: '/api/v1/tools/call' },
  longInputs: ['arguments'],
  input: z.object({
    name: z.string().trim().min(1, 'name must not be empty').describe('Name of the tool'),
    arguments: z.record(z.string(), z.unknown()).default({}).describe('Its input'),
  }),
  output: z.object({
    tool: z.string().describe('The tool called'),
    result: z.record(z.string(), z.unknown()).describe('Output of that tool'),
  }),
  async run(context, { name, arguments: input }) {
    const { tools, caller, signal, progress, correlationId, patienceMs } = context
    const row = await tools.reach(name, caller)
    if (row === undefined) throw unknownTool(name, nearest(name, await tools.names(caller)))
    if (row.tool.name === 'call_tool') throw callsItself()
    const wrapperTokens = estimateTokens(JSON.stringify({ tool: name, result: {} }))
    const call = { input, caller, signal, progress, correlationId, patienceMs, wrapperTokens }
    const outcome = await tools.call(row, call)
    if (outcome.ok) return { tool: name, result: outcome.value }
    const { kind, code, message, hint } = outcome.failure
    throw new Failure(kind, code, message, {
      ...(hint === null ? {} : { hint }),
      details: { tool: name, toolset: row.toolset.name, failure: outcome.worded },
    })
  },
})

function unknownTool(name: string, meant: string | null): Failure {
  return new Failure('not_found', 'UNKNOWN_TOOL', `There is no tool ${JSON.stringify(name)}.`, {
    hint: `${meant === null ? '' : `Did you mean ${meant}? `}Find the right name with search_tools; it lists every tool that you can call here.`,
    details: { tool: name },
  })
}

function callsItself(): Failure {
  return new Failure('invalid', 'INVALID_INPUT', 'call_tool cannot call itself.', {
    hint: 'Pass the name of the tool to run.',
  })
}
