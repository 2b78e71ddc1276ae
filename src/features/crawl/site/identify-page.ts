import { TextDecoder } from 'node:util'
import { charsetInside } from '../../../core/text/decode-text.ts'

/**
 * How a response is processed: parsed for links (html, markdown, listing), ingested (html, markdown, text, document)
 * or skipped (other).
 */
export type PageKind = 'html' | 'markdown' | 'text' | 'document' | 'listing' | 'other'

const documentTypes =
  /^application\/(pdf|epub\+zip|msword|rtf|vnd\.(ms-(excel|powerpoint)|openxmlformats-officedocument\.\w+ml\.\w+|oasis\.opendocument\.\w+))$|^text\/rtf$/
/** Possibly sitemaps or feeds; other XML is skipped later. */
const listingTypes = /^(text|application)\/((rss|atom)\+)?xml$/
const documentEndings = /\.(pdf|epub|docx?|pptx?|xlsx?|odt|ods|odp|rtf)$/i
const textEndings = /\.(md|markdown|mdx|txt|text|rst|adoc)$/i

/** Extensions of files that are never ingested. */
const otherEndings =
  /\.(png|jpe?g|gif|webp|avif|svgz?|ico|bmp|tiff?|css|m?js|map|json|wasm|woff2?|ttf|otf|eot|mp[34g]|m4[av]|webm|og[gva]|wav|flac|avi|mov|mkv|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|dmg|exe|msi|deb|rpm|apk|iso|jar|whl|bin|so|dll|class|pyc|inv|sig|asc|sha\d*|md5)$/i

export function isNeverDocument(normalized: string): boolean {
  return otherEndings.test(new URL(normalized).pathname)
}

/** Decides by the declared media type; if that is missing or generic, by the first bytes and the extension. */
export function identifyPage(url: string, mediaType: string | null, bytes: Uint8Array): PageKind {
  const { pathname } = new URL(url)
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html'
  if (mediaType === 'text/markdown' || mediaType === 'text/x-markdown') return 'markdown'
  if (mediaType !== null && documentTypes.test(mediaType)) return 'document'
  if (mediaType !== null && listingTypes.test(mediaType)) return 'listing'
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (mediaType === 'text/plain') return identifyPlain(pathname, start)
  if (mediaType !== null && !isVague(mediaType)) return 'other'
  if (start.startsWith('%PDF-')) return 'document'
  if (looksLikeHtml(start)) return 'html'
  if (documentEndings.test(pathname)) return 'document'
  if (textEndings.test(pathname) && !start.includes('\0')) return identifyPlain(pathname, start)
  return 'other'
}

/** Many servers send Markdown as plain text; llms.txt is Markdown by its specification. */
function identifyPlain(pathname: string, start: string): PageKind {
  if (start.includes('\0') || isNeverText(pathname)) return 'other'
  if (/\.(md|markdown|mdx)$/i.test(pathname) || /\/llms(-\w+)?\.txt$/i.test(pathname)) return 'markdown'
  return 'text'
}

function isNeverText(pathname: string): boolean {
  return otherEndings.test(pathname)
}

function isVague(mediaType: string): boolean {
  return /^(application\/(octet-stream|x-download|force-download|unknown)|binary\/octet-stream|unknown\/unknown)$/.test(
    mediaType,
  )
}

function looksLikeHtml(start: string): boolean {
  return /^\s*(?:\ufeff|ï»¿)?\s*(?:<!--[\s\S]{0,500}?-->\s*)?(?:<!doctype html|<html|<head|<body)\b/i.test(
    start,
  )
}

/**
 * Returns the charset to decode a page with. Non-ASCII text in another charset is almost never valid UTF-8, so valid
 * UTF-8 overrides what the header or the page declares, and a wrong declaration of UTF-8 is ignored.
 */
export function detectCharset(bytes: Uint8Array, declared: string | null): string | null {
  const isValid = isUtf8(bytes)
  if (isValid && bytes.some(byte => byte > 0x7f)) return 'utf-8'
  const claims = [declared, charsetInside(bytes)]
  return claims.find(claim => claim !== null && (isValid || !/^utf-?8$/i.test(claim))) ?? null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
