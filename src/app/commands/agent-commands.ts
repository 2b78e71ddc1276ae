import type { Command } from '../../core/contract/shell/command.ts'
import { option } from '../../core/contract/shell/option.ts'
import type { App } from '../app.ts'

const group = 'Agents'

/** `quire generate` and `quire tokens`: for those who build agents on these tools. */
export function agentCommands(app: App): readonly Command[] {
  return [
    {
      words: ['generate'],
      group,
      summary: 'Write a typed module for every tool, to be called from code',
      details:
        'Writes one module per tool, an index per toolset and the client they share. Only files that an earlier run wrote are replaced or removed. --toolsets chooses; without it all toolsets are written.',
      positionals: [],
      options: [
        option('lang', 'Language of the modules', {
          choices: ['typescript', 'python'],
          default: 'typescript',
        }),
        option('out', 'Folder to write to', { default: 'servers', placeholder: 'FOLDER' }),
      ],
      examples: [
        { line: 'quire generate --lang typescript --out servers/', says: 'For Node 22.18 and later' },
        { line: 'quire generate --lang python --out servers/', says: 'For Python 3.9 and later' },
      ],
      run: async call => (await import('./generate.ts')).generate(app, call),
    },
    {
      words: ['tokens'],
      group,
      summary: 'Tell what the definitions of tools cost a model, and what can be saved',
      positionals: [],
      options: [
        option('tokenizer', 'How to count', { choices: ['wordpiece', 'estimate'], default: 'wordpiece' }),
      ],
      examples: [{ line: 'quire tokens --tokenizer estimate', says: 'By characters' }],
      run: async call => (await import('./tokens.ts')).tokens(call),
    },
  ]
}
