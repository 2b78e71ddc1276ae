import { inputRequired, inputResponse, type ServerContext } from '@modelcontextprotocol/server'
import type { RawTool } from '../../../src/surfaces/mcp/mcp-server-factory.ts'
import { askModel, askOnce } from './ask-client.ts'
import { rawTool } from './raw-tool.ts'

type FormSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

/** Tools that ask the user or the client's model, in the shapes of revision 2025-11-25. */
export const elicitationTools: readonly RawTool[] = [
  rawTool({
    name: 'test_sampling',
    description: "Asks the client's model.",
    inputSchema: requiredText('prompt', 'What to ask the model'),
    call: (input, context) => {
      const questions = { completion: askModel(String(input.prompt), 100) }
      return askOnce({ tool: 'test_sampling', questions }, context, () => `LLM response: ${sampled(context)}`)
    },
  }),
  rawTool({
    name: 'test_elicitation',
    description: 'Asks the user for a name and an address.',
    inputSchema: requiredText('message', 'What to show the user'),
    call: (input, context) =>
      askForm(context, {
        tool: 'test_elicitation',
        message: String(input.message),
        schema: contact,
        say: 'User response',
      }),
  }),
  rawTool({
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks with a default for every primitive type.',
    call: (_input, context) =>
      askForm(context, {
        tool: 'test_elicitation_sep1034_defaults',
        message: 'Check these values',
        schema: defaults,
        say: 'Elicitation completed',
      }),
  }),
  rawTool({
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks with every way to write a choice.',
    call: (_input, context) =>
      askForm(context, {
        tool: 'test_elicitation_sep1330_enums',
        message: 'Choose',
        schema: choices,
        say: 'Elicitation completed',
      }),
  }),
]

const contact: FormSchema = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
}

const defaults: FormSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
}

const choices: FormSchema = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
}

function titled(noun: string) {
  return ['First', 'Second', 'Third'].map((ordinal, index) => ({
    const: `value${index + 1}`,
    title: `${ordinal} ${noun}`,
  }))
}

function askForm(
  context: ServerContext,
  form: { tool: string; message: string; schema: FormSchema; say: string },
) {
  const questions = { form: inputRequired.elicit({ message: form.message, requestedSchema: form.schema }) }
  return askOnce({ tool: form.tool, questions }, context, () => {
    const view = inputResponse(context.mcpReq.inputResponses, 'form')
    if (view.kind !== 'elicit') return `${form.say}: none`
    return `${form.say}: action=${view.action}, content=${JSON.stringify(view.content ?? {})}`
  })
}

function sampled(context: ServerContext): string {
  const view = inputResponse(context.mcpReq.inputResponses, 'completion')
  if (view.kind !== 'sampling') return ''
  const blocks = [view.result.content].flat()
  return blocks.map(block => (block.type === 'text' ? block.text : '')).join('')
}

function requiredText(name: string, description: string) {
  return {
    type: 'object' as const,
    properties: { [name]: { type: 'string', description } },
    required: [name],
  }
}
