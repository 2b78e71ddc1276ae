import { type Command, option } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import type { Services } from '../services.ts'

const group = 'Zotero'
const collection: Command['positionals'] = [{ field: 'collection', isRepeatable: false, isRequired: false }]
const collectionOption = option('collection', 'Key or name of a collection')
const limit = option('limit', 'How many to show', { kind: 'integer' })

/** `quire zotero …`: list what is in the library, and sync projects with it. */
export function zoteroCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['zotero', 'collections'],
      group,
      summary: 'List the collections of your Zotero library',
      positionals: [],
      options: [],
      examples: [],
      run: async call => (await import('./browse-zotero.ts')).zoteroCollections(host, call),
    },
    {
      words: ['zotero', 'browse'],
      group,
      summary: 'List the items of a collection, or of the library',
      positionals: collection,
      options: [
        collectionOption,
        limit,
        option('subcollections', 'Include items of its subcollections', {
          kind: 'boolean',
          negation: false,
          default: true,
        }),
        option('tag', 'Only items with a tag that contains this', { isRepeatable: true }),
        option('exclude_tag', 'No items with a tag that contains this', { isRepeatable: true }),
      ],
      examples: [
        {
          line: 'quire zotero browse "Paper history" --limit 50',
          says: 'The first fifty items of one collection',
        },
      ],
      run: async call => (await import('./browse-zotero.ts')).zoteroBrowse(host, call),
    },
    {
      words: ['zotero', 'tags'],
      group,
      summary: 'List tags with their number of items',
      positionals: collection,
      options: [collectionOption],
      examples: [],
      run: async call => (await import('./browse-zotero.ts')).zoteroTags(host, call),
    },
    {
      words: ['zotero', 'recent'],
      group,
      summary: 'List the items added last',
      positionals: [],
      options: [limit],
      examples: [],
      run: async call => (await import('./browse-zotero.ts')).zoteroRecent(host, call),
    },
    {
      words: ['zotero', 'sync'],
      group,
      summary: 'Bring a project up to date with a Zotero collection',
      details:
        'Ingests new and changed items and removes items that left the collection. Items that failed are tried again by the next sync.',
      positionals: [{ field: 'project', isRepeatable: false, isRequired: true }],
      options: [
        option('project', 'Project id', { isRequired: true }),
        option('collection', 'Key or name of the collection', { isRequired: true }),
        option('annotations', 'Also ingest highlights and notes', { kind: 'boolean', negation: false }),
        option('watch', 'Keep running, and sync again at intervals', {
          kind: 'boolean',
          negation: false,
          default: false,
        }),
        option('every', 'With --watch: seconds between two syncs', { kind: 'integer', default: 60 }),
      ],
      examples: [
        { line: 'quire zotero sync thesis --collection "My thesis" --watch', says: 'Keep it up to date' },
      ],
      run: async call => (await import('./zotero-sync.ts')).zoteroSync(host, call),
    },
  ]
}
