import type { ToolTable } from '../src/core/contract/tool-table.ts'

export type Package = {
  name: string
  version: string
  description: string
  license: string
  mcpName?: string
}

/** Names of this server in the MCP registry and in desktop hosts. */
const registryName = 'io.github.quire-mcp/quire'

const summary = 'Search papers, books, sites and code from any agent, with exact citations.'

/** `server.json` for the MCP registry. */
export function serverJson({ name, version, mcpName = registryName }: Package) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Quire',
    description: summary,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          {
            name: 'QUIRE_HOME',
            description: 'Folder that holds the database and everything Quire keeps',
            format: 'filepath',
          },
          {
            name: 'QUIRE_TOOLSETS',
            description: 'Toolsets to offer, separated by commas; "all" is every one',
            default: 'documents,citations,system',
          },
          {
            name: 'QUIRE_ROOTS',
            description: 'Folders that file tools are confined to',
            format: 'filepath',
          },
          {
            name: 'N8N_API_URL',
            description: 'Address of n8n’s API, for the workflows toolset',
          },
          { name: 'N8N_API_KEY', description: 'Key of n8n, for the workflows toolset', isSecret: true },
        ],
      },
    ],
  }
}

/** The manifest of an MCPB bundle: one small file that desktop hosts install, which starts the published package. */
export function mcpbManifest<Services>(
  { name, version, description, license }: Package,
  table: ToolTable<Services>,
) {
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Quire',
    version,
    description: summary,
    long_description: description,
    author: { name: 'Quire' },
    license,
    server: {
      type: 'node',
      entry_point: launcher,
      mcp_config: {
        command: 'node',
        args: [`${variable('__dirname')}/${launcher}`],
        env: { QUIRE_HOME: variable('user_config.home'), QUIRE_TOOLSETS: variable('user_config.toolsets') },
      },
    },
    tools: table.rows.map(({ tool }) => ({ name: tool.name, description: firstSentence(tool.description) })),
    tools_generated: true,
    keywords: ['search', 'citations', 'documents', 'knowledge'],
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18.0.0' } },
    user_config: {
      home: {
        type: 'directory',
        title: 'Home',
        description: 'Folder that holds the database and everything Quire keeps',
        required: false,
        default: `${variable('HOME')}/.quire`,
      },
      toolsets: {
        type: 'string',
        title: 'Toolsets',
        description: 'Toolsets to offer, separated by commas; "all" is every one',
        required: false,
        default: 'documents,citations,system',
      },
    },
  }
}

/** The program that the bundle starts, beside the manifest. */
const launcher = 'server/launch.mjs'

/** The format's placeholder for a value that the host fills in. */
function variable(name: string): string {
  return `\${${name}}`
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? text
}
