import { z } from 'zod'
import { defineTool } from './services.ts'

export const checkServer = defineTool({
  name: 'check_server',
  title: 'Check the server',
  description:
    'Check settings, disk, store, models and helper programs, with a remedy for each problem. For the settings in effect use server_info.',
  asks: [
    'is everything set up properly',
    'diagnose a problem with the server',
    'how much disk space is left',
    'is the store sound',
    'which programs for OCR and scripts are installed',
  ],
  access: 'read',
  concerns: 'server',
  pages: { of: ['findings'], by: ['name', 'says'] },
  timeoutMs: 60_000,
  failures: [],
  tags: ['system'],
  input: z.object({ again: z.boolean().default(false).describe('Check now, even if it was just done') }),
  output: z.object({
    ok: z.boolean().describe('Whether no check failed'),
    checked_at: z.string().describe('When the checks ran'),
    findings: z
      .array(
        z.object({
          name: z.string().describe('What was checked'),
          state: z.enum(['ok', 'warn', 'fail']).describe('warn: works, but look at it'),
          says: z.string().describe('What was found'),
          remedy: z.string().optional().describe('What to do about it'),
        }),
      )
      .describe('In the order of quire doctor'),
  }),
  async run({ checkup, signal }, { again }) {
    const { at, findings } = await checkup(again, signal)
    return { ok: findings.every(({ state }) => state !== 'fail'), checked_at: at, findings: [...findings] }
  },
})
