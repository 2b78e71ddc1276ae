import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { defineTool } from './define-tool.ts'

export const testToolWithProgress = defineTool({
  name: 'test_tool_with_progress',
  title: 'Reports progress',
  description: 'Reports 0, 50 and 100 of 100, a moment apart. A fixture of the MCP conformance suite.',
  access: 'read',
  timeoutMs: 5_000,
  failures: [],
  input: z.object({}),
  output: z.object({ steps: z.int().describe('How many steps were reported') }),
  async run({ progress, signal }) {
    progress({ done: 0, total: 100, message: 'Started' })
    await wait(50, undefined, { signal })
    progress({ done: 50, total: 100, message: 'Half way' })
    await wait(50, undefined, { signal })
    progress({ done: 100, total: 100, message: 'Done' })
    return { steps: 3 }
  },
})
