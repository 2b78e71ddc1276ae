import { type Command, option } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import type { Services } from '../services.ts'
import { ingestCommand } from './ingest.ts'

const yesOrNo = { kind: 'boolean', negation: false } as const
const ocrLanguages = option('ocr_languages', 'Languages of scanned pages, such as en or de', {
  isRepeatable: true,
})

/** `quire ingest`, `quire watch` and `quire refresh`: what libraries are made of, and how they keep up with it. */
export function documentCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    ingestCommand(host),
    {
      words: ['watch'],
      group: 'Documents',
      summary: 'Keep a library level with a folder: added, changed, moved and deleted files',
      details:
        'Takes in what happened to the folder since the last time, then follows it until Ctrl-C. Unchanged files are not opened, a moved file keeps its passages and vectors, and a deleted file leaves the library. While the folder or its drive is not there, nothing is removed. Documents that came from elsewhere are never touched.',
      positionals: [{ field: 'folder', isRepeatable: false, isRequired: true }],
      options: [
        option('folder', 'Folder to follow', { isRequired: true }),
        option('library', 'Library to keep level; the default library unless given'),
        option('recursive', 'Whether to look into folders below it', { ...yesOrNo, default: true }),
        option('metadata', 'Key-value pairs kept with what is added or changed', { kind: 'object' }),
        ocrLanguages,
        option('debounce', 'Milliseconds without a change before files are read', {
          kind: 'integer',
          default: 500,
        }),
        option('every', 'Seconds between looks that no change has called for', {
          kind: 'integer',
          default: 60,
        }),
        option('once', 'Take in what has happened, and end', { ...yesOrNo, default: false }),
      ],
      examples: [
        { line: 'quire watch ~/notes --library notes', says: 'As long as it runs' },
        { line: 'quire watch ~/notes --library notes --once', says: 'From a timer' },
      ],
      run: async call => {
        const values = { debounce: 500, every: 60, ...call.values }
        return (await import('./watch.ts')).watch(host, { ...call, values })
      },
    },
    {
      words: ['refresh'],
      tools: ['refresh_source'],
      group: 'Documents',
      summary: 'Bring libraries level once with a folder, a file, a page, a site or all they came from',
      details:
        'Prints what was added, changed, moved and removed, and what failed or could not be reached; exits with 1 when something did. A web page is fetched only when its server says that it changed, and removed only when the server says that it is gone (404, 410). A site is crawled again as it was crawled before. "zotero:<collection>" does what `quire zotero sync` does for the project that --library names.',
      positionals: [{ field: 'source', isRepeatable: false, isRequired: true }],
      get options() {
        return host.optionsOf('refresh_source')
      },
      examples: [
        { line: 'quire refresh ~/papers', says: 'Every library that holds something from there' },
        { line: 'quire refresh papers --dry-run', says: 'All sources of a library: what would happen?' },
        { line: 'quire refresh https://docs.example.org/', says: 'A crawled site' },
      ],
      run: async call => (await import('./refresh.ts')).refresh(host, call),
    },
  ]
}
