import { type Command, option } from '../../core/contract/shell/command.ts'
import { roles } from '../../core/model/rights.ts'
import type { App } from '../app.ts'

const group = 'Access'

/** `quire token …`: who may use a server over HTTP. */
export function tokenCommands(app: App): readonly Command[] {
  return [
    {
      words: ['token', 'add'],
      group,
      summary: 'Create a token for a person or a program that uses the server over HTTP',
      details:
        'Prints the token once; only a hash of it is stored, in the database of the store. As soon as a token has been added, every server of this store requires one.',
      positionals: [],
      options: [
        option('role', 'reader: reads; writer: also adds and removes; admin: everything', {
          isRequired: true,
          choices: roles,
        }),
        option(
          'collections',
          'Libraries or projects that exist for it, separated by commas; all unless given',
          {
            isRepeatable: true,
          },
        ),
        option('expires', 'When it ends: 12h, 90d, 4w or a date; never unless given'),
        option('label', 'What it is for, shown in the list'),
      ],
      examples: [
        {
          line: 'quire token add --role reader --collections papers --expires 90d',
          says: 'One library, for 90 days',
        },
        { line: 'quire token add --role admin --label "backup job"', says: 'Everything' },
      ],
      run: async call => (await import('./token.ts')).addToken(app, call),
    },
    {
      words: ['token', 'list'],
      group,
      summary: 'List tokens by id, without their secrets',
      positionals: [],
      options: [],
      examples: [],
      run: async call => (await import('./token.ts')).listTokens(app, call),
    },
    {
      words: ['token', 'revoke'],
      group,
      summary: 'End a token at once, in every server of this store',
      positionals: [{ field: 'id', isRepeatable: false, isRequired: true }],
      options: [option('id', 'Id of the token', { isRequired: true })],
      examples: [{ line: 'quire token revoke k3v9q2m7xa', says: 'By the id that quire token list shows' }],
      run: async call => (await import('./token.ts')).revokeToken(app, call),
    },
  ]
}
