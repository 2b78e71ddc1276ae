import type { Command, CommandCall } from '../../../core/contract/shell/command.ts'
import { option } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { openCode, type Services } from '../services.ts'

/** `quire graph remove` and `quire graph check`. */
export function graphCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['graph', 'remove'],
      group: 'Graph',
      summary: 'Remove a repository from the graph of code',
      positionals: [{ field: 'repository', isRepeatable: false, isRequired: true }],
      options: [option('repository', 'Its name, as "repos" lists it', { isRequired: true })],
      examples: [],
      run: call => removeRepository(host, call),
    },
    {
      words: ['graph', 'check'],
      tools: ['check_ai_script_hallucinations'],
      group: 'Graph',
      summary: 'Check scripts for code that the parsed libraries do not have',
      details:
        'Prints the errors of each script and exits with 1 if there are any. With --output-dir, a full report of each script is written as JSON and as Markdown.',
      positionals: [{ field: 'scripts', isRepeatable: true, isRequired: true }],
      options: [
        option('scripts', 'Scripts in Python, TypeScript or JavaScript', {
          isRepeatable: true,
          isRequired: true,
        }),
        option('output_dir', 'Folder for the reports; created if missing', { placeholder: 'folder' }),
        option('json_report', 'Write the report as JSON', toggle),
        option('markdown_report', 'Write the report as Markdown', toggle),
        option('summary', 'Print the errors', toggle),
      ],
      examples: [{ line: 'quire graph check agent.py --output-dir reports', says: 'Also write reports' }],
      run: async call => (await import('./graph-check.ts')).checkScripts(host, call),
    },
  ]
}

const toggle = { kind: 'boolean', negation: false, default: true } as const

/** `quire graph remove <repo>`. */
async function removeRepository(
  host: CommandHost<Services>,
  { values, terminal, wantsJson }: CommandCall,
): Promise<number> {
  const graphs = await openCode(await host.open())
  const name = await graphs.remove(String(values.repository))
  terminal.print(wantsJson ? JSON.stringify({ removed: name }) : `Removed ${name} from the graph.`)
  return 0
}
