import type { ComponentChildren } from 'preact'
import { ErrorNote, Warnings } from '../parts/error-note.tsx'
import { JobList } from '../parts/job-list.tsx'
import { callTool } from '../state/api.ts'
import { isLoaded, offers } from '../state/catalog.ts'
import { useLoaded } from '../state/load.ts'
import { texts } from '../texts.ts'

type ServerInfo = {
  name: string
  version: string
  platform: string
  runtime: string
  home: string
  store: string
  store_state: string
  store_problem?: string
  embedding_model: string
  embedding_dimensions: number
  toolsets: string[]
  roots: string[] | null
  note: string
  warnings: string[]
}

/** What this server is, where its data is, and what it is doing. */
export function StatusScreen() {
  const info = useLoaded<ServerInfo>(() =>
    isLoaded.value ? abort => callTool('documents/server_info', {}, abort) : null,
  )
  const found = info.value.value
  return (
    <div class="status-screen">
      <h1>{texts.status.title}</h1>
      <ErrorNote error={info.error.value} />
      {found === null ? null : (
        <>
          <dl class="facts">
            <Fact name={texts.status.version}>{found.version}</Fact>
            <Fact name={texts.status.runtime}>
              {found.runtime}, {found.platform}
            </Fact>
            <Fact name={texts.status.home}>{found.home}</Fact>
            <Fact name={texts.status.store}>{found.store}</Fact>
            <Fact name={texts.status.storeState}>{found.store_problem ?? found.store_state}</Fact>
            <Fact name={texts.status.model}>{found.embedding_model}</Fact>
            <Fact name={texts.status.toolsets}>{found.toolsets.join(', ')}</Fact>
            <Fact name={texts.status.roots}>{rootsText(found.roots)}</Fact>
          </dl>
          <h2>{texts.status.warnings}</h2>
          {found.warnings.length === 0 ? <p class="quiet">{texts.status.none}</p> : null}
          <Warnings warnings={found.warnings} />
        </>
      )}
      {offers('list_jobs') ? <JobList /> : null}
    </div>
  )
}

function rootsText(roots: readonly string[] | null): string {
  if (roots === null) return texts.status.allRoots
  return roots.length === 0 ? texts.status.noRoots : roots.join(', ')
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
