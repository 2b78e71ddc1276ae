import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { loadToolsets } from '../../../src/app/load-features.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { writePython } from '../../../src/surfaces/client/python.ts'
import { writeTypescript } from '../../../src/surfaces/client/typescript.ts'
import { type Sender, secret, staysWithItsHost } from '../../support/redirecting-host.ts'

const run = promisify(execFile)

const senders: Record<string, Sender> = {
  'generated TypeScript': async (url, t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-client-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'client.ts'), writeTypescript(await tools()).get('client.ts') ?? '')
    const script = `import { callMcpTool, setMcpServerToken, setMcpServerUrl } from ${JSON.stringify(join(folder, 'client.ts'))}
      setMcpServerUrl('${url}'); setMcpServerToken('${secret}'); await callMcpTool('search', {})`
    await writeFile(join(folder, 'run.ts'), script)
    return run(process.execPath, [join(folder, 'run.ts')])
  },
  'generated Python': async (url, t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-client-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'client.py'), writePython(await tools()).get('client.py') ?? '')
    const script = `import client; client.set_mcp_server_url('${url}'); client.set_mcp_server_token('${secret}'); client.call_mcp_tool_sync('search', {})`
    return run('python3', ['-c', script], { cwd: folder })
  },
}

async function tools() {
  return toolTable(await loadToolsets())
}

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
)

for (const [name, send] of Object.entries(senders))
  test(
    `${name}: the secret does not follow a redirect to another host`,
    {
      skip: name === 'generated Python' && !hasPython && 'there is no python3 here',
    },
    t => staysWithItsHost(send, t),
  )
