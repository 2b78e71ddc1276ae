import { type CliOption, type Command, type CommandCall, option } from '../../core/contract/shell/command.ts'
import type { App } from '../app.ts'
import { projectCommands } from './project-commands.ts'

/** Commands that are not tools. Each loads its file when it is run, so that one does not slow another down. */
export function ownCommands(app: App): readonly Command[] {
  return [
    {
      ...words('start'),
      group: 'Servers',
      summary: 'Serve over HTTP with a sample library and instructions: the place to begin',
      examples: [{ line: 'quire start --port 9000', says: 'On another port' }],
      run: async call => (await import('./start.ts')).start(app, call),
    },
    {
      ...words('serve'),
      group: 'Servers',
      summary: 'Serve MCP, REST and OpenAPI over HTTP',
      details:
        'Listens on 127.0.0.1:8321. MCP is at /mcp, REST at /api/v1, its description at /openapi.json. Listening on any other address needs --token.',
      examples: [
        { line: 'quire serve --toolsets all', says: 'Offer every toolset' },
        {
          line: 'quire serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"',
          says: 'Let other machines in',
        },
        { line: 'quire serve --root ~/papers', says: 'Callers may ingest files from there only' },
      ],
      run: async call => (await import('./serve.ts')).serve(app, call),
    },
    {
      ...words('mcp'),
      group: 'Servers',
      summary: 'Serve MCP over stdin and stdout, for a client that starts its servers itself',
      examples: [{ line: 'claude mcp add quire -- npx -y quire-mcp mcp', says: 'Add it to a client' }],
      run: async call => (await import('./mcp.ts')).mcp(app, call),
    },
    {
      ...words('run'),
      group: 'Servers',
      summary: 'Serve over the transport that the settings name: stdio unless transport says http or sse',
      details:
        'For a server that a settings file describes, as fastmcp.json did. quire mcp and quire serve name their transport themselves.',
      examples: [{ line: 'quire run --config server.toml', says: 'As that file says' }],
      run: async call => (await import('./run.ts')).run(app, call),
    },
    {
      ...words('open'),
      group: 'Documents',
      summary: 'Open the source of a hit at its page',
      details:
        'Starts the viewer or browser of your system. Where there is no display, and for files that are no documents, it prints the address instead.',
      positionals: [place('hit')],
      options: [
        required('hit', 'Id of a hit or of a document, or a file, http or https address'),
        option('page', 'Another page, counted from 1', { kind: 'integer' }),
      ],
      examples: [{ line: 'quire open 444789bc3580daba', says: 'The page that search found' }],
      run: async call => (await import('./open.ts')).openHit(app, call),
    },
    {
      ...words('export'),
      group: 'Libraries',
      summary: 'Write a library or project to one portable file',
      details:
        'Writes documents as Markdown with their page maps, metadata and passages, as compressed and checksummed JSON lines. With vectors, importing needs no embedding; without, the file is about half as large.',
      positionals: [place('library'), place('file')],
      options: [
        required('library', 'Library to write'),
        option('project', 'Project to write, instead of a library', { standsFor: 'library' }),
        required('file', 'File to write, usually named *.quire'),
        flag('vectors', 'Include the vectors', true),
        flag('force', 'Replace the file if it exists', false),
      ],
      examples: [
        { line: 'quire export papers papers.quire', says: 'A file to keep or send' },
        { line: 'quire export --project thesis thesis.quire', says: 'A project' },
      ],
      run: async call => (await import('./transfer.ts')).exportLibrary(app, call),
    },
    {
      ...words('import'),
      group: 'Libraries',
      summary: 'Read a library or project from such a file',
      details:
        'Restores documents under their own ids, a project with its settings. Passages are embedded again only where the file has no vectors or they were made with another model than this home uses.',
      positionals: [place('file')],
      options: [
        required('file', 'File that export wrote'),
        option('library', 'Import as a library of another name; documents then get new ids', {
          default: null,
        }),
      ],
      examples: [{ line: 'quire import papers.quire', says: 'Into a library of the same name' }],
      run: async call => (await import('./transfer.ts')).importLibrary(app, call),
    },
    ...projectCommands(app),
    ...agentCommands(app),
    {
      ...words('doctor'),
      group: 'Care',
      summary: 'Check that everything Quire needs is there and works',
      examples: [],
      run: async call => (await import('../doctor/doctor.ts')).doctor(app, call),
    },
    {
      ...words('config', 'show'),
      group: 'Care',
      summary: 'Print every setting, its value and where it came from',
      examples: [{ line: 'quire config show --json', says: 'For scripts; secrets are masked there too' }],
      run: async call => (await import('./config-show.ts')).configShow(app, call),
    },
    {
      ...words('trust'),
      group: 'Care',
      summary: 'Let the quire.toml of a folder set what only you may set',
      details:
        'A quire.toml in a working directory may come from anyone: programs, addresses, models, roots, fetch rules and secrets in it are ignored. This shows them, asks, and remembers the exact content of the file; after any change it asks again.',
      positionals: [{ ...place('file'), isRequired: false }],
      options: [
        option('file', 'The project file, or its folder; ./quire.toml unless given'),
        flag('yes', 'Trust it without being asked', false),
        flag('list', 'List the files that are trusted', false),
        flag('remove', 'Trust it no longer', false),
      ],
      examples: [
        { line: 'quire trust', says: 'The quire.toml of this folder' },
        { line: 'quire trust --remove ~/thesis', says: 'Take it back' },
      ],
      run: async call => (await import('./trust.ts')).trust(app, call),
    },
    {
      ...words('completion'),
      group: 'Care',
      summary: 'Print a completion script for a shell',
      positionals: [{ ...place('shell'), placeholder: 'bash|zsh|fish' }],
      options: [{ ...required('shell', 'Your shell'), choices: ['bash', 'zsh', 'fish'] }],
      examples: [{ line: 'eval "$(quire completion bash)"', says: 'In ~/.bashrc' }],
      run: async call => (await import('./help.ts')).completion(app, call),
    },
    {
      ...words('eval'),
      group: 'Care',
      summary: 'Measure how well search finds what it should, on a set in BEIR format',
      details:
        'Reads corpus.jsonl, queries.jsonl and qrels/<split>.tsv of the folder into a temporary home and prints nDCG@10, Recall@100, MRR@10 and latency for lexical, dense and hybrid search.',
      positionals: [place('folder')],
      options: [
        required('folder', 'Folder of the set'),
        option('split', 'Which judgements to use', { default: 'test' }),
      ],
      examples: [{ line: 'quire eval ~/beir/nfcorpus --split dev', says: 'Development queries' }],
      run: async call => {
        const { evalSet } = await import('./eval.ts')
        return evalSet(app, { ...call, values: { split: 'test', ...call.values } })
      },
    },
    {
      ...words('version'),
      group: 'Care',
      summary: 'Print the version',
      examples: [],
      run: async call => printVersion(app, call),
    },
    {
      ...words('help'),
      group: 'Care',
      summary: 'Explain a command; also: quire help settings, quire help exit-codes',
      positionals: [{ field: 'topic', isRepeatable: true, isRequired: false }],
      options: [option('topic', 'A command, a toolset, "settings" or "exit-codes"', { isRepeatable: true })],
      examples: [],
      run: async call => (await import('./help.ts')).help(app, call),
    },
  ]
}

