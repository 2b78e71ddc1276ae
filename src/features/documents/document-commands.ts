import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CliOption, Command, CommandCall } from '../../core/contract/shell/command.ts'
import { option } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Services } from './services.ts'
import { showCommand } from './show-command.ts'

const yesOrNo = { kind: 'boolean', negation: false } as const
const ocrLanguages = option('ocr_languages', 'Languages of scanned pages, such as en or de', {
  isRepeatable: true,
})

/** `quire ingest`, `quire show`, `quire watch` and `quire refresh`. */
export function documentCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    ingestCommand(host),
    showCommand(host),
    {
      words: ['watch'],
      group: 'Documents',
      summary: 'Keep a library in sync with a folder: added, changed, moved and deleted files',
      details:
        'Applies the changes since the last time, then watches the folder until Ctrl-C. Unchanged files are not opened, a moved file keeps its passages and vectors, and a deleted file is removed from the library. Nothing is removed while the folder or its drive is missing. Documents from other sources are never changed.',
      positionals: [{ field: 'folder', isRepeatable: false, isRequired: true }],
      options: [
        option('folder', 'Folder to watch', { isRequired: true }),
        option('library', 'Library to update; the default library if omitted'),
        option('recursive', 'Include subfolders', { ...yesOrNo, default: true }),
        option('metadata', 'Key-value pairs stored with added and changed documents', { kind: 'object' }),
        ocrLanguages,
        option('debounce', 'Milliseconds without a change before files are read', {
          kind: 'integer',
          default: 500,
        }),
        option('every', 'Seconds between checks without a reported change', {
          kind: 'integer',
          default: 60,
        }),
        option('once', 'Apply the changes and exit', { ...yesOrNo, default: false }),
      ],
      examples: [
        { line: 'quire watch ~/notes --library notes', says: 'Until Ctrl-C' },
        { line: 'quire watch ~/notes --library notes --once', says: 'Once, for example from a timer' },
      ],
      run: async call => {
        const values = { debounce: 500, every: 60, ...call.values }
        return (await import('./watch-command.ts')).watch(host, { ...call, values })
      },
    },
    {
      words: ['refresh'],
      tools: ['refresh_source'],
      group: 'Documents',
      summary: 'Update libraries once from a folder, a file, a page, a site or all their sources',
      details:
        'Prints what was added, changed, moved and removed, and what failed or was unreachable; then the exit code is 1. A web page is fetched only if its server reports a change, and removed only if the server reports that it is gone (404, 410). A site is crawled again with the same options. "zotero:<collection>" runs `quire zotero sync` for the project that --library names.',
      positionals: [{ field: 'source', isRepeatable: false, isRequired: true }],
      get options() {
        return host.optionsOf('refresh_source')
      },
      examples: [
        { line: 'quire refresh ~/papers', says: 'Every library with documents from there' },
        { line: 'quire refresh papers --dry-run', says: 'What would change in a library' },
        { line: 'quire refresh https://docs.example.org/', says: 'A crawled site' },
      ],
      run: call => refresh(host, call),
    },
  ]
}

/** The input of each tool that receives the target. */
const targetFields = {
  ingest_file: 'path',
  ingest_folder: 'folder',
  ingest_url: 'url',
  ingest_content: 'content',
  ingest_from_source: 'source',
}

type IngestTool = keyof typeof targetFields

/** The target of each tool, for messages. */
const targetNames: Readonly<Record<IngestTool, string>> = {
  ingest_file: 'a file',
  ingest_folder: 'a folder',
  ingest_url: 'a web address',
  ingest_content: 'piped text',
  ingest_from_source: 'a project (--project)',
}

// SAFETY: the object is declared above with exactly these keys.
const ingestTools = Object.keys(targetFields) as IngestTool[]

type Host = CommandHost<Services>

/** `quire ingest <target>…` calls the tool for each target: file, folder, web address or piped text. */
function ingestCommand(host: Host): Command {
  return {
    words: ['ingest'],
    tools: ingestTools,
    group: 'Documents',
    summary: 'Add files, folders, web pages or piped text to a library or project',
    details:
      'Adds each target to a library: a file, a folder with all readable files below it, an http(s) address, or "-" for piped text under the label of --source. Unchanged targets are skipped, changed ones replaced. With --project, files and folders go into a project, with the metadata of its references. With --json, one target prints its result, several print a list of results.',
    positionals: [{ field: 'target', isRepeatable: true, isRequired: true }],
    get options() {
      return [targetOption, ...sharedOptions(host)]
    },
    examples: [
      { line: 'quire ingest paper.pdf', says: 'One file into the default library' },
      { line: 'quire ingest ~/papers --library papers', says: 'A folder, with progress' },
      { line: 'quire ingest ~/papers --project thesis', says: 'Into a project, for citations' },
      { line: 'quire ingest https://example.org/guide --library web', says: 'A web page' },
      { line: 'pbpaste | quire ingest - --source notes/today.md', says: 'Text from a pipe' },
    ],
    run: call => ingestTargets(host, call),
  }
}

