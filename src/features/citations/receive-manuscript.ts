import { basename } from 'node:path'
import { invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { FilesUpload, UploadedFile } from '../../core/contract/upload.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import type { RawSource } from '../../core/model/source.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import type { Services } from './services.ts'

const fields = {
  project: { type: 'string', description: 'Project id' },
  library: { type: 'string', description: 'Library instead of a project' },
  annotate: { type: 'string', description: '"docx" or "html": also return a copy with remarks' },
  only_problems: { type: 'boolean', default: false, description: 'Return only what is wrong' },
} as const

/**
 * Checks an uploaded manuscript: the first file of the form; the others are the files that LaTeX includes. Nothing is
 * stored. Undefined when the tool is not mounted.
 */
export function receiveManuscript({
  table,
  runtime,
}: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): FilesUpload<Host> | undefined {
  const row = table.find('verify_manuscript')
  if (row === undefined) return undefined
  return {
    path: `/api/v1/${row.toolset.name}/${row.tool.name}`,
    toolset: row.toolset,
    fields,
    receive(files, given, call) {
      const input = {
        path: files[0]?.name ?? '',
        ...textField(given, 'project'),
        ...textField(given, 'library'),
        ...textField(given, 'annotate'),
        only_problems: booleanOf(given.only_problems),
      }
      return invoke<Host>(uploadRow(row, files), { ...call, input }, runtime)
    },
  }
}

function textField(given: Readonly<Record<string, string>>, name: string): Record<string, string> {
  const value = given[name]?.trim() ?? ''
  return value === '' ? {} : { [name]: value }
}

/** Any other text is returned unchanged, so that the schema of the tool rejects it. */
function booleanOf(text = 'false'): boolean | string {
  return text === 'true' || text === 'false' ? text === 'true' : text
}

/** `verify_manuscript` for bytes that are already here, so that limits, wording and logging are the same. */
function uploadRow(row: ToolRow<Host>, files: readonly UploadedFile[]): ToolRow<Services> {
  const [main, ...others] = files.map(toRaw)
  return {
    ...row,
    tool: {
      ...row.tool,
      async run(context, input) {
        const { checkFile } = await import('./manuscript/check-file.ts')
        // SAFETY: invoke has parsed the input with the schema of verify_manuscript.
        const asked = input as Parameters<typeof checkFile>[1]
        // SAFETY: a form without a file is refused before it gets here.
        const raw = main as RawSource
        const readBeside = async (path: string) => {
          const name = path.replace(/^(?:\.\/)+/, '')
          const file = others.find(other => other.source === name || other.name === basename(name))
          return file === undefined ? null : decodeText(file).text
        }
        return checkFile(context, asked, { raw, readBeside, isUpload: true })
      },
    },
  }
}

function toRaw({ name, bytes, mediaType }: UploadedFile): RawSource {
  const path = name.replaceAll('\\', '/')
  const type = mediaType.split(';')[0]?.trim() || null
  return {
    source: path,
    name: basename(path),
    bytes,
    mediaType: type === 'application/octet-stream' ? null : type,
    charset: null,
    lastModified: null,
    fileType: null,
  }
}