async function printVersion(app: App, { wantsJson, terminal }: CommandCall): Promise<number> {
  const { version } = app.world
  terminal.print(wantsJson ? JSON.stringify({ name: 'quire', version }) : version)
  return 0
}

function words(...own: string[]): Pick<Command, 'words' | 'positionals' | 'options'> {
  return { words: own, positionals: [], options: [] }
}

function place(field: string): Command['positionals'][number] {
  return { field, isRepeatable: false, isRequired: true }
}

function required(field: string, description: string): CliOption {
  return option(field, description, { isRequired: true })
}

function flag(field: string, description: string, byDefault: boolean): CliOption {
  return option(field, description, { kind: 'boolean', negation: false, default: byDefault })
}

const agentGroup = 'Agents'

/** `quire generate` and `quire tokens`: for those who build agents on these tools. */
function agentCommands(app: App): readonly Command[] {
  return [
    {
      words: ['generate'],
      group: agentGroup,
      summary: 'Write a typed module for every tool, to be called from code',
      details:
        'Writes one module per tool, an index per toolset and the client they share. Only files that an earlier run wrote are replaced or removed. --toolsets chooses; without it all toolsets are written.',
      positionals: [],
      options: [
        option('lang', 'Language of the modules', {
          choices: ['typescript', 'python'],
          default: 'typescript',
        }),
        option('out', 'Folder to write to', { default: 'servers', placeholder: 'FOLDER' }),
      ],
      examples: [
        { line: 'quire generate --lang typescript --out servers/', says: 'For Node 22.18 and later' },
        { line: 'quire generate --lang python --out servers/', says: 'For Python 3.9 and later' },
      ],
      run: async call => (await import('./generate.ts')).generate(app, call),
    },
    {
      words: ['tokens'],
      group: agentGroup,
      summary: 'Tell what the definitions of tools cost a model, and what can be saved',
      positionals: [],
      options: [
        option('tokenizer', 'How to count', { choices: ['wordpiece', 'estimate'], default: 'wordpiece' }),
      ],
      examples: [{ line: 'quire tokens --tokenizer estimate', says: 'By characters' }],
      run: async call => (await import('./tokens.ts')).tokens(call),
    },
  ]
}
