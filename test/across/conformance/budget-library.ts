import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Value, World } from '../../contract/world.ts'
import { fromRoom } from '../../support/rooms.ts'

type MakeSpeech = (changes?: object) => Value
type Shelf = { folder: string; references: string }

const { addProject, writeShelf } = await fromRoom<{
  addProject(world: World, id: string): Promise<string>
  writeShelf(world: World, name: string): Promise<Shelf>
}>('citations', 'test/library.ts')
const { senateSpeech, speech } = await fromRoom<{ senateSpeech: MakeSpeech; speech: MakeSpeech }>(
  'hansard',
  'test/speeches.ts',
)
const { writeLibrary } = await fromRoom<{
  writeLibrary(folder: string): Promise<{ guide: string; page: string }>
}>('knowledge', 'test/library.ts')

/** Inputs with results long enough to be cut, for every tool that only reads. */
export type BudgetCases = Readonly<Record<string, readonly object[]>>

const subjects = ['gelatine', 'parchment', 'rag paper', 'wood pulp', 'oak gall ink', 'vellum', 'linen thread']

/** A home with short and long documents, code, a project, speeches, jobs and workflows. */
export async function fillLibrary(world: World): Promise<BudgetCases> {
  const { call, folder } = world
  for (const [place, subject] of subjects.entries())
    await call('ingest_content', {
      content: `# On ${subject}\n\n${paragraphs(subject, 3 + place * 2)}`,
      source: `${subject}.md`,
      library: place % 2 === 0 ? 'default' : 'bindery',
      metadata: { shelf: place, note: 'kept dry' },
    })
  const long = await call('ingest_content', {
    content: `# A long treatise\n\n${paragraphs('bookbinding', 60)}\n\n${'字'.repeat(900)}\n\n${'🙂'.repeat(300)}`,
    source: 'treatise.md',
  })
  const plant = await writeLibrary(folder)
  const driver = join(folder, 'plant', 'driver.md')
  await writeFile(driver, longExample())
  await call('ingest_documents', { file_paths: [plant.guide, plant.page, driver] })

  const project = await addProject(world, 'budget/thesis')
  await addProject(world, 'budget/other')
  const shelf = await writeShelf(world, 'budget-shelf')
  await writeFile(join(shelf.folder, 'sizing.md'), `# Sizing\n\n${sentences(40)}\n`)
  await call('ingest_from_source', {
    project,
    source: shelf.folder,
    options: { references_path: shelf.references },
  })
  const { items } = await call('query', { project, text: 'entities have an identity' })
  const sizing = await call('query', { project, text: 'the vat is stirred with a pole' })
  const binding = await call('search', { query: 'bookbinding', library: 'default' })

  const speeches: Value[] = []
  for (const [place, subject] of subjects.entries()) {
    const full_text = `Ms RYAN: ${paragraphs(subject, 4 + place)}`
    const make = place % 2 === 0 ? speech : senateSpeech
    speeches.push(await call('ingest_speech', make({ title: subject, full_text, date: `2024-06-1${place}` })))
  }

  await call('ingest_speech', speech({ title: 'Vats', full_text: sentences(9), date: '2024-07-01' }))

  const notes = join(folder, 'budget-notes')
  await mkdir(notes)
  for (let place = 0; place < 30; place++)
    await writeFile(join(notes, `note-${place}.md`), `Note ${place} about ${subjects[place % 7]}.`)
  await call('ingest_folder', { folder: notes })
  await call('ingest_folder', { folder: shelf.folder })
  const { jobs } = await call('list_jobs', {})

  const workflows: Value[] = []
  for (const subject of subjects) workflows.push(await call('create_workflow', workflow(subject)))

  const code = await writeCode(join(folder, 'budget-code'))
  await call('parse_github_repository', { repo_url: code })

  const question = 'how is paper made of linen and rags sized with gelatine'
  return {
    search: [
      { query: question, top_k: 12 },
      { query: 'binding', top_k: 30, explain: true },
      { query: 'nothing', library: 'knowledge' },
    ],
    get_document: [{ doc_id: long.doc_id }],
    list_documents: [{ limit: 100 }, { limit: 5, offset: 2 }],
    list_trash: [{}],
    list_libraries: [{}],
    server_info: [{}],
    query_hybrid: [{ project, text: 'boundaries', include_full_text: true }],
    query: [{ project, text: 'what is distinct', top_k: 5 }],
    find_chunks: [{ project, query: 'gelatine' }],
    get_passage: [
      { project, chunk_id: items[0].chunk_id, scope: 'section' },
      { project, chunk_id: sizing.items[0].chunk_id, scope: 'section' },
      { chunk_id: binding.results[0].chunk_id },
    ],
    verify_citation: [
      { library: 'default', quote: 'The sheet is dipped, pressed and hung to dry' },
      { project, quote: sentences(20) },
    ],
    format_citation: [{ project, citekey: 'cleanArchitecture2017', style: 'bibtex' }],
    list_projects: [{}],
    inspect_collection: [{ project, sample: 3 }],
    search_graphiti: [{ query: 'party and chamber of who spoke', library: 'hansard', match_count: 30 }],
    search_speeches: [{ query: 'gelatine and parchment', limit: 20, include_full_text: true }],
    get_speech: [{ speech_id: speeches[6].speech_id, include_chunks: true, include_context: true }],
    list_speakers: [{}],
    compare_speakers: [
      { topic: 'gelatine', speakers: [speech().speaker, senateSpeech().speaker], quotes_per_speaker: 10 },
      { topic: 'the vat and the pole', speakers: [speech().speaker, senateSpeech().speaker] },
    ],
    count_speeches_by_month: [{ query: 'gelatine' }],
    search_knowledge_base: [{ query: question, match_count: 20 }],
    search_code_examples: [{ query: 'read the pressure of the pump' }],
    get_available_sources: [{}],
    agent_query: [{ query: 'How long does the warranty of the water pump last?' }],
    query_knowledge_graph: [
      { command: 'repos' },
      { command: 'classes' },
      { command: 'class Press' },
      { command: 'method press' },
      { command: 'query MATCH (m:Method) RETURN m.full_name' },
    ],
    check_ai_script_hallucinations: [
      { script_content: 'from press import Press\nPress().squeeze()\nPress().press(1, 2)\n', details: true },
    ],
    show_graph: [{ of: 'Press' }, { of: 'budget-code', format: 'json', limit: 20 }],
    list_workflows: [{ limit: 250 }],
    get_workflow: [{ workflow_id: workflows[0].workflow_id }],
    search_tools: [
      { query: 'find documents', limit: 50 },
      { query: 'cite', detail_level: 'full', limit: 4 },
    ],
    list_directory: [{ path: 'servers/typescript/documents' }, { path: 'budget-notes' }],
    read_file: [{ path: 'servers/python/client.py' }, { path: 'servers/typescript/citations/query.ts' }],
    read_resource: [
      { uri: `quire://default/${long.doc_id}` },
      { uri: `quire://hansard/speeches/${speeches[0].speech_id}` },
    ],
    list_jobs: [{}],
    list_activity: [{}],
    check_server: [{}],
    get_job: [
      { job_id: jobs.at(-1).job_id, include_result: true },
      { job_id: jobs[0].job_id, limit: 3 },
    ],
  }
}

