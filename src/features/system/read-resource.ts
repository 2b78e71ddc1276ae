import { z } from 'zod'
import { maxCharacters, readAddress } from '../../core/addresses/read-address.ts'
import { Failure } from '../../core/model/failure.ts'
import { defineTool } from './services.ts'

export const readResource = defineTool({
  name: 'read_resource',
  title: 'Read an address',
  description:
    'Return the text behind an address (uri) from a result, such as a text that was cut. With ?chars=0-2000 at its end, only that part.',
  asks: [
    'read the rest of a text that was cut',
    'open a resource link',
    'follow the uri of an answer',
    'the answer was shortened, where is the whole text',
  ],
  access: 'read',
  quotesSources: true,
  pages: { of: ['text'] },
  timeoutMs: 10_000,
  failures: [
    'RESOURCE_NOT_FOUND',
    'FILE_NOT_FOUND',
    'FORBIDDEN_PATH',
    'NOT_A_FILE',
    'BINARY_FILE',
    'TOO_LARGE',
  ],
  positionals: ['uri'],
  tags: ['read'],
  rest: { method: 'GET', path: '/api/v1/resources' },
  shell: {
    render: async () => (await import('./render.ts')).renderResource,
  },
  input: z.object({
    uri: z
      .string()
      .trim()
      .min(1, 'uri must not be empty')
      .max(4_000, 'uri must be at most 4,000 characters')
      .describe('quire://… or file://…'),
  }),
  output: z.object({
    uri: z.string().describe('The address'),
    mime_type: z.string().describe('Media type of the text'),
    text: z.string().describe(`The text, verbatim, at most ${maxCharacters} characters`),
    next_uri: z.string().nullable().describe('Address of the rest of the text; null at the end'),
  }),
  async run(context, { uri }) {
    const contents = await readAddress(uri, context)
    if (contents !== null && 'text' in contents)
      return {
        uri,
        mime_type: contents.mimeType,
        text: contents.text,
        next_uri: contents.rest?.uri ?? null,
      }
    const fixed = await context.tools.findResource(uri, context.caller)
    if (fixed === undefined) throw notFound(uri)
    return { uri, mime_type: fixed.mimeType, text: await fixed.read(context), next_uri: null }
  },
})

function notFound(uri: string): Failure {
  return new Failure('not_found', 'RESOURCE_NOT_FOUND', `There is no resource ${JSON.stringify(uri)}.`, {
    hint: 'Use an address from a result (cut, link or a resource link). Ids change when a document is replaced: search again.',
  })
}
