import { setTimeout as wait } from 'node:timers/promises'
import type { ContentBlock, ServerContext } from '@modelcontextprotocol/server'
import type { RawTool } from '../../../src/surfaces/mcp/mcp-server-factory.ts'
import { content, rawTool, text } from './raw-tool.ts'
import { redPixel, shortSound } from './samples.ts'

const image: ContentBlock = { type: 'image', data: redPixel, mimeType: 'image/png' }

/** Tools that answer with each kind of content block, or log while they run. */
export const contentTools: readonly RawTool[] = [
  rawTool({
    name: 'test_image_content',
    description: 'Answers with an image.',
    call: () => content(image),
  }),
  rawTool({
    name: 'test_audio_content',
    description: 'Answers with a sound.',
    call: () => content({ type: 'audio', data: shortSound, mimeType: 'audio/wav' }),
  }),
  rawTool({
    name: 'test_embedded_resource',
    description: 'Answers with an embedded resource.',
    call: () =>
      content(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  }),
  rawTool({
    name: 'test_multiple_content_types',
    description: 'Answers with text, an image and an embedded resource.',
    call: () => {
      const data = JSON.stringify({ test: 'data', value: 123 })
      const resource = embedded('test://mixed-content-resource', 'application/json', data)
      return content(text('Multiple content types test:'), image, resource)
    },
  }),
  rawTool({
    name: 'test_tool_with_logging',
    description: 'Logs three lines while it runs.',
    call: (_input, context) => logThreeLines(context),
  }),
  rawTool({
    name: 'test_logging_tool',
    description: 'Logs three lines, to clients that asked for a log level.',
    call: (_input, context) => logThreeLines(context),
  }),
  rawTool({
    name: 'json_schema_2020_12_tool',
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, not a promise.
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    call: input => content(text(JSON.stringify(input))),
  }),
]

function embedded(uri: string, mimeType: string, body: string): ContentBlock {
  return { type: 'resource', resource: { uri, mimeType, text: body } }
}

async function logThreeLines(context: ServerContext) {
  const { log, signal } = context.mcpReq
  await log('info', 'Tool execution started')
  await wait(50, undefined, { signal })
  await log('info', 'Tool processing data')
  await wait(50, undefined, { signal })
  await log('info', 'Tool execution completed')
  return content(text('Logged three lines.'))
}
