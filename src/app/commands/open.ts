import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { linkTo } from '../../core/addresses/links.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'
import type { App } from '../app.ts'
import type { World } from '../world.ts'

/** `quire open <hit>`: opens the source of a hit or document at its page; prints the address when it cannot be opened. */
export async function openHit(app: App, { values, terminal, wantsJson }: CommandCall): Promise<number> {
  const page = typeof values.page === 'number' ? values.page : null
  if (page !== null && page < 1)
    throw new Failure('invalid', 'INVALID_INPUT', `--page must be at least 1, not ${page}.`)
  const { address, docId } = await findAddress(app, String(values.hit), page)
  const problem = await refusalOf(address, docId)
  const opened = problem === null && (await showAddress(address, app.world))
  if (wantsJson) terminal.print(JSON.stringify({ address, doc_id: docId, opened }, null, 2))
  else terminal.print(opened ? `${terminal.style.good('opened')}  ${address}` : address)
  if (!opened && !wantsJson)
    terminal.note(problem ?? 'There is no display, or no program to open it. Its address is printed instead.')
  return 0
}

type Found = { address: string; docId: string | null }

/** The id of a hit leads to its page, the id of a document to its beginning; an address is used as it is. */
async function findAddress(app: App, hit: string, page: number | null): Promise<Found> {
  if (/^[a-z][a-z0-9+.-]*:/i.test(hit)) {
    const address = allowedAddress(hit)
    return {
      address: page !== null && isPdfAddress(address) ? withPage(address, page) : address,
      docId: null,
    }
  }
  const { store } = (await app.open('error')).parts
  const [chunk] = await store.loadChunks([hit])
  const document = chunk?.document ?? (await store.readSummary(hit))
  if (document === null)
    throw new Failure('not_found', 'DOCUMENT_NOT_FOUND', `No hit or document has the id "${hit}".`, {
      hint: '`quire search` prints the ids of hits; ids change when a document is replaced.',
    })
  const link = linkTo(document, null)
  if (!/^(?:file|https?):/i.test(link))
    throw new Failure(
      'unsupported',
      'NO_ADDRESS',
      `"${document.source}" is neither a file nor a web address.`,
      {
        hint: `Print its text with: quire show ${document.id}`,
      },
    )
  const first = page ?? chunk?.chunk.pages?.first ?? null
  const isPdf = document.fileType === 'pdf' || isPdfAddress(link)
  return { address: isPdf && first !== null ? withPage(link, first) : link, docId: document.id }
}

function allowedAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  const isLocal = url?.host === '' && !/%2f/i.test(url.pathname)
  if (url !== null && (/^https?:$/.test(url.protocol) || (url.protocol === 'file:' && isLocal)))
    return url.href
  throw new Failure('unsupported', 'INVALID_URL', `"${address}" cannot be opened.`, {
    hint: 'Use the id of a hit or document, an http or https address, or the address of a file on this machine.',
  })
}

function isPdfAddress(address: string): boolean {
  return /\.pdf$/i.test(new URL(address).pathname)
}

function withPage(link: string, page: number): string {
  return `${link.replace(/#.*$/, '')}#page=${page}`
}

/** File types that viewers show. The system might execute other files when it opens them. */
const shownEndings = new Set(
  'pdf epub html htm xhtml md markdown txt text rst tex csv tsv json xml yaml yml doc docx odt rtf xls xlsx ods ppt pptx odp png jpg jpeg gif tif tiff webp svg'.split(
    ' ',
  ),
)

/** Returns why a file must not be opened, as a sentence; null when it may be opened. */
async function refusalOf(address: string, docId: string | null): Promise<string | null> {
  if (!address.startsWith('file:')) return null
  const path = fileURLToPath(address)
  const found = await stat(path).catch(() => null)
  if (found === null)
    throw new Failure('not_found', 'SOURCE_NOT_FOUND', `${path} no longer exists.`, {
      ...(docId === null ? {} : { hint: `Print the stored text with: quire show ${docId}` }),
    })
  const ending = extname(path).slice(1).toLowerCase()
  if (found.isFile() && shownEndings.has(ending)) return null
  return 'It is not a document: the system might execute it, so it is not opened. Its address is printed instead.'
}

/** A program that has not failed after this time counts as successful. */
const graceMs = 3_000

/** Starts the system's own opener, without a shell. Returns false when there is none or it fails. */
async function showAddress(address: string, { env }: World): Promise<boolean> {
  const opener = openerFor(platform(), env)
  if (opener === null) return false
  const [program, ...argv] = opener
  const child = spawn(program, [...argv, address], { stdio: 'ignore', detached: true, shell: false, env })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), graceMs)
  child.once('error', () => resolve(false))
  child.once('exit', code => resolve(code === 0))
  child.unref()
  return promise.finally(() => clearTimeout(timer))
}

/** Returns the program and its first arguments; null when there is no display. */
export function openerFor(system: string, env: World['env']): [string, ...string[]] | null {
  if (system === 'darwin') return ['open']
  // `start` is a command of the shell; this is what it calls for an address.
  if (system === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  const hasDisplay = [env.DISPLAY, env.WAYLAND_DISPLAY].some(display => (display ?? '') !== '')
  return hasDisplay ? ['xdg-open'] : null
}
