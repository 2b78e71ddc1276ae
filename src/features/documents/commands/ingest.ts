import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CliOption, Command, CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Services } from '../services.ts'

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

type Host = CommandHost<Services>

/** `quire ingest <target>…`: a file, a folder, a web address or piped text, each to the tool that takes it. */
export function ingestCommand(host: Host): Command {
  return {
    words: ['ingest'],
    tools: ingestTools,
    group: 'Documents',
    summary: 'Add files, folders, web pages or piped text to a library or project',
    details:
      'Adds each target to a library. A path is read as a file, a folder with everything readable below it, an http(s) address is fetched, and "-" takes text from a pipe under the label that --source gives. What has not changed is skipped; what has is replaced. With --project, files and folders go into a project, with the metadata of its references. With --json, one target gives its answer and several give a list of them.',
    positionals: [{ field: 'target', isRepeatable: true, isRequired: true }],
    get options() {
      return [targetOption, ...sharedOptions(host)]
    },
    examples: [
      { line: 'quire ingest paper.pdf', says: 'One file into the default library' },
      { line: 'quire ingest ~/papers --library papers', says: 'A folder, with progress' },
      { line: 'quire ingest ~/papers --project thesis', says: 'Into a project, to be cited' },
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

/** Every option of these tools once, but for those the target fills. */
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

/** Projects are fed from files, whose references are looked up. */
function intoProject({ word, tool }: { word: string; tool: IngestTool }): { word: string; tool: IngestTool } {
  if (tool === 'ingest_file' || tool === 'ingest_folder') return { word, tool: 'ingest_from_source' }
  throw new Failure('unsupported', 'INVALID_INPUT', `A project cannot take ${targetNames[tool]} (${word}).`, {
    hint: 'Save it to a file first, or put it into a library: --library NAME',
  })
}

async function toolFor(target: string, { cwd, homedir }: Host['world']): Promise<IngestTool> {
  if (target === '-') return 'ingest_content'
  if (/^https?:\/\//i.test(target)) return 'ingest_url'
  const path = target.startsWith('~/') ? join(homedir, target.slice(2)) : resolve(cwd, target)
  const found = await stat(path).catch(() => null)
  return found?.isDirectory() ? 'ingest_folder' : 'ingest_file'
}

/** A flag that none of the targets can use was meant for something else. */
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
