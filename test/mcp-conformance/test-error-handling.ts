import { z } from 'zod'
import { Failure } from '../../src/core/model/failure.ts'
import { defineTool } from './define-tool.ts'

export const testErrorHandling = defineTool({
  name: 'test_error_handling',
  title: 'Always fails',
  description: 'Fails every time. A fixture of the MCP conformance suite.',
  access: 'read',
  timeoutMs: 1_000,
  failures: ['INTENDED'],
  input: z.object({}),
  output: z.object({}),
  async run() {
    throw new Failure('conflict', 'INTENDED', 'This tool intentionally returns an error for testing')
  },
})
