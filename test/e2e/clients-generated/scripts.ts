/** The same program in both languages: the calls, in order. */
export const calls = [
  'ingest_content',
  'search',
  'list_documents',
  'list_libraries',
  'list_projects',
  'list_jobs',
  'list_speakers',
  'search_speeches',
  'search_tools',
  'call_tool',
  'list_directory',
  'read_file',
]

export const typescriptScript = `
import {
  citations, documents, hansard, McpToolError, setMcpServerCommand, setMcpServerToken, setMcpServerUrl, system,
} from './ts/index.ts'

const [where = '', ...rest] = process.argv.slice(2)
if (where === 'stdio') setMcpServerCommand(rest)
else setMcpServerUrl(where)
if (where !== 'stdio' && rest[0] !== undefined) setMcpServerToken(rest[0])

const answers: Record<string, unknown> = {
  ingest_content: await documents.ingestContent({
    content: '# Paper\\n\\nAcid turns cheap paper brown.', source: 'paper.md', metadata: { year: 1985 },
  }),
  search: await documents.search({ query: 'brown paper', filter: { metadata: [{ key: 'year', value: 1985 }] }, sort: 'newest' }),
  list_documents: await documents.listDocuments(),
  list_libraries: await documents.listLibraries(),
  list_projects: await citations.listProjects(),
  list_jobs: await system.listJobs({ states: ['failed'] }),
  list_speakers: await hansard.listSpeakers(),
  search_speeches: await hansard.searchSpeeches({ query: 'water', limit: 3 }),
  search_tools: await system.searchTools({ query: 'a quote', detail_level: 'name' }),
  call_tool: await system.callTool({ name: 'list_libraries' }),
  list_directory: await system.listDirectory({ path: 'servers/python' }),
  read_file: await system.readFile({ path: 'servers/README.md', end_line: 3 }),
}
const failures: Record<string, string> = {}
const failing: [string, () => Promise<unknown>][] = [
  ['get_document', () => documents.getDocument({ doc_id: 'none' })],
  ['get_job', () => system.getJob({ job_id: 'none' })],
  ['get_speech', () => hansard.getSpeech({ speech_id: 'none' })],
  ['query', () => citations.query({ project: 'none', text: 'x' })],
]
for (const [name, call] of failing) {
  try {
    await call()
  } catch (error) {
    if (error instanceof McpToolError) failures[name] = error.message
  }
}
const unlike = ['correlation_id', 'embedding_time_ms', 'search_time_ms', 'total_time_ms']
const replacer = (key: string, value: unknown) => (unlike.includes(key) ? undefined : value)
console.log(JSON.stringify({ answers, failures }, replacer))
`

export const pythonScript = `
import asyncio
import json
import sys

from servers import McpToolError, set_mcp_server_command, set_mcp_server_token, set_mcp_server_url
from servers.citations import list_projects, query
from servers.documents import get_document, ingest_content, list_documents, list_libraries, search
from servers.hansard import get_speech, list_speakers, search_speeches
from servers.system import call_tool, get_job, list_directory, list_jobs, read_file, search_tools

UNLIKE = {"correlation_id", "embedding_time_ms", "search_time_ms", "total_time_ms"}


def plain(value):
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items() if key not in UNLIKE}
    return [plain(entry) for entry in value] if isinstance(value, list) else value


async def main():
    where, *rest = sys.argv[1:]
    if where == "stdio":
        set_mcp_server_command(rest)
    else:
        set_mcp_server_url(where)
        if rest:
            set_mcp_server_token(rest[0])
    answers = {
        "ingest_content": await ingest_content(
            content="# Paper\\n\\nAcid turns cheap paper brown.", source="paper.md", metadata={"year": 1985}
        ),
        "search": await search("brown paper", filter={"metadata": [{"key": "year", "value": 1985}]}, sort="newest"),
        "list_documents": await list_documents(),
        "list_libraries": await list_libraries(),
        "list_projects": await list_projects(),
        "list_jobs": await list_jobs(states=["failed"]),
        "list_speakers": await list_speakers(),
        "search_speeches": await search_speeches("water", limit=3),
        "search_tools": await search_tools("a quote", detail_level="name"),
        "call_tool": await call_tool("list_libraries"),
        "list_directory": await list_directory("servers/python"),
        "read_file": await read_file("servers/README.md", end_line=3),
    }
    failures = {}
    for name, work in [
        ("get_document", get_document("none")),
        ("get_job", get_job("none")),
        ("get_speech", get_speech("none")),
        ("query", query(project="none", text="x")),
    ]:
        try:
            await work
        except McpToolError as error:
            failures[name] = str(error)
    print(json.dumps({"answers": plain(answers), "failures": failures}))


asyncio.run(main())
`
