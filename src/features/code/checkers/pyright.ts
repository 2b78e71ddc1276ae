import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findLeash, findNetworkCut, permissionFlags } from '../../../adapters/confine/confine.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import { classOf } from '../check/other-at-run-time.ts'
import type { Diagnosis, Finding, KeptRepository, TypeChecker } from '../ports/type-checker.ts'
import { type LanguageServer, languageServer } from './language-server.ts'
import { isMadeElsewhere } from './made-elsewhere.ts'
import { optionalPackage } from './optional-package.ts'
import { writeWorkspace } from './python-workspace.ts'
import {
  calleeAt,
  type Diagnostic,
  isElided,
  isFieldDecorator,
  moduleBefore,
  type Position,
  type Read,
  readMessage,
} from './read-pyright.ts'
import { isInStubSubclass } from './stub-subclasses.ts'

/** The heap of the child. A check of a script over SQLAlchemy takes 450 MB. */
const heapMb = 1536

type Running = {
  child: ChildProcess
  server: LanguageServer
  /** What the workspace was written from, as `name version`. */
  loaded: ReadonlySet<string>
  version: number
  uri: string
  /** The folder of the stubs that Pyright brings along. */
  stubs: string
}

/** Pyright as a language server in a child without network, that may read its own files only. */
export function pyright(folder: string): TypeChecker {
  let running: Running | null = null

  async function close(): Promise<void> {
    const old = running
    running = null
    old?.child.kill('SIGKILL')
  }

  async function open(libraries: readonly KeptRepository[]): Promise<Running> {
    const wanted = libraries.map(keyOf)
    if (running && running.child.exitCode === null && wanted.every(key => running?.loaded.has(key)))
      return running
    await close()
    running = await start(folder, libraries)
    return running
  }

  return {
    async diagnose({ text }, libraries, { signal }) {
      throwIfAborted(signal)
      const onAbort = (): void => void close()
      signal.addEventListener('abort', onAbort)
      try {
        const current = await open(libraries)
        keepsUsAlive(current.child, true)
        show(current, withoutDirectives(text))
        const diagnosis = await readDiagnosis(current, text, libraries)
        keepsUsAlive(current.child, false)
        return diagnosis
      } catch (cause) {
        await close()
        if (signal.aborted) throw abortFailure(signal)
        throw cause instanceof Failure ? cause : stopped(cause)
      } finally {
        signal.removeEventListener('abort', onAbort)
      }
    },
    close,
  }
}

function keyOf({ repository, version }: KeptRepository): string {
  return `${repository.name} ${version}`
}

async function start(folder: string, libraries: readonly KeptRepository[]): Promise<Running> {
  const program = optionalPackage('pyright/langserver.index.js', 'npm install pyright')
  const stubs = join(dirname(program), 'dist/typeshed-fallback')
  await writeWorkspace(folder, libraries, stubs)
  const [command = execPath, ...words] = [...(await findNetworkCut()), ...(await findLeash()), execPath]
  const child = spawn(
    command,
    [
      ...words,
      '--no-warnings',
      ...permissionFlags({ temporaryFolder: folder, threads: true }),
      `--allow-fs-read=${join(dirname(program), '*')}`,
      `--max-old-space-size=${heapMb}`,
      // The built file has the ending of this one.
      fileURLToPath(new URL(`./pyright-child${extname(import.meta.url)}`, import.meta.url)),
      program,
      '--stdio',
    ],
    // Without a PATH it finds no interpreter to ask for its search paths.
    { env: { PATH: '', TMPDIR: folder, HOME: folder }, cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const root = pathToFileURL(folder).href
  const server = languageServer(child, {
    'workspace/configuration': () => [{}, {}, {}],
  })
  await server.request('initialize', {
    processId: null,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: 'script' }],
    capabilities: {
      workspace: { configuration: false, workspaceFolders: true },
      textDocument: { diagnostic: {}, completion: {}, definition: {} },
    },
  })
  server.notify('initialized', {})
  const loaded = new Set(libraries.map(keyOf))
  return { child, server, loaded, version: 0, uri: `${root}/script/__main__.py`, stubs }
}

function show(current: Running, text: string): void {
  current.version += 1
  const { server, uri, version } = current
  if (version === 1)
    server.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version, text } })
  else server.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] })
}

/** Comments that would change what Pyright reports are blanked; lines and columns stay. */
function withoutDirectives(text: string): string {
  return text.replace(
    /#\s*(pyright|type)\s*:\s*(ignore|basic|strict|standard|report)/g,
    found => `#${' '.repeat(found.length - 1)}`,
  )
}

