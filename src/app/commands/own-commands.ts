import { type CliOption, type Command, type CommandCall, option } from '../../core/contract/shell/command.ts'
import type { App } from '../app.ts'
import { projectCommands } from './project-commands.ts'
import { tokenCommands } from './token-commands.ts'

/** Commands that are not tools. Each imports its module when it runs, to keep the start of the others fast. */
export function ownCommands(app: App): readonly Command[] {
  return [
    {
      ...words('start'),
      group: 'Servers',
      summary: 'Serve over HTTP, with a sample library and instructions for newcomers',
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
        { line: 'quire serve --toolsets all', says: 'Offer all toolsets' },
        {
          line: 'quire serve --host 0.0.0.0 --token "$(openssl rand -hex 16)"',
          says: 'Allow other machines',
        },
        { line: 'quire serve --root ~/papers', says: 'Callers may ingest files from this folder only' },
      ],
      run: async call => (await import('./serve.ts')).serve(app, call),
    },
    {
      ...words('worker'),
      group: 'Servers',
      summary: 'Continue jobs that servers left unfinished, and make missing vectors, until it is stopped',
      details:
        'For stores that several machines share, such as PostgreSQL. Start as many as you like: each takes other jobs. A job whose process is silent for a minute is taken over; one that names a file is left to the machine that has it.',
      examples: [{ line: 'quire worker --config server.toml', says: 'With the settings of the servers' }],
      run: async call => (await import('./worker.ts')).worker(app, call),
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
      summary: 'Serve over the transport in the setting transport: stdio, http or sse; stdio by default',
      details:
        'For servers that a settings file configures. quire mcp always uses stdio, quire serve always uses HTTP.',
      examples: [{ line: 'quire run --config server.toml', says: 'With the settings of this file' }],
      run: async call => (await import('./run.ts')).run(app, call),
    },
    {
      ...words('open'),
      group: 'Documents',
      summary: 'Open the source of a hit at its page',
      details:
        'Starts the viewer or browser of your system. Prints the address instead when there is no display or the file is not a document.',
      positionals: [positional('hit')],
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
        'Writes documents as Markdown with their page maps, metadata and passages, as compressed JSON lines with checksums. With vectors, importing needs no embedding; without them the file is about half as large.',
      positionals: [positional('library'), positional('file')],
      options: [
        required('library', 'Library to write'),
        option('project', 'Project to write, instead of a library', { standsFor: 'library' }),
        required('file', 'File to write, usually named *.quire'),
        flag('vectors', 'Include the vectors', true),
        flag('force', 'Replace the file if it exists', false),
      ],
      examples: [
        { line: 'quire export papers papers.quire', says: 'Write a library to a file' },
        { line: 'quire export --project thesis thesis.quire', says: 'Write a project' },
      ],
      run: async call => (await import('./transfer.ts')).exportLibrary(app, call),
    },
    {
      ...words('import'),
      group: 'Libraries',
      summary: 'Read a library or project from a file that export wrote',
      details:
        'Restores documents with their ids, and a project with its settings. Passages are embedded again only if the file has no vectors or its vectors are from another model than this home uses.',
      positionals: [positional('file')],
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
    ...tokenCommands(app),
    ...agentCommands(app),
    {
      ...words('doctor'),
      group: 'Care',
      summary: 'Check that everything Quire needs is installed and works',
      options: [
        flag(
          'repair',
          'First build the index of vectors in Qdrant anew; without one, stop noting changes',
          false,
        ),
      ],
      examples: [
        { line: 'quire doctor --repair', says: 'After Qdrant has lost its data, or the database was copied' },
      ],
      run: async call => (await import('../doctor/doctor.ts')).doctor(app, call),
    },
    {
      ...words('backup'),
      group: 'Care',
      summary: 'Write a copy of everything that is stored to a folder, while servers run',
      details:
        'Writes one state of the database, with libraries, jobs, facts, code graphs and kept files, and a list of hashes. Models and settings are not in it. Restore it with quire restore.',
      positionals: [positional('folder')],
      options: [required('folder', 'Folder to write; it must not exist')],
      examples: [{ line: 'quire backup ~/backups/2026-11-18', says: 'A copy of this day' }],
      run: async call => (await import('./backup.ts')).backUp(app, call),
    },
    {
      ...words('restore'),
      group: 'Care',
      summary: 'Restore what quire backup wrote, into an empty home or database',
      details:
        'Compares the hash of every file first. Restores into a store of the same kind that holds nothing yet; choose it with --home or --store.',
      positionals: [positional('folder')],
      options: [required('folder', 'Folder that quire backup wrote')],
      examples: [{ line: 'quire restore ~/backups/2026-11-18 --home ~/restored', says: 'Into a new home' }],
      run: async call => (await import('./backup.ts')).restore(app, call),
    },
    {
      ...words('migrate'),
      group: 'Care',
      summary: 'Create the tables of the store, or bring them to the current version, before servers start',
      details:
        'Servers do this themselves when their database user may. With it, a user that owns the tables runs this command once per version, and servers run as another user, which --grant lets read and write, and nothing else.',
      options: [
        option('grant', 'Role of the PostgreSQL server that servers run as', { placeholder: 'ROLE' }),
      ],
      examples: [
        {
          line: 'quire migrate --store-file owner-url --grant quire_app',
          says: 'As the owner, for servers that run as quire_app',
        },
      ],
      run: async call => (await import('./migrate.ts')).migrate(app, call),
    },
    {
      ...words('move'),
      group: 'Care',
      summary:
        'Copy everything that is stored to another store, such as from a file to PostgreSQL, and compare it',
      details:
        'Copies libraries and projects with documents, passages, vectors, corrections, kept files and trash, facts, code graphs and tokens, and compares every document with its copy. Kept files go to the bucket when the settings name one. The source stays as it is. If it is interrupted, repeat it: it continues. Nothing may write to either store meanwhile. Jobs, audits and caches stay where they are.',
      options: [
        option('from', 'Store to copy; the one in the settings by default', { placeholder: 'STORE' }),
        option('to', 'Store to copy to; the one in the settings by default', { placeholder: 'STORE' }),
        option('without_bucket', 'Keep uploaded files with the target, also when originals.bucket is set', {
          kind: 'boolean',
        }),
      ],
      examples: [
        {
          line: 'quire move --from sqlite --to env:DATABASE_URL',
          says: 'From the home to the server whose address is in an environment variable',
        },
        {
          line: 'quire move --from env:DATABASE_URL --to sqlite --home ~/copy',
          says: 'From the server to a new home',
        },
      ],
      run: async call => (await import('./move.ts')).move(app, call),
    },
    {
      ...words('config', 'show'),
      group: 'Care',
      summary: 'Print every setting with its value and origin',
      examples: [{ line: 'quire config show --json', says: 'For scripts; secrets are masked as well' }],
      run: async call => (await import('./config-show.ts')).configShow(app, call),
    },
    {
      ...words('trust'),
      group: 'Care',
      summary: 'Trust the quire.toml of a folder, so that all its settings apply',
      details:
        'Anyone may have written the quire.toml of a working directory, so programs, addresses, models, roots, fetch rules and secrets in it are ignored. This command shows them, asks for confirmation, and stores a hash of the file. After any change the file must be trusted again.',
      positionals: [{ ...positional('file'), isRequired: false }],
      options: [
        option('file', 'The project file or its folder; ./quire.toml by default'),
        flag('yes', 'Trust it without confirmation', false),
        flag('list', 'List trusted files', false),
        flag('remove', 'Stop trusting it', false),
      ],
      examples: [
        { line: 'quire trust', says: 'Trust the quire.toml of this folder' },
        { line: 'quire trust --remove ~/thesis', says: 'Stop trusting it' },
      ],
      run: async call => (await import('./trust.ts')).trust(app, call),
    },
    {
      ...words('completion'),
      group: 'Care',
      summary: 'Print a completion script for a shell',
      positionals: [{ ...positional('shell'), placeholder: 'bash|zsh|fish' }],
      options: [{ ...required('shell', 'Your shell'), choices: ['bash', 'zsh', 'fish'] }],
      examples: [{ line: 'eval "$(quire completion bash)"', says: 'Add this line to ~/.bashrc' }],
      run: async call => (await import('./help.ts')).completion(app, call),
    },
    {
      ...words('eval'),
      group: 'Care',
      summary: 'Measure the quality of search on a set in BEIR format',
      details:
        'Ingests corpus.jsonl of the folder into a temporary home, runs queries.jsonl and prints nDCG@10, Recall@100, MRR@10 and latency for lexical, dense and hybrid search, by the judgements in qrels/<split>.tsv.',
      positionals: [positional('folder')],
      options: [
        required('folder', 'Folder of the set'),
        option('split', 'Which judgements to use', { default: 'test' }),
      ],
      examples: [{ line: 'quire eval ~/beir/nfcorpus --split dev', says: 'Use the development queries' }],
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

function positional(field: string): Command['positionals'][number] {
  return { field, isRepeatable: false, isRequired: true }
}

function required(field: string, description: string): CliOption {
  return option(field, description, { isRequired: true })
}

function flag(field: string, description: string, byDefault: boolean): CliOption {
  return option(field, description, { kind: 'boolean', negation: false, default: byDefault })
}

const agentGroup = 'Agents'

/** `quire generate` and `quire tokens`: for people who build agents with these tools. */
function agentCommands(app: App): readonly Command[] {
  return [
    {
      words: ['generate'],
      group: agentGroup,
      summary: 'Write a typed client module for every tool',
      details:
        'Writes one module per tool, an index per toolset and the client they share. Replaces and removes only files that an earlier run wrote. --toolsets chooses the toolsets; all by default.',
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
      summary: 'Print how many tokens the tool definitions cost a model, and how to save some',
      positionals: [],
      options: [
        option('tokenizer', 'How to count tokens', {
          choices: ['wordpiece', 'estimate'],
          default: 'wordpiece',
        }),
      ],
      examples: [{ line: 'quire tokens --tokenizer estimate', says: 'Estimate by characters' }],
      run: async call => (await import('./tokens.ts')).tokens(call),
    },
  ]
}
