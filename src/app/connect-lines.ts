import { join, sep } from 'node:path'
import type { Terminal } from '../core/contract/shell/terminal.ts'
import type { World } from './world.ts'

/** What to paste where: the addresses, and an MCP client's configuration for stdio and for HTTP. */
export function connectLines(
  world: Pick<World, 'packageFolder'>,
  server: { url: string; hasToken: boolean },
  { style }: Terminal,
): string {
  const { url } = server
  const quire = isPackage(world.packageFolder) ? 'quire' : 'npx quire'
  const headers = server.hasToken ? { headers: { Authorization: 'Bearer <your token>' } } : {}
  const overHttp = { type: 'http', url: `${url}/mcp`, ...headers }
  return [
    style.bold('Addresses'),
    `  MCP       ${style.accent(`${url}/mcp`)}`,
    `  REST      ${style.accent(`${url}/api/v1`)}`,
    `  OpenAPI   ${style.accent(`${url}/openapi.json`)}`,
    '',
    style.bold('For an MCP client that starts its servers itself'),
    indent(JSON.stringify({ mcpServers: { quire: stdioCommand(world.packageFolder) } }, null, 2)),
    '',
    style.bold('For an MCP client that connects over HTTP, while this is running'),
    indent(JSON.stringify({ mcpServers: { quire: overHttp } }, null, 2)),
    '',
    `Add your own with ${style.accent(`${quire} ingest <path>`)}, ask with ${style.accent(`${quire} search "…"`)}. Ctrl-C stops the server.`,
  ].join('\n')
}

/** A package is started through npx, a checkout by its own path. */
function stdioCommand(packageFolder: string): { command: string; args: string[] } {
  if (isPackage(packageFolder)) return { command: 'npx', args: ['-y', 'quire-mcp', 'mcp'] }
  return { command: 'node', args: [join(packageFolder, 'bin', 'quire.js'), 'mcp'] }
}

function isPackage(folder: string): boolean {
  return folder.split(sep).includes('node_modules')
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ')
}
