import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import { type invoke, invokeOpening, type Runtime } from '../../core/contract/invoke.ts'
import type { ToolTable } from '../../core/contract/tool-table.ts'
import { quoteLine } from '../../core/model/failure.ts'
import { callSignal } from './call-signal.ts'
import { toProtocolError } from './serve-resources.ts'

export type PromptOptions<Services> = {
  table: Pick<ToolTable<Services>, 'toolsets'>
  runtime(): Promise<Runtime<Services>>
  run: typeof invoke
}

export type InstallPrompts = (server: Server, caller: Caller) => void

/** The prompts that mounted toolsets declare; null when there are none, so that the capability is not claimed. */
export function servePrompts<Services>(options: PromptOptions<Services>): InstallPrompts | null {
  const { table, runtime, run } = options
  const declared = table.toolsets.flatMap(toolset =>
    (toolset.prompts ?? []).map(prompt => ({ prompt, row: prompt.rowIn(toolset) })),
  )
  if (declared.length === 0) return null
  const prompts = declared.map(({ prompt }) => ({
    name: prompt.name,
    title: prompt.title,
    description: prompt.description,
    arguments: prompt.arguments.map(argument => ({ ...argument })),
  }))

  return (server, caller) => {
    server.setRequestHandler('prompts/list', () => ({ prompts }))
    server.setRequestHandler('prompts/get', async (request, context) => {
      const { name, arguments: given = {} } = request.params
      const found = declared.find(({ prompt }) => prompt.name === name)
      if (found === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${quoteLine(name, 200)}`)
      const call = { input: filledIn(given), caller, signal: callSignal(context, caller) }
      const outcome = await invokeOpening(found.row, call, { runtime, run })
      if (!outcome.ok) throw toProtocolError(outcome.failure)
      // SAFETY: the row's output schema says so.
      const messages = outcome.value.messages as string[]
      return {
        description: found.prompt.description,
        messages: messages.map(text => ({ role: 'user' as const, content: { type: 'text' as const, text } })),
      }
    })
  }
}

/** Clients show a form and send every field of it, empty ones too. */
function filledIn(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''))
}
