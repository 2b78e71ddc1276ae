import {
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { answered, ask, askForText } from './ask-client.ts'
import { redPixel } from './samples.ts'

type PromptArguments = Readonly<Record<string, string>>

type PromptFixture = {
  prompt: Prompt
  get(
    given: PromptArguments,
    context: ServerContext,
  ): GetPromptResult | InputRequiredResult | Promise<InputRequiredResult>
}

const fixtures: readonly PromptFixture[] = [
  {
    prompt: { name: 'test_simple_prompt', description: 'A prompt without arguments.' },
    get: () => messages(say('This is a simple prompt for testing.')),
  },
  {
    prompt: {
      name: 'test_prompt_with_arguments',
      description: 'A prompt with two arguments.',
      arguments: [required('arg1', 'First test argument'), required('arg2', 'Second test argument')],
    },
    get: given =>
      messages(say(`Prompt with arguments: arg1='${given.arg1 ?? ''}', arg2='${given.arg2 ?? ''}'`)),
  },
  {
    prompt: {
      name: 'test_prompt_with_embedded_resource',
      description: 'A prompt that embeds a resource.',
      arguments: [required('resourceUri', 'Address of the resource to embed')],
    },
    get: ({ resourceUri = '' }) =>
      messages(
        user({
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        }),
        say('Please process the embedded resource above.'),
      ),
  },
  {
    prompt: { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
    get: () =>
      messages(
        user({ type: 'image', data: redPixel, mimeType: 'image/png' }),
        say('Please analyze the image above.'),
      ),
  },
  {
    prompt: { name: 'test_input_required_result_prompt', description: 'A prompt that asks the user first.' },
    get: (_given, context) => {
      if (answered(['user_context'], context))
        return messages(say(`Use this context: ${JSON.stringify(context.mcpReq.inputResponses)}`))
      const questions = { user_context: askForText('What context should the prompt use?', 'context') }
      return ask({ tool: 'test_input_required_result_prompt', questions }, context)
    },
  },
]

const completions = ['paris', 'park', 'party', 'test', 'value']

/** Prompts, and completion of their arguments. */
export function installPrompts(server: Server): void {
  const prompts = fixtures.map(fixture => fixture.prompt)
  server.setRequestHandler('prompts/list', () => ({ prompts }))
  server.setRequestHandler('prompts/get', (request, context) => {
    const { name, arguments: given = {} } = request.params
    const fixture = fixtures.find(({ prompt }) => prompt.name === name)
    if (fixture === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
    return fixture.get(given, context)
  })
  server.setRequestHandler('completion/complete', request => {
    const values = completions.filter(word => word.startsWith(request.params.argument.value))
    return { completion: { values, total: values.length, hasMore: false } }
  })
}

function messages(...all: PromptMessage[]): GetPromptResult {
  return { messages: all }
}

function user(content: PromptMessage['content']): PromptMessage {
  return { role: 'user', content }
}

function say(sentence: string): PromptMessage {
  return user({ type: 'text', text: sentence })
}

function required(name: string, description: string) {
  return { name, description, required: true }
}
