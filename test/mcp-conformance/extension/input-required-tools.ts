import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { RawTool } from '../../../src/surfaces/mcp/mcp-server-factory.ts'
import { answered, ask, askForText, askModel, askOnce, type Questions } from './ask-client.ts'
import { content, rawTool, text } from './raw-tool.ts'
import type { RequestState } from './request-state.ts'

const confirm: Questions = {
  confirm: inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  }),
}

/** Tools that ask for input over several requests, as revision 2026-07-28 does. */
export const inputRequiredTools: readonly RawTool[] = [
  asking('elicitation', { user_name: askForText('What is your name?', 'name') }),
  asking('sampling', { capital_question: askModel('What is the capital of France?', 100) }),
  asking('list_roots', { client_roots: inputRequired.listRoots() }),
  asking('request_state', confirm, 1),
  asking('tampered_state', confirm, 1),
  asking(
    'multiple_inputs',
    {
      user_name: askForText('What is your name?', 'name'),
      greeting: askModel('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    1,
  ),
  rawTool({
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice, one question after the other.',
    call: (_input, context) => askTwice('test_input_required_result_multi_round', context),
  }),
  rawTool({
    name: 'test_input_required_result_capabilities',
    description: 'Asks only what the client says it can answer.',
    call: (_input, context) => askWhatIsPossible('test_input_required_result_capabilities', context),
  }),
  rawTool({
    name: 'test_streaming_elicitation',
    description: 'Asks for input while the response may be a stream.',
    call: (_input, context) =>
      askOnce({ tool: 'test_streaming_elicitation', questions: confirm }, context, () => 'Confirmed.'),
  }),
  rawTool({
    name: 'test_missing_capability',
    description: 'Needs a client that can sample.',
    call: (_input, context) => {
      if (capabilities(context).sampling !== undefined) return content(text('The client can sample.'))
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    },
  }),
]

/** A tool that asks these questions, once, and then repeats the answers. */
function asking(kind: string, questions: Questions, round?: number): RawTool {
  const tool = `test_input_required_result_${kind}`
  return rawTool({
    name: tool,
    description: `Asks the client: ${Object.keys(questions).join(', ')}.`,
    call: (_input, context) =>
      askOnce({ tool, questions, ...(round === undefined ? {} : { round }) }, context, responses => {
        const state = context.mcpReq.requestState<RequestState>()
        return `${state === undefined ? '' : 'state-ok '}${JSON.stringify(responses)}`
      }),
  })
}

async function askTwice(tool: string, context: ServerContext) {
  const round = context.mcpReq.requestState<RequestState>()?.round ?? 0
  if (round === 2 && answered(['step2'], context)) return content(text('Both questions were answered.'))
  if (round === 1 && answered(['step1'], context)) {
    const questions = { step2: askForText('Step 2: What is your favorite color?', 'color') }
    return ask({ tool, questions, round: 2 }, context)
  }
  const questions = { step1: askForText('Step 1: What is your name?', 'name') }
  return ask({ tool, questions, round: 1 }, context)
}

function askWhatIsPossible(tool: string, context: ServerContext) {
  const able = capabilities(context)
  const questions: Questions = {
    ...(able.sampling === undefined ? {} : { greeting: askModel('Generate a greeting', 50) }),
    ...(able.elicitation === undefined ? {} : { user_name: askForText('What is your name?', 'name') }),
    ...(able.roots === undefined ? {} : { client_roots: inputRequired.listRoots() }),
  }
  return askOnce({ tool, questions }, context, responses => JSON.stringify(responses))
}

function capabilities(context: ServerContext): ClientCapabilities {
  // SAFETY: the SDK checked the envelope before this call; its type only leaves the keys out.
  const envelope = context.mcpReq.envelope as Record<string, ClientCapabilities> | undefined
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
}