async function readDiagnosis(
  current: Running,
  text: string,
  libraries: readonly KeptRepository[],
): Promise<Diagnosis> {
  const { server, uri } = current
  const answer = await server.request('textDocument/diagnostic', { textDocument: { uri } })
  // SAFETY: the protocol's answer to this request.
  const { items = [] } = answer as { items?: Diagnostic[] }
  const lines = text.split(/\r\n|\r|\n/)
  const unknown = new Set<string>()
  for (const { message, range } of items) {
    const silent = /^Type of "([^"]+)" is unknown/.exec(message)?.[1]
    if (silent !== undefined) unknown.add(`${range.end.line + 1} ${silent}`)
  }
  const told = items.flatMap(({ message, range }) => {
    const read = readMessage(message)
    const isNone =
      read === null || isFieldDecorator(lines, range) || (read.kind === 'call' && isElided(lines, range))
    return isNone ? [] : { read, range }
  })
  const members = memberLists(current, lines)
  // All requests are sent before the first answer: a script may have thousands of findings.
  const findings = await Promise.all(
    told.map(async ({ read, range }): Promise<Finding | null> => {
      const isMember = read.kind === 'member'
      if (isMember && (isStandardModule(current.stubs, read) || isOnlyStub(current.stubs, read, libraries)))
        return null
      // Where one part of a union has the member, it has a definition.
      if (isMember && (await isDefined(current, range.start))) return null
      const owner = classOf(read.owner ?? moduleBefore(lines, range.start))
      const hasMembers = isMember || (read.kind === 'import' && !read.name.includes('.'))
      return {
        ...read,
        owner: read.kind === 'call' ? calleeAt(lines, range.start) : read.owner,
        line: range.start.line + 1,
        candidates: hasMembers ? await members(read, range.start) : [],
        isCalled: isMember && isCall(lines, range.end),
        isInSubclass:
          isMember &&
          read.owner !== null &&
          (await isInStubSubclass(join(current.stubs, 'stdlib'), read.owner, read.name)),
        isInferred: false,
        isStandard: isStandard(current.stubs, owner),
        isMadeElsewhere: isMadeElsewhere(libraries, { owner, name: read.name }),
      }
    }),
  )
  return { findings: findings.filter(one => one !== null), unknown, problems: null }
}

/** Whether a module of the standard library is used without its own import (`xml.dom`): another module may import it. */
function isStandardModule(stubs: string, { owner, name }: Read): boolean {
  if (owner === null || !/^[\w.]+$/.test(owner)) return false
  const path = join(stubs, 'stdlib', ...owner.split('.'), name)
  return existsSync(`${path}.pyi`) || existsSync(join(path, '__init__.pyi'))
}

/** Whether a member is of a module that only Pyright's stubs of other packages describe. */
function isOnlyStub(stubs: string, { owner, message }: Read, libraries: readonly KeptRepository[]): boolean {
  if (owner === null || !message.includes(' of module ')) return false
  const [top = ''] = owner.split('.')
  const isOfTop = ({ module }: { module: string }) => module === top || module.startsWith(`${top}.`)
  return !isStandard(stubs, owner) && !libraries.some(({ repository }) => repository.files.some(isOfTop))
}

function isStandard(stubs: string, module: string): boolean {
  const path = join(stubs, 'stdlib', module.split('.')[0] || '-')
  return existsSync(path) || existsSync(`${path}.pyi`)
}

function isCall(lines: readonly string[], { line, character }: Position): boolean {
  return /^\s*\(/.test(lines[line]?.slice(character) ?? '')
}

async function isDefined({ server, uri }: Running, position: Position): Promise<boolean> {
  const answer = await server.request('textDocument/definition', { textDocument: { uri }, position })
  return Array.isArray(answer) && answer.length > 0
}

/** Lists the names that exist where another was written; asks once for all members of what is written before the dot. */
function memberLists({ server, uri }: Running, lines: readonly string[]) {
  const lists = new Map<string, Promise<string[]>>()
  async function ask(position: Position): Promise<string[]> {
    const answer = await server.request('textDocument/completion', { textDocument: { uri }, position })
    // SAFETY: the protocol's answer to this request.
    const { items = [] } = (answer ?? {}) as { items?: { label: string }[] }
    return items.map(({ label }) => label)
  }
  return ({ kind, owner }: Read, position: Position): Promise<string[]> => {
    const before = lines[position.line]?.slice(0, position.character).trim()
    const key = `${kind} ${owner} ${before}`
    const list = lists.get(key) ?? ask(position)
    lists.set(key, list)
    return list
  }
}

/** A child that waits must not keep this process alive. */
function keepsUsAlive(child: ChildProcess, isBusy: boolean): void {
  const pipes = [child.stdin, child.stdout] as ({ ref?(): void; unref?(): void } | null)[]
  for (const one of [child, ...pipes]) isBusy ? one?.ref?.() : one?.unref?.()
}

function stopped(cause: unknown): Failure {
  return new Failure('unavailable', 'CHECKER_STOPPED', 'The type checker for Python stopped.', {
    hint: 'Call again: it is started anew.',
    cause,
  })
}
