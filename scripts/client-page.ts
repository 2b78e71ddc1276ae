export type Snippet = { host: string; file: string; format: 'json' | 'toml' | 'sh'; text: string }

const url = 'http://127.0.0.1:8321/mcp'

/** What to paste where, for the common hosts: started by the host, or reached over HTTP. */
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
    `Strict modes (\`convertSchemasToStrict\` of \`@openai/agents\`, \`strict: true\` of OpenAI's functions) need closed objects. ${all - without.length} of ${all} tools have a strict form as they are. The others take a map whose keys are the caller's own, as their contracts say, and no closed schema can say that:`,
    without.map(({ tool, map }) => `- \`${tool}\`: \`${map}\``).join('\n'),
    'The SDK offers these without strict mode by itself (it logs a warning); where you convert schemas yourself, give them `strict: false`. Filters are closed objects in the schema; a strict model sends null for conditions that it does not need, and they are left out. Metadata in the filter of `search` is sent as pairs of `key` and `value`; a plain map is taken too.',
  ]
}

/** The snippets run what npm fetches; the other ways to have Quire only change the command. */
function commandSection(name: string): string[] {
  const rows = [
    ['published on npm, nothing to install', `npx -y ${name} mcp`],
    [`\`npm install -g ${name}\`, or the packed \`.tgz\` in its place`, 'quire mcp'],
    ['a checkout, after `npm install`', 'node /path/to/quire/bin/quire.js mcp'],
    ['a Node older than 22.19', `npx -y -p node@24 -p ${name} quire mcp`],
  ]
  return [
    '## The command',
    'Quire needs Node 22.19 or newer (a checkout any Node from 20 on, because it brings its own). The snippets below use the first row; for another, its first word goes to `command` and the rest to `args`.',
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
    'Hosts that start their servers themselves run `quire mcp`. Those that connect over HTTP need `quire serve` running; where it asks for a token, they send it as `Authorization: Bearer <token>`. Only some tools are offered at first; `?toolsets=all` at the end of the address, or `"--toolsets", "all"` after `"mcp"`, offers every one, and `search_tools` with `call_tool` reaches the others without.',
    'A choice of toolsets when starting (`--toolsets`, `QUIRE_TOOLSETS`, `toolsets` in quire.toml) is a boundary: addresses and `call_tool` then reach nothing beyond it, and `?toolsets=` can only narrow it.',
    'For a model with little room, `lean` lists two tools only, `search_tools` and `call_tool`: `"--toolsets", "lean"` or `/mcp?toolsets=lean`. They reach the default toolsets, or those named beside it (`lean,hansard`).',
    'Over HTTP without a token, file tools open no folder; name one with `--root`, or upload the file. Bodies are taken as `application/json` only, and pages of other origins are refused (docs/security.md).',
    ...commandSection(name),
    ...sections,
    ...strictSection(strict),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}
