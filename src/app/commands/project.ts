import type { DeclaredProject, Project, ProjectChange } from '../../core/catalog/projects.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { Failure } from '../../core/model/failure.ts'
import type { App } from '../app.ts'
import { projectFields } from '../config/declared-projects.ts'

/** `quire project list`. */
export async function listProjects(app: App, { wantsJson, terminal }: CommandCall): Promise<number> {
  const { engine } = await app.open('error')
  const projects = await engine.projects.list()
  if (wantsJson) terminal.print(JSON.stringify(projects.map(onWire), null, 2))
  else if (projects.length === 0)
    terminal.print('There are no projects yet. Create one with: quire project add <id>')
  else
    terminal.print(
      renderTable(
        projects,
        [
          { title: 'PROJECT', cell: project => project.id },
          { title: 'COLLECTION', cell: project => project.collection, isFlexible: true },
          { title: 'MODEL', cell: project => project.model },
          { title: 'HYBRID', cell: project => (project.hybrid ? 'on' : 'off') },
          { title: 'REFERENCES', cell: project => project.references ?? '–', isFlexible: true },
        ],
        terminal,
      ),
    )
  return 0
}

/** `quire project add <id> [--references …]`. */
export async function addProject(app: App, call: CommandCall): Promise<number> {
  const { engine } = await app.open('error')
  const change = changeOf(app, call.values)
  await requireReferences(app, change, call.signal)
  const project = await engine.projects.add(String(call.values.id), change)
  return printProject(project, 'created', call)
}

/** `quire project set <id> [--top-k …]`. */
export async function setProject(app: App, call: CommandCall): Promise<number> {
  const { engine } = await app.open('error')
  const change = changeOf(app, call.values)
  if (Object.keys(change).length === 0)
    throw new Failure('invalid', 'INVALID_INPUT', 'There is nothing to change.', {
      hint: 'See what can be set with: quire project set --help',
    })
  await requireReferences(app, change, call.signal)
  return printProject(await engine.projects.set(String(call.values.id), change), 'changed', call)
}

/** `quire project show <id>`. */
export async function showProject(app: App, call: CommandCall): Promise<number> {
  const { engine } = await app.open('error')
  return printProject(await engine.projects.require(String(call.values.id)), null, call)
}

/** `quire project remove <id> --yes`: deletes a project and all its documents. */
export async function removeProject(app: App, { values, wantsJson, terminal }: CommandCall): Promise<number> {
  const { engine } = await app.open('error')
  const id = String(values.id)
  const { collection } = await engine.projects.require(id)
  const count = await engine.catalog.countIndexes(collection)
  if (values.yes !== true)
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `This would delete project '${id}' with ${count.documents} documents and ${count.chunks} chunks.`,
      { hint: 'Confirm with --yes. Files on disk are not changed.' },
    )
  const removed = { project: id, ...(await engine.projects.remove(id)) }
  if (wantsJson) terminal.print(JSON.stringify(removed, null, 2))
  else
    terminal.print(
      `${terminal.style.good('removed')}  ${id}  ${terminal.style.dim(`${removed.documents} documents, ${removed.chunks} chunks`)}`,
    )
  return 0
}

/** Checks the file of references now instead of at the first ingest. Throws when it is missing or has no references. */
async function requireReferences(
  app: App,
  { references: path }: ProjectChange,
  signal: AbortSignal,
): Promise<void> {
  if (typeof path !== 'string') return
  const { runtime, offered } = await app.open('error')
  const { files } = await runtime.services({})
  const readReferences = await offered('readReferences')
  await readReferences?.(await files.read(path, null, signal), signal)
}

/** Parses the flags by the same rules as the settings file. */
function changeOf(app: App, values: Record<string, unknown>): ProjectChange {
  const place = { folder: app.world.cwd, homedir: app.world.homedir }
  const project: DeclaredProject = { id: '' }
  for (const [name, { kind, set }] of projectFields) {
    const raw = values[name]
    if (raw === undefined || raw === null) continue
    const value = kind.parse(raw, place)
    if (value === undefined)
      throw new Failure(
        'invalid',
        'INVALID_INPUT',
        `--${name.replaceAll('_', '-')} must be ${kind.allowed}, but it is ${JSON.stringify(raw)}.`,
      )
    set(project, value)
  }
  const { id: _, ...change } = project
  return change
}

function printProject(project: Project, done: string | null, { wantsJson, terminal }: CommandCall): number {
  if (wantsJson) {
    terminal.print(JSON.stringify(onWire(project), null, 2))
    return 0
  }
  if (done !== null) terminal.print(`${terminal.style.good(done)}  ${project.id}`)
  const rows = Object.entries(onWire(project)).map(([name, value]) => ({ name, value: String(value ?? '–') }))
  terminal.print(
    renderTable(
      rows,
      [
        { title: 'FIELD', cell: row => row.name },
        { title: 'VALUE', cell: row => row.value, isFlexible: true },
      ],
      terminal,
    ),
  )
  return 0
}

/** A project with the field names of flags, settings files and contracts. */
function onWire(project: Project) {
  return {
    id: project.id,
    collection: project.collection,
    model: project.model,
    embedder: project.embedder,
    hybrid: project.hybrid,
    references: project.references,
    top_k: project.topK,
    max_top_k: project.maxTopK,
    max_chars_per_chunk: project.maxChars,
    max_tokens: project.policy.maxTokens,
    overlap_tokens: project.policy.overlapTokens,
    min_tokens: project.policy.minTokens,
    heading_context: project.policy.headingContext,
    declared_in: project.declaredIn ?? null,
    created_at: project.createdAt,
  }
}
