import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

// biome-ignore lint/suspicious/noExplicitAny: answers of tools, looked at field by field
export type Answer = any

/** A Quire server that is connected to the n8n under test, and functions that inspect that n8n directly. */
export type Trial = {
  /** Where Quire listens, for workflows that call it. */
  quire: string
  /** Calls a tool and expects a result, or the error code given. */
  step(what: string, tool: string, input: object, failsWith?: string): Promise<Answer>
  /** Calls a tool without reporting the outcome; returns its value or its error. */
  ask(tool: string, input: object): Promise<Answer>
  /** Calls a tool through the CLI, with other settings. */
  askWith(env: Record<string, string>, tool: string, argv: readonly string[]): Promise<Answer>
  expect(what: string, holds: boolean, shown?: unknown): void
  /** Repeats the check until it is true, because n8n publishes in the background. */
  expectSoon(what: string, holds: () => Promise<boolean>): Promise<void>
  notTried(what: string, why: string): void
  /** Calls n8n’s own API directly. */
  n8n(method: string, path: string, body?: object): Promise<{ status: number; body: Answer }>
  /** Returns the status of a request to a webhook of n8n. */
  call(address: string): Promise<number>
  /** Workflows to delete at the end, also after an error. */
  created: Set<string>
  close(): Promise<string[]>
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const program = join(root, 'bin/quire.js')

export async function openTrial({ url, key }: { url: string; key: string }): Promise<Trial> {
  const home = await mkdtemp(join(tmpdir(), 'quire-try-n8n-'))
  const env = { ...process.env, QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash' }
  const server = await startQuire(env)
  const api = `${url.replace(/\/+$/, '').replace(/\/api\/v\d+$/, '')}/api/v1`
  const skipped: string[] = []
  const created = new Set<string>()

  function noKey(what: string, text: string): void {
    if (text.includes(key)) throw new Error(`${what} showed the key.`)
  }
  function expect(what: string, holds: boolean, shown?: unknown): void {
    if (!holds) throw new Error(`Failed: ${what}. ${shown === undefined ? '' : JSON.stringify(shown)}`)
    console.log(`ok    ${what}`)
  }
  async function ask(tool: string, input: object): Promise<Answer> {
    const response = await fetch(`${server.url}/api/v1/system/call_tool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: tool, arguments: input }),
    })
    const text = await response.text()
    noKey(tool, text)
    const answer = JSON.parse(text)
    if (answer.error !== undefined) return { error: answer.error.details?.failure?.error ?? answer.error }
    const { result } = answer
    if (tool === 'create_workflow') created.add(result.workflow_id)
    if (tool === 'delete_workflow') created.delete(result.workflow_id)
    const leaked = result.data && ['activeVersion', 'shared'].filter(name => name in result.data)
    if (leaked?.length > 0) throw new Error(`${tool} showed ${leaked.join(' and ')}.`)
    return result
  }

  return {
    quire: server.url,
    created,
    ask,
    expect,
    async askWith(more, tool, argv) {
      const args = [program, 'workflows', tool, ...argv, '--json']
      const said: { stdout: string; stderr: string } = await run(process.execPath, args, {
        env: { ...env, ...more },
      }).catch(error => error)
      noKey(tool, `${said.stdout}${said.stderr}`)
      return JSON.parse(said.stdout === '' ? '{"error":{"message":"no answer"}}' : said.stdout)
    },
    async step(what, tool, input, failsWith) {
      const answer = await ask(tool, input)
      const reason = answer.error?.details?.reason
      if (answer.error !== undefined && (failsWith === undefined || reason !== failsWith))
        throw new Error(`${what}: ${JSON.stringify(answer.error)}`)
      if (answer.error === undefined && failsWith !== undefined)
        throw new Error(`${what}: expected the error ${failsWith}, got ${JSON.stringify(answer)}`)
      console.log(`ok    ${what}${answer.error === undefined ? '' : `: ${answer.error.message}`}`)
      for (const warning of answer.warnings ?? []) console.log(`      ${warning}`)
      return answer
    },
    async expectSoon(what, holds) {
      for (let look = 0; look < 60 && !(await holds()); look++) await wait(250)
      expect(what, await holds())
    },
    notTried(what, why) {
      skipped.push(`${what}: ${why}`)
    },
    async n8n(method, path, body) {
      const response = await fetch(`${api}${path}`, {
        method,
        headers: { 'x-n8n-api-key': key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null }
    },
    async call(address) {
      const origin = api.replace('/api/v1', '')
      const target = address.startsWith('http') ? address : `${origin}/webhook/${address}`
      return (await fetch(target)).status
    },
    async close() {
      for (const workflow_id of created) await ask('delete_workflow', { workflow_id }).catch(() => null)
      server.child.kill()
      await new Promise(resolve => server.child.once('exit', resolve))
      await rm(home, { recursive: true, force: true })
      return skipped
    },
  }
}

async function startQuire(env: NodeJS.ProcessEnv): Promise<{ url: string; child: ChildProcess }> {
  const args = [program, 'serve', '--port', '0', '--json', '--log-level', 'error', '--toolsets', 'all']
  const child = spawn(process.execPath, [...args, '--fetch-allow', '127.0.0.1'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) return { url: JSON.parse(line).url, child }
  throw new Error('Quire did not start.')
}