async function writeCode(folder: string): Promise<string> {
  await mkdir(folder)
  const methods = subjects.map((_, place) => `    def part_${place}(self, sheet: str, *, slowly=False): ...`)
  await writeFile(
    join(folder, 'press.py'),
    `class Press:\n    weight: int = 3\n    def press(self, sheet): ...\n${methods.join('\n')}\n`,
  )
  const classes = subjects.map((_, place) => `class Sheet${place}:\n    def press(self, sheet): ...\n`)
  await writeFile(join(folder, 'sheets.py'), classes.join('\n'))
  return folder
}

/** One paragraph, so that its chunks are long. */
function sentences(count: number): string {
  return Array.from(
    { length: count },
    (_, place) =>
      `On day ${place} the vat is stirred with a pole of ash and the size is kept at ${place} degrees.`,
  ).join(' ')
}

function longExample(): string {
  const lines = Array.from({ length: 60 }, (_, place) => `pump.write(${place}, "pressure of valve ${place}")`)
  return `# Driver\n\n${sentences(8)}\n\n\`\`\`python\n${lines.join('\n')}\n\`\`\`\n\n${sentences(8)}\n`
}

function paragraphs(subject: string, count: number): string {
  return Array.from(
    { length: count },
    (_, place) =>
      `Of ${subject} there is more to say in part ${place}. The sheet is dipped, pressed and hung to dry; “${subject}” — naïve as it may sound — costs ${place * 17} shillings a ream.\n\n## Part ${place}\n`,
  ).join('\n')
}

function workflow(name: string) {
  const nodes = Array.from({ length: 6 }, (_, place) => ({
    name: `Step ${place}`,
    type: 'n8n-nodes-base.noOp',
  }))
  return {
    name,
    nodes: [{ name: 'Daily', type: 'n8n-nodes-base.scheduleTrigger', parameters: { rule: {} } }, ...nodes],
    connections: { Daily: nodes.map(node => node.name) },
  }
}
