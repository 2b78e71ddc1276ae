import { type CliOption, type Command, option } from '../../core/contract/shell/command.ts'
import type { App } from '../app.ts'

const group = 'Projects'
const id: Command['positionals'] = [{ field: 'id', isRepeatable: false, isRequired: true }]
const idOption = option('id', 'Project id: namespace/name, or a plain name', { isRequired: true })

const settings: readonly CliOption[] = [
  option('references', 'File of references: CSL-JSON, BibTeX, BibLaTeX, Better BibTeX JSON or CSL-YAML'),
  option('embedder', 'Its embedding model: gte-small, hub:id, onnx:/folder, openai:model-name'),
  option('hybrid', 'Whether query_hybrid may be used: true or false'),
  option('top_k', 'Items per answer by default', { kind: 'integer' }),
  option('max_top_k', 'Most items per answer', { kind: 'integer' }),
  option('max_chars_per_chunk', 'Longest text of an item, in characters', { kind: 'integer' }),
  option('max_tokens', 'Largest chunk, in tokens', { kind: 'integer' }),
  option('overlap_tokens', 'Tokens repeated at the start of the next chunk', { kind: 'integer' }),
  option('min_tokens', 'Smaller chunks are merged with a neighbour', { kind: 'integer' }),
  option('heading_context', 'Headings above a chunk that are embedded with it', { kind: 'integer' }),
]

/** `quire project …`: manages isolated collections, each with its own references and settings. */
export function projectCommands(app: App): readonly Command[] {
  return [
    {
      words: ['project', 'list'],
      tools: ['list_projects'],
      group,
      summary: 'List projects',
      positionals: [],
      options: [],
      examples: [],
      run: async call => (await import('./project.ts')).listProjects(app, call),
    },
    {
      words: ['project', 'add'],
      group,
      summary: 'Create a project: documents that are searched and cited separately',
      positionals: id,
      options: [idOption, ...settings],
      examples: [
        { line: 'quire project add thesis', says: 'With the default settings' },
        { line: 'quire project add lab/reviews --references refs.bib', says: 'With its bibliography' },
      ],
      run: async call => (await import('./project.ts')).addProject(app, call),
    },
    {
      words: ['project', 'set'],
      group,
      summary: 'Change the settings of a project',
      details: 'A changed chunk policy applies to a document when it is ingested again.',
      positionals: id,
      options: [idOption, ...settings],
      examples: [{ line: 'quire project set thesis --top-k 10', says: 'More items per answer' }],
      run: async call => (await import('./project.ts')).setProject(app, call),
    },
    {
      words: ['project', 'show'],
      group,
      summary: 'Print the settings of a project',
      positionals: id,
      options: [idOption],
      examples: [],
      run: async call => (await import('./project.ts')).showProject(app, call),
    },
    {
      words: ['project', 'remove'],
      group,
      summary: 'Delete a project and all its documents',
      positionals: id,
      options: [
        idOption,
        option('yes', 'Confirm the deletion', { kind: 'boolean', negation: false, default: false }),
      ],
      examples: [{ line: 'quire project remove thesis --yes', says: 'Files on disk are not touched' }],
      run: async call => (await import('./project.ts')).removeProject(app, call),
    },
  ]
}
