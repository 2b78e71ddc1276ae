import { type Command, option } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import type { Services } from '../services.ts'

const group = 'Graph'
const library = option('library', 'Library or project; all when omitted', {
  isRepeatable: true,
})
const toggle = { kind: 'boolean', negation: false, default: false } as const

/** `quire graph facts build`, `correct` and `show`. */
export function factsCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['graph', 'facts', 'build'],
      group,
      summary: 'Read facts with time from stored documents',
      details:
        'Reads only new and changed documents and can be stopped at any time. search_graphiti does the same for the libraries that it searches, so this is only needed to prepare facts in advance. With --model the language model of the settings also reads every passage: the cost is shown first, and nothing is sent without --yes.',
      positionals: [],
      options: [
        library,
        option('model', 'Also read with the language model (llm.url, llm.model)', toggle),
        option('yes', 'With --model: send the passages to the model', toggle),
        option('budget', 'With --model: stop after about this many tokens', { kind: 'integer' }),
        option('prompt_price', 'With --model: price of a million tokens it reads, to show the cost', {
          kind: 'number',
        }),
        option('answer_price', 'With --model: price of a million tokens it writes', { kind: 'number' }),
      ],
      examples: [
        { line: 'quire graph facts build --library minutes', says: 'One library' },
        {
          line: 'quire graph facts build --model --prompt-price 0.15 --answer-price 0.6',
          says: 'What the model would cost',
        },
      ],
      run: async call => (await import('./run-facts-commands.ts')).runBuildCommand(host, call),
    },
    {
      words: ['graph', 'facts', 'correct'],
      group,
      summary:
        'Say that two names are one, that one name is two persons, or that a fact is wrong; without a name, list this',
      details:
        'Corrections are kept by name: they hold after facts are built again and for documents that are moved or imported again. --json prints them for another computer, --from reads them there.',
      positionals: [{ field: 'name', isRepeatable: false, isRequired: false }],
      options: [
        option('name', 'The name as facts show it'),
        option('merge_into', 'The name of the same person or thing under which it is to be shown'),
        option('split_from', 'The source (file or address) that means somebody else by this name'),
        option('wrong', 'The relation of the wrong fact, such as FOUNDED'),
        option('object', 'With --wrong: the other name in the fact'),
        option('undo', 'Withdraw this correction', toggle),
        option('from', 'A file with corrections, as --json prints them'),
      ],
      examples: [
        { line: 'quire graph facts correct "P.F. Morris" --merge-into "Peter Morris"', says: 'One person' },
        {
          line: 'quire graph facts correct "Acme" --wrong LOCATED_IN --object Perth',
          says: 'Never show this fact',
        },
      ],
      run: async call => (await import('./correct-facts.ts')).runCorrectCommand(host, call),
    },
    {
      words: ['graph', 'facts', 'show'],
      group,
      summary: 'Draw the facts about a person, organisation or place over time, as Mermaid',
      positionals: [{ field: 'entity', isRepeatable: false, isRequired: true }],
      options: [
        option('entity', 'Its name', { isRequired: true }),
        library,
        option('limit', 'Maximum number of facts', { kind: 'integer', default: 50 }),
      ],
      examples: [{ line: 'quire graph facts show "Ada Lovelace" --library letters', says: 'With intervals' }],
      run: async call => (await import('./run-facts-commands.ts')).runShowCommand(host, call),
    },
  ]
}
