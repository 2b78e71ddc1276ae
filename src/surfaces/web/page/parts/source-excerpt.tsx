import { offers } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import type { GraphNode } from '../state/types.ts'
import { texts } from '../texts.ts'

/** Lines shown before and after the one that is opened. */
const around = 12

type SourceProps = { node: GraphNode; root: string | undefined }

/**
 * The source of a node at its line: read from the folder of the repository if this server may read it, else a link to where the
 * repository is.
 */
export function SourceExcerpt({ node, root }: SourceProps) {
  const line = Number(node.properties.line ?? 1)
  const first = Math.max(1, line - around)
  const isFolder = root !== undefined && !/^[\w+.-]+:|@/.test(root)
  const path = `${root}/${node.file}`
  const input = { path, start_line: first, end_line: line + around }
  const source = useTool<{ content: string }>(
    'system/read_file',
    isFolder && offers('read_file') ? input : null,
  )
  if (node.file === null) return null
  const text = source.value.value?.content
  const isWeb = root !== undefined && /^https?:/.test(root)
  return (
    <>
      <p class="quiet">
        {isWeb ? (
          <a
            href={`${root.replace(/\.git$/, '')}/blob/HEAD/${node.file}#L${line}`}
            target="_blank"
            rel="noreferrer"
          >
            {texts.graph.at(node.file, line)}
          </a>
        ) : (
          texts.graph.at(node.file, line)
        )}
      </p>
      {text === undefined ? null : (
        <pre class="source" tabindex={0}>
          {text.split('\n').map((row, at) => (
            <code key={at} class={first + at === line ? 'at' : ''}>
              {`${String(first + at).padStart(4)}  ${row}\n`}
            </code>
          ))}
        </pre>
      )}
      {source.error.value === null ? null : <p class="quiet">{source.error.value.message}</p>}
    </>
  )
}
