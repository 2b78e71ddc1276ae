import type { Command } from '../../../core/contract/shell/command.ts'
import type { App } from '../../../app/app.ts'
import { option } from '../../../core/contract/shell/option.ts'

const yesOrNo = { kind: 'boolean', negation: false } as const
const ocrLanguages = option('ocr_languages', 'Languages of scanned pages, such as en or de', {
  isRepeatable: true,
})

/** `quire watch` and `quire refresh`: libraries that keep up with what they were made of. */
export function refreshCommands(app: App): readonly Command[] {
  return [
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
        return (await import('./watch.ts')).watch(app, { ...call, values })
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
      options: [
        option('source', 'Folder, file, http(s) address, library, or zotero:<collection>', {
          isRequired: true,
        }),
        option('library', 'Library to bring level; those that hold documents from there unless given'),
        option('recursive', 'Whether to look into folders below a folder', { ...yesOrNo, default: true }),
        option('dry_run', 'Only say what would be done', { ...yesOrNo, default: false }),
        option('forget_vanished', 'Also remove documents of a folder or drive that is not there at all', {
          ...yesOrNo,
          default: false,
        }),
        ocrLanguages,
      ],
      examples: [
        { line: 'quire refresh ~/papers', says: 'Every library that holds something from there' },
        { line: 'quire refresh papers --dry-run', says: 'All sources of a library: what would happen?' },
        { line: 'quire refresh https://docs.example.org/', says: 'A crawled site' },
      ],
      run: async call => (await import('./refresh.ts')).refresh(app, call),
    },
  ]
}
