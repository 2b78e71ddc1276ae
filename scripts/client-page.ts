export type Snippet = { host: string; file: string; format: 'json' | 'toml' | 'sh'; text: string }

const url = 'http://127.0.0.1:8321/mcp'

/** Configuration of common hosts, which start the server themselves or connect over HTTP. */
export function clientSnippets(name: string): Snippet[] {
  const command = 'npx'
  const args = ['-y', name, 'mcp']
  const stdio = { command, args }
  const json = (host: string, file: string, value: object): Snippet => ({
    host,
    file,
    format: 'json',
    text: JSON.stringify(value, null, 2),
  })
  return [
    json('Claude Desktop', 'claude_desktop_config.json', { mcpServers: { quire: stdio } }),
    {
      host: 'Claude Code',
      file: 'a shell',
      format: 'sh',
      text: [
        `claude mcp add quire -- ${command} ${args.join(' ')}`,
        `claude mcp add --transport http quire ${url}`,
      ].join('\n'),
    },
    json('Claude Code, for a project', '.mcp.json', { mcpServers: { quire: { type: 'stdio', ...stdio } } }),
    json('Cursor', '.cursor/mcp.json', { mcpServers: { quire: stdio } }),
    json('Cursor, over HTTP', '.cursor/mcp.json', { mcpServers: { quire: { url } } }),
    json('VS Code', '.vscode/mcp.json', { servers: { quire: { type: 'stdio', ...stdio } } }),
    json('VS Code, over HTTP', '.vscode/mcp.json', { servers: { quire: { type: 'http', url } } }),
    json('Windsurf', '~/.codeium/windsurf/mcp_config.json', { mcpServers: { quire: stdio } }),
    json('Zed', 'settings.json', { context_servers: { quire: { source: 'custom', ...stdio } } }),
    json('Gemini CLI', '~/.gemini/settings.json', { mcpServers: { quire: stdio } }),
    {
      host: 'Codex',
      file: '~/.codex/config.toml',
      format: 'toml',
      text: `[mcp_servers.quire]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}`,
    },
  ]
}

export type StrictForms = { all: number; without: readonly { tool: string; map: string }[] }

function strictSection({ all, without }: StrictForms): string[] {
  return [
    '## Strict schemas',
    `Strict modes (\`convertSchemasToStrict\` of \`@openai/agents\`, \`strict: true\` of OpenAI's functions) need closed objects. ${all - without.length} of ${all} tools have a strict form. The others take a map with keys that the caller chooses, as their contracts require, and a closed schema cannot express that:`,
    without.map(({ tool, map }) => `- \`${tool}\`: \`${map}\``).join('\n'),
    'The SDK offers these without strict mode and logs a warning; if you convert schemas yourself, use `strict: false` for them. Filters are closed objects in the schema; a strict model sends null for conditions that it does not need, and Quire ignores them. Metadata in the filter of `search` is sent as pairs of `key` and `value`; a plain map is accepted too.',
  ]
}

/** The snippets use `npx`; other ways to install Quire only change the command. */
function commandSection(name: string): string[] {
  const rows = [
    ['published on npm, nothing to install', `npx -y ${name} mcp`],
    [`installed with \`npm install -g ${name}\` (or the packed \`.tgz\`)`, 'quire mcp'],
    ['a checkout, after `npm install`', 'node /path/to/quire/bin/quire.js mcp'],
    ['published on npm, and your Node is older than 22.19', `npx -y -p node@24 -p ${name} quire mcp`],
  ]
  return [
    '## The command',
    'Quire needs Node 22.19 or newer (a checkout needs Node 20 or newer, because it installs its own). The snippets below use the first row; for another row, put its first word into `command` and the rest into `args`.',
    [
      '| Quire is | command |',
      '|---|---|',
      ...rows.map(([how, command]) => `| ${how} | \`${command}\` |`),
    ].join('\n'),
  ]
}

export function clientPage(name: string, strict: StrictForms): string {
  const sections = clientSnippets(name).flatMap(({ host, file, format, text }) => [
    `## ${host}`,
    `In ${file === 'a shell' ? file : `\`${file}\``}:`,
    `\`\`\`${format}\n${text}\n\`\`\``,
  ])
  return [
    '# Connecting a client',
    'Hosts that start their servers themselves run `quire mcp`. Hosts that connect over HTTP need a running `quire serve`; if it has a token, they send it as `Authorization: Bearer <token>`. By default a server lists only some tools; `?toolsets=all` at the end of the address, or `"--toolsets", "all"` after `"mcp"`, lists all of them, and `search_tools` with `call_tool` reaches tools that are not listed.',
    'A choice of toolsets when the server starts (`--toolsets`, `QUIRE_TOOLSETS`, `toolsets` in quire.toml) is a boundary: resource addresses and `call_tool` then reach no other toolset, and `?toolsets=` can only narrow it.',
    'For a model with a small context, `lean` lists only two tools, `search_tools` and `call_tool`: `"--toolsets", "lean"` or `/mcp?toolsets=lean`. They reach the default toolsets, or those listed after it (`lean,hansard`).',
    'Over HTTP without a token, file tools open no folder; name one with `--root`, or upload the file. Request bodies must be `application/json`, and requests from pages of other origins are refused ([security](security.md)).',
    ...commandSection(name),
    ...sections,
    ...strictSection(strict),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
