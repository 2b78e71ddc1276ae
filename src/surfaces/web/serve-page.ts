import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** The page for people: files that `scripts/build-page.ts` wrote, served without a token because they hold no data. */
export type WebPage = {
  /** The HTML of the page, for every address of it. */
  document(request: Request): Response
  /** A script, style or picture of the page; null when there is none with that name. */
  asset(name: string, request: Request): Response | null
}

/** Addresses of the page. The page itself reads the rest of the address. */
export const pagePaths: readonly string[] = [
  '/search',
  '/read/*',
  '/verify',
  '/ask',
  '/add',
  '/library',
  '/library/*',
  '/hansard',
  '/hansard/*',
  '/code',
  '/facts',
  '/connect',
  '/status',
  '/sign-in',
]

export const assetsPath = '/assets/'

/** Loads the built page into memory; null when it was not built. */
export async function loadWebPage(folder: string): Promise<WebPage | null> {
  const html = await readFile(join(folder, 'index.html')).catch(() => null)
  if (html === null) return null
  const names = (await readdir(join(folder, 'assets'))).filter(name => mediaTypes.has(extname(name)))
  const assets = new Map(
    await Promise.all(names.map(async name => [name, await loadFile(join(folder, 'assets', name))] as const)),
  )
  const page = { plain: html, gzip: await readFile(join(folder, 'index.html.gz')).catch(() => null) }
  return {
    document: request => respond(page, request, documentHeaders),
    asset(name, request) {
      const file = assets.get(name)
      if (file === undefined) return null
      const type = mediaTypes.get(extname(name)) ?? 'application/octet-stream'
      return respond(file, request, { ...assetHeaders, 'Content-Type': type })
    },
  }
}

type LoadedFile = { plain: Uint8Array; gzip: Uint8Array | null }

async function loadFile(path: string): Promise<LoadedFile> {
  return { plain: await readFile(path), gzip: await readFile(`${path}.gz`).catch(() => null) }
}

const mediaTypes = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
])

/**
 * Scripts and styles come from this server only, nothing is loaded from elsewhere, and no other page may show this one. There
 * is no exception for inline scripts and styles.
 */
const documentHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** The name of an asset contains the hash of its content, so that it never changes. */
const assetHeaders = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }

function respond(file: LoadedFile, request: Request, headers: Record<string, string>): Response {
  const isGzip = file.gzip !== null && /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const body = isGzip ? file.gzip : file.plain
  return new Response(new Uint8Array(body ?? file.plain), {
    headers: { ...headers, ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}) },
  })
}

/** Whether a person's browser asks for a page, and not a program for JSON. */
export function wantsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}
