import { z } from 'zod'
import { defineTool } from './services.ts'

export const listActivity = defineTool({
  name: 'list_activity',
  title: 'List clients and calls',
  description:
    'List the programs that have connected over MCP, and the last 200 tool calls with duration and outcome, newest first.',
  asks: [
    'has a client connected',
    'which agents use this server',
    'last calls and their errors',
    'which calls were slow',
  ],
  access: 'read',
  pages: { of: ['calls'], by: ['correlation_id', 'tool', 'at'] },
  timeoutMs: 5_000,
  failures: [],
  tags: ['system'],
  input: z.object({}),
  output: z.object({
    clients: z
      .array(
        z.object({
          name: z.string().describe('As the client calls itself'),
          version: z.string().describe('Its version'),
          surface: z.string().describe('stdio or http'),
          last_seen: z.string().describe('When it last listed or called tools'),
        }),
      )
      .describe('Newest first'),
    calls: z
      .array(
        z.object({
          at: z.string().describe('When it ended'),
          tool: z.string().describe('Tool that was called'),
          surface: z.string().describe('How it was called'),
          correlation_id: z.string().describe('Finds it in the log'),
          ms: z.number().describe('How long it took'),
          outcome: z.string().describe('"ok", or the code of the error'),
        }),
      )
      .describe('Newest first; calls of this tool are left out'),
  }),
  async run({ activity }) {
    const clients = await activity.clients()
    return {
      clients: clients.slice(0, 50).map(({ lastSeen, ...client }) => ({ ...client, last_seen: lastSeen })),
      calls: activity
        .calls()
        .map(({ correlationId, token: _, ...call }) => ({ ...call, correlation_id: correlationId })),
    }
  },
})
