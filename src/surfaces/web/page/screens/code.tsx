import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { ActionForm } from '../parts/action-form.tsx'
import { ErrorNote, SwitchedOff } from '../parts/error-note.tsx'
import { GraphPicture } from '../parts/graph-picture.tsx'
import { ScriptCheck } from '../parts/script-check.tsx'
import { SourceExcerpt } from '../parts/source-excerpt.tsx'
import { TextField } from '../parts/text-field.tsx'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { addressOf, go, query } from '../state/router.ts'
import type { Graph, GraphNode } from '../state/types.ts'
import { texts } from '../texts.ts'

type Repositories = { data?: { details?: { name: string; source: string; files: number }[] } }

/** Code as a graph to walk in, and scripts checked against it. */
export function CodeScreen() {
  const parsed = useSignal(0)
  const input = isLoaded.value ? { command: 'repos' } : null
  const repositories = useTool<Repositories>('graph/query_knowledge_graph', input, { again: parsed.value })
  const known = repositories.value.value?.data?.details ?? []
  const of = useSignal(query.value.get('of') ?? '')
  // Not useEffect, which waits for the next frame: it would overwrite what is typed before.
  useLayoutEffect(() => {
    of.value = query.value.get('of') ?? ''
  }, [query.value])
  if (repositories.error.value?.code === 'FEATURE_DISABLED')
    return (
      <div class="code-screen">
        <h1>{texts.nav.code}</h1>
        <SwitchedOff error={repositories.error.value} />
      </div>
    )
  // Forms would move, and lose what is typed, when the list comes.
  if (repositories.value.value === null && repositories.error.value === null)
    return (
      <div class="code-screen">
        <h1>{texts.nav.code}</h1>
      </div>
    )
  // Without a repository there is one thing to do first.
  const isEmpty = known.length === 0
  const parseForm = (
    <ParseForm
      done={() => {
        parsed.value += 1
      }}
    />
  )
  return (
    <div class="code-screen">
      <h1>{texts.nav.code}</h1>
      <p class="quiet">{texts.graph.start}</p>
      <ErrorNote error={repositories.error.value} />
      <ul class="examples">
        {known.map(({ name, files }) => (
          <li key={name}>
            <a class="button" href={addressOf('/code', { of: name })}>
              {texts.graph.repository(name, files)}
            </a>
          </li>
        ))}
      </ul>
      {isEmpty ? parseForm : null}
      {isEmpty ? null : (
        <form
          class="row"
          onSubmit={event => {
            event.preventDefault()
            go(addressOf('/code', { of: of.value.trim() }))
          }}
        >
          <TextField label={texts.graph.entity} value={of} isWide required />
          <button type="submit" class="primary">
            {texts.graph.show}
          </button>
        </form>
      )}
      {query.value.get('of') ? (
        <Walk sources={new Map(known.map(({ name, source }) => [name, source]))} />
      ) : null}
      <ScriptCheck />
      {isEmpty ? null : parseForm}
    </div>
  )
}

/** A graph around an entity; choosing a node shows it, and its neighbours can be added. */
function Walk({ sources }: { sources: ReadonlyMap<string, string> }) {
  const chosen = useSignal<GraphNode | null>(null)
  const hidden = useSignal<ReadonlySet<string>>(new Set())
  const input = { of: query.value.get('of'), format: 'json', limit: 80 }
  const graph = useTool<Graph>('graph/show_graph', isLoaded.value ? input : null)
  const found = graph.value.value
  // A node that was chosen while the graph was loaded stays chosen.
  useLayoutEffect(() => {
    chosen.value = found?.nodes.find(({ id }) => id === chosen.peek()?.id) ?? null
  }, [found])
  if (found === null) return <ErrorNote error={graph.error.value} />
  const kinds = [...new Set(found.nodes.map(({ label }) => label))].sort()
  const nodes = found.nodes.filter(({ label }) => !hidden.value.has(label))
  const shown = new Set(nodes.map(({ id }) => id))
  const node = chosen.value
  return (
    <section aria-label={texts.graph.picture} aria-busy={graph.isLoading.value}>
      <p class="quiet">
        {texts.graph.count(found.node_count, found.edge_count)} {found.limited ? texts.graph.limited : ''}
      </p>
      <fieldset class="kinds">
        <legend>{texts.graph.kinds}</legend>
        {kinds.map(kind => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={!hidden.value.has(kind)}
              onChange={() => {
                const next = new Set(hidden.value)
                if (!next.delete(kind)) next.add(kind)
                hidden.value = next
              }}
            />{' '}
            {kind}
          </label>
        ))}
      </fieldset>
      <GraphPicture
        nodes={nodes}
        edges={found.edges.filter(({ from, to }) => shown.has(from) && shown.has(to))}
        chosen={node?.id ?? null}
        choose={next => {
          chosen.value = next
        }}
      />
      {node === null ? null : (
        <div class="card">
          <p>
            <strong>{node.full_name ?? node.name}</strong> <span class="badge">{node.label}</span>{' '}
            <a class="button" href={addressOf('/code', { of: node.full_name ?? node.name })}>
              {texts.graph.expand}
            </a>
          </p>
          {typeof node.properties.signature === 'string' ? <code>{node.properties.signature}</code> : null}
          <SourceExcerpt key={node.id} node={node} root={sources.get(node.repository ?? '')} />
        </div>
      )}
    </section>
  )
}

function ParseForm({ done }: { done(): void }) {
  const address = useSignal('')
  const action = useAction()
  const send = () =>
    action.run(async report => {
      await callLong('graph/parse_github_repository', { repo_url: address.value }, { report })
      done()
    })
  return (
    <ActionForm
      title={texts.graph.address}
      name={texts.graph.parse}
      send={send}
      action={action}
      waiting={texts.graph.parsing}
    >
      <TextField
        label={texts.graph.addressLabel}
        value={address}
        isWide
        required
        placeholder="https://github.com/…"
      />
    </ActionForm>
  )
}
