import { z } from 'zod'
import { defineTool } from './define-tool.ts'

export const testSimpleText = defineTool({
  name: 'test_simple_text',
  title: 'Simple text',
  description: 'Answers with one sentence. A fixture of the MCP conformance suite.',
  access: 'read',
  timeoutMs: 1_000,
  failures: [],
  input: z.object({}),
  output: z.object({ text: z.string().describe('The sentence') }),
  async run() {
    return { text: 'This is a simple text response for testing.' }
  },
})
