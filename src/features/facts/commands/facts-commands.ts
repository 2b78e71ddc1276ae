import { type Command, option } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import type { Services } from '../services.ts'

const group = 'Graph'
const library = option('library', 'Library or project; all of them when none is named', {
  isRepeatable: true,
})
const toggle = { kind: 'boolean', negation: false, default: false } as const

/** `quire graph facts …`. */
export function factsCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['graph', 'facts', 'build'],
      group,
      summary: 'Read facts with time from the documents that are there',
      details:
        'Reads only what is new or changed and can be stopped at any time. search_graphiti does the same for the libraries it is asked about, so this is for what should be ready before. With --model the language model of the settings reads every passage as well: what that would take is shown first, and it is done with --yes.',
      positionals: [],
      options: [
        library,
        option('model', 'Also read with the language model (llm.url, llm.model)', toggle),
        option('yes', 'With --model: go ahead and spend the tokens', toggle),
        option('budget', 'With --model: stop after about this many tokens', { kind: 'integer' }),
        option('prompt_price', 'With --model: price of a million tokens it reads, to show the cost', {
          kind: 'number',
        }),
        option('answer_price', 'With --model: price of a million tokens it writes', { kind: 'number' }),
      ],
      examples: [
        { line: 'quire graph facts build --library hansard', says: 'One library' },
        {
          line: 'quire graph facts build --model --prompt-price 0.15 --answer-price 0.6',
          says: 'What the model would cost',
        },
      ],
      run: async call => (await import('./facts-build.ts')).buildFacts(host, call),
    },
    {
      words: ['graph', 'facts', 'show'],
      group,
      summary: 'Draw what is known of a person, organisation or place over time, as Mermaid',
      positionals: [{ field: 'entity', isRepeatable: false, isRequired: true }],
      options: [
        option('entity', 'Its name', { isRequired: true }),
        library,
        option('limit', 'Most facts to show', { kind: 'integer', default: 50 }),
      ],
      examples: [
        { line: 'quire graph facts show "Anthony Albanese" --library hansard', says: 'With intervals' },
      ],
      run: async call => (await import('./facts-show.ts')).showFacts(host, call),
    },
  ]
}
