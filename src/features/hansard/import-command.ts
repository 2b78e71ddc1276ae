import type { Command } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import { option } from '../../core/contract/shell/option.ts'
import type { Services } from './services.ts'

/** `quire hansard import <files or folders…>`: the tool, once for each. */
export function hansardCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['hansard', 'import'],
      tools: ['import_hansard'],
      group: 'Hansard',
      summary: "Import files of a parliament's record as speeches",
      details:
        'Reads the Australian Hansard in XML and SGML of every version, and speeches as CSV, JSON or Markdown. With --json, one source gives its report and several give a list of them.',
      positionals: [{ field: 'source', isRepeatable: true, isRequired: true }],
      options: [
        option('source', 'Files or folders', { isRepeatable: true, isRequired: true }),
        option('members', 'Table of members, parties or electorates (also: the setting hansard.members)', {
          isRepeatable: true,
        }),
      ],
      examples: [{ line: 'quire hansard import ~/hansard/2024', says: 'Every sitting day in a folder' }],
      run(call) {
        const { source, ...shared } = call.values
        const calls = [source].flat().map(one => ({
          tool: 'import_hansard',
          values: { ...shared, source: one },
        }))
        return host.runAll(calls, call)
      },
    },
  ]
}
