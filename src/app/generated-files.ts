import type { Toolset } from '../core/contract/define-toolset.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import type { Feature } from '../core/feature.ts'
import { generatedMark } from '../surfaces/client/names.ts'
import { loadContents } from './load-features.ts'

/**
 * What this server generates about itself, always current because it is written from the tools it serves: client
 * modules below `servers`, workflows below `templates`. Made by the first look.
 */
export function generatedFiles<Services>(
  toolsets: () => Promise<readonly Toolset<Services>[]>,
  features: readonly Feature[],
): () => Promise<ReadonlyMap<string, string>> {
  let files: Promise<ReadonlyMap<string, string>> | null = null
  return () => {
    files ??= toolsets().then(filled => write(filled, features))
    return files
  }
}

async function write<Services>(
  toolsets: readonly Toolset<Services>[],
  features: readonly Feature[],
): Promise<ReadonlyMap<string, string>> {
  const [{ writeTypescript }, { writePython, writePythonAliases }, contents] = await Promise.all([
    import('../surfaces/client/typescript.ts'),
    import('../surfaces/client/python.ts'),
    Promise.all(features.map(loadContents)),
  ])
  const table = toolTable(toolsets.filter(toolset => toolset.isHidden !== true))
  return new Map([
    ['servers/README.md', readme],
    ...below('servers', writePythonAliases(table)),
    ...below('servers/typescript', writeTypescript(table)),
    ...below('servers/python', writePython(table)),
    ...contents.flatMap(({ templateFiles }) => below('templates', templateFiles?.() ?? new Map())),
  ])
}

function below(folder: string, files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].map(([path, text]) => [`${folder}/${path}`, text])
}

const readme = `<!-- ${generatedMark}. Do not edit. -->

# Tools as code

One typed module per tool: \`typescript/<toolset>/<tool>.ts\`, \`python/<toolset>/<tool>.py\`. Read the one you need,
import it, call it; answers stay in your program. The folder is a Python package too: \`servers.mongo_rag\` has the tools of
the toolset knowledge, \`servers.crawl4ai_rag\` those of crawl. A server writes these files to \`servers\` in its home when
it starts; to have them elsewhere:

    quire generate --lang typescript --out servers/
    quire generate --lang python --out servers/

The client reads QUIRE_URL (default http://127.0.0.1:8321) and QUIRE_TOKEN. A failure is an exception:
\`MCP tool '<name>' failed with <CODE>: <message>\`.
`