const targetOption: CliOption = {
  field: 'target',
  flag: 'target',
  kind: 'string',
  isRepeatable: true,
  isRequired: true,
  description: 'Path of a file or folder, http(s) address, or - for piped text',
}

/** Returns every option of these tools once, except the one that receives the target. */
function sharedOptions(host: Host): CliOption[] {
  const byField = new Map<string, CliOption>()
  for (const tool of ingestTools)
    for (const option of host.optionsOf(tool))
      if (option.field !== targetFields[tool] && !byField.has(option.field))
        byField.set(option.field, {
          ...option,
          isRequired: false,
          ...(option.field === 'project' ? { standsFor: 'library' } : {}),
        })
  return [...byField.values()]
}

async function ingestTargets(host: Host, call: CommandCall): Promise<number> {
  const { target, ...shared } = call.values
  const targets = Array.isArray(target) ? target.map(String) : []
  const found = await Promise.all(
    targets.map(async word => ({ word, tool: await toolFor(word, host.world) })),
  )
  const plan = shared.project === undefined ? found : found.map(intoProject)
  refuseUseless(shared, plan, host)
  const calls = plan.map(({ word, tool }) => {
    const accepted = Object.entries(shared).filter(([field]) => takes(host, tool, field))
    return { tool, values: { ...Object.fromEntries(accepted), [targetFields[tool]]: word } }
  })
  return host.runAll(calls, call)
}

/** Projects accept only files and folders, because their references are looked up by file. */
function intoProject({ word, tool }: { word: string; tool: IngestTool }): { word: string; tool: IngestTool } {
  if (tool === 'ingest_file' || tool === 'ingest_folder') return { word, tool: 'ingest_from_source' }
  throw new Failure(
    'unsupported',
    'INVALID_INPUT',
    `A project does not accept ${targetNames[tool]} (${word}).`,
    {
      hint: 'Save it to a file first, or add it to a library: --library NAME',
    },
  )
}

async function toolFor(target: string, { cwd, homedir }: Host['world']): Promise<IngestTool> {
  if (target === '-') return 'ingest_content'
  if (/^https?:\/\//i.test(target)) return 'ingest_url'
  const path = target.startsWith('~/') ? join(homedir, target.slice(2)) : resolve(cwd, target)
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() ? 'ingest_folder' : 'ingest_file'
}

/** Throws for a flag that none of the targets uses. */
function refuseUseless(
  shared: Record<string, unknown>,
  plan: readonly { word: string; tool: IngestTool }[],
  host: Host,
): void {
  for (const field of Object.keys(shared)) {
    const isUseful = plan.some(({ tool }) => takes(host, tool, field))
    if (isUseful) continue
    const takers = ingestTools.filter(tool => takes(host, tool, field)).map(tool => targetNames[tool])
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `--${field.replaceAll('_', '-')} does not apply to ${plan.map(({ word }) => word).join(', ')}.`,
      { hint: `It is for ${takers.join(' or ')}.` },
    )
  }
}

function takes(host: Host, tool: IngestTool, field: string): boolean {
  return host.optionsOf(tool).some(option => option.field === field)
}

/** A collection of a reference manager, `manager:collection`. One letter before the colon is a drive. */
const managed = /^([a-z]{2,}):(?!\/\/)(.+)$/

/** `quire refresh <source>` calls refresh_source; `manager:collection` runs `quire manager sync` where that exists. */
async function refresh(host: Host, call: CommandCall): Promise<number> {
  const { source, library: project, ...rest } = call.values
  const [, manager, collection] = managed.exec(String(source)) ?? []
  const exitCode =
    manager === undefined
      ? null
      : await host.runCommand([manager, 'sync'], { ...call, values: { ...rest, project, collection } })
  return exitCode ?? host.runAll([{ tool: 'refresh_source', values: call.values }], call)
}
