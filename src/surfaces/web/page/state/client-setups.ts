/** The configuration of a client, and a link that adds it where the client understands one. */
export type ClientSetup = { client: string; file: string; text: string; link: string | null }

type Connection = {
  origin: string
  hasToken: boolean
  /** The toolsets that the client lists; null for those of the server. */
  toolsets: readonly string[] | null
}

/** Configurations for common clients to connect to this server. */
export function clientSetups({ origin, hasToken, toolsets }: Connection): ClientSetup[] {
  const url = `${origin}/mcp${toolsets === null ? '' : `?toolsets=${toolsets.join(',')}`}`
  const flags = toolsets === null ? [] : ['--toolsets', toolsets.join(',')]
  const headers = hasToken ? { headers: { Authorization: 'Bearer <your token>' } } : {}
  const json = (value: object) => JSON.stringify(value, null, 2)
  const forCode = { name: 'quire', type: 'http', url, ...headers }
  return [
    {
      client: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      text: json({ mcpServers: { quire: { command: 'npx', args: ['-y', 'quire-mcp', 'mcp', ...flags] } } }),
      link: null,
    },
    {
      client: 'Claude Code',
      file: 'a shell',
      text: `claude mcp add --transport http quire "${url}"${hasToken ? ' --header "Authorization: Bearer <your token>"' : ''}`,
      link: null,
    },
    {
      client: 'Cursor',
      file: '.cursor/mcp.json',
      text: json({ mcpServers: { quire: { url, ...headers } } }),
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=quire&config=${encodeURIComponent(btoa(JSON.stringify({ url, ...headers })))}`,
    },
    {
      client: 'VS Code',
      file: '.vscode/mcp.json',
      text: json({ servers: { quire: { type: 'http', url, ...headers } } }),
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(forCode))}`,
    },
    {
      client: 'Other clients',
      file: 'the settings of the client',
      text: json({ mcpServers: { quire: { type: 'http', url, ...headers } } }),
      link: null,
    },
  ]
}
