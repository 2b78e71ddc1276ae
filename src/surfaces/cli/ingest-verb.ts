import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import { Failure } from '../../core/model/failure.ts'
import type { CliOption, Command, CommandCall } from '../../core/contract/shell/command.ts'
import { inputOptions } from './input-options.ts'
import { runTools, type Shell } from './tool-command.ts'

/** Which tool takes which target, and the input that the target fills. */
const targetFields = {
  ingest_file: 'path',
  ingest_folder: 'folder',
  ingest_url: 'url',
  ingest_content: 'content',
  ingest_from_source: 'source',
}

type IngestTool = keyof typeof targetFields

/** What each of them takes, in the words of a person. */
const targetNames: Readonly<Record<IngestTool, string>> = {
  ingest_file: 'a file',
  ingest_folder: 'a folder',
  ingest_url: 'a web address',
  ingest_content: 'piped text',
  ingest_from_source: 'a project (--project)',
}

// SAFETY: Object.keys of a const object are its keys.
const ingestTools = Object.keys(targetFields) as IngestTool[]

/** Where relative paths and `~` start. */
export type Base = { cwd: string; homedir: string }

/** `quire ingest <target>…`: a file, a folder, a web address or piped text, each to the tool that takes it. */
export function ingestVerb<Services>(
  table: ToolTable<Services>,
  shell: Shell<Services>,
  base: Base,
): Command | null {
  const rows = new Map<IngestTool, ToolRow<Services>>()
  for (const name of ingestTools) {
    const row = table.find(name)
    if (row === undefined) return null
    rows.set(name, row)
  }
  return {
    words: ['ingest'],
    tools: ingestTools,
    group: 'Documents',
    summary: 'Add files, folders, web pages or piped text to a library or project',
    details:
      'Adds each target to a library. A path is read as a file, a folder with everything readable below it, an http(s) address is fetched, and "-" takes text from a pipe under the label that --source gives. What has not changed is skipped; what has is replaced. With --project, files and folders go into a project, with the metadata of its references. With --json, one target gives its answer and several give a list of them.',
    positionals: [{ field: 'target', isRepeatable: true, isRequired: true }],
    options: [targetOption, ...sharedOptions(rows)],
    examples: [
      { line: 'quire ingest paper.pdf', says: 'One file into the default library' },
      { line: 'quire ingest ~/papers --library papers', says: 'A folder, with progress' },
      { line: 'quire ingest ~/papers --project thesis', says: 'Into a project, to be cited' },
      { line: 'quire ingest https://example.org/guide --library web', says: 'A web page' },
      { line: 'pbpaste | quire ingest - --source notes/today.md', says: 'Text from a pipe' },
    ],
    run: call => ingestTargets(rows, { shell, base }, call),
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

/** Every option of these tools once, but for those the target fills. */
function sharedOptions<Services>(rows: ReadonlyMap<IngestTool, ToolRow<Services>>): CliOption[] {
  const byField = new Map<string, CliOption>()
  for (const [tool, row] of rows)
    for (const option of inputOptions(row.inputSchema))
      if (option.field !== targetFields[tool] && !byField.has(option.field))
        byField.set(option.field, {
          ...option,
          isRequired: false,
          ...(option.field === 'project' ? { standsFor: 'library' } : {}),
        })
  return [...byField.values()]
}

async function ingestTargets<Services>(
  rows: ReadonlyMap<IngestTool, ToolRow<Services>>,
  { shell, base }: { shell: Shell<Services>; base: Base },
  call: CommandCall,
): Promise<number> {
  const { target, ...shared } = call.values
  const targets = Array.isArray(target) ? target.map(String) : []
  const found = await Promise.all(targets.map(async word => ({ word, tool: await toolFor(word, base) })))
  const plan = shared.project === undefined ? found : found.map(intoProject)
  refuseUseless(shared, plan, rows)
  const calls = plan.flatMap(({ word, tool }) => {
    const row = rows.get(tool)
    if (row === undefined) return []
    const accepted = Object.entries(shared).filter(([field]) => takes(row, field))
    return [{ row, values: { ...Object.fromEntries(accepted), [targetFields[tool]]: word } }]
  })
  return runTools(calls, shell, call)
}

/** Projects are fed from files, whose references are looked up. */
function intoProject({ word, tool }: { word: string; tool: IngestTool }): { word: string; tool: IngestTool } {
  if (tool === 'ingest_file' || tool === 'ingest_folder') return { word, tool: 'ingest_from_source' }
  throw new Failure('unsupported', 'INVALID_INPUT', `A project cannot take ${targetNames[tool]} (${word}).`, {
    hint: 'Save it to a file first, or put it into a library: --library NAME',
  })
}

async function toolFor(target: string, { cwd, homedir }: Base): Promise<IngestTool> {
  if (target === '-') return 'ingest_content'
  if (/^https?:\/\//i.test(target)) return 'ingest_url'
  const path = target.startsWith('~/') ? join(homedir, target.slice(2)) : resolve(cwd, target)
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() ? 'ingest_folder' : 'ingest_file'
}

/** A flag that none of the targets can use was meant for something else. */
function refuseUseless<Services>(
  shared: Record<string, unknown>,
  plan: readonly { word: string; tool: IngestTool }[],
  rows: ReadonlyMap<IngestTool, ToolRow<Services>>,
): void {
  for (const field of Object.keys(shared)) {
    const isUseful = plan.some(({ tool }) => takes(rows.get(tool), field))
    if (isUseful) continue
    const takers = [...rows].flatMap(([tool, row]) => (takes(row, field) ? [targetNames[tool]] : []))
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `--${field.replaceAll('_', '-')} does not apply to ${plan.map(({ word }) => word).join(', ')}.`,
      { hint: `It is for ${takers.join(' or ')}.` },
    )
  }
}

function takes<Services>(row: ToolRow<Services> | undefined, field: string): boolean {
  return row?.inputSchema.properties?.[field] !== undefined
}
