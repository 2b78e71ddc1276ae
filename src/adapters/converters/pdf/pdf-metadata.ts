import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { cleanDoi, trimDoi } from '../../../core/text/doi.ts'

/**
 * The DOI that a file declares for itself: in a dedicated field of its XMP packet or document information, else the
 * only DOI in its identifier, subject or keywords. Null when there is none.
 */
export async function readDoi(document: PDFDocumentProxy): Promise<string | null> {
  try {
    const { info, metadata } = await document.getMetadata()
    const facts: Record<string, unknown> = { ...info }
    const xmp = readXmp(String(metadata?.getRaw() ?? ''))
    const custom = facts.Custom instanceof Map ? [...facts.Custom] : []
    const fields: [string, unknown][] = [...Object.entries(facts), ...custom, ...xmp]
    const declared = fields
      .filter(([name]) => ownField.test(name))
      .map(([, value]) => cleanDoi(String(value)))
    const mentioned = fields
      .filter(([name]) => mentioningField.test(name))
      .map(([, value]) => onlyDoi(String(value)))
    return [...declared, ...mentioned].find(doi => doi !== null) ?? null
  } catch {
    // Unknown metadata costs the DOI only.
    return null
  }
}

/** Matches `doi`, `prism:doi`, `pdfx:doi`, `crossmark:DOI`, `WPS-ARTICLEDOI`. */
const ownField = /(?:^|[:_-])(?:article)?doi$/i
const mentioningField = /^(?:dc:identifier|prism:url|subject|dc:description|keywords|pdf:keywords)$/i

/** Names and values of an XMP packet, written as elements, lists inside elements, or attributes. */
function readXmp(packet: string): [string, string][] {
  const elements = [
    ...packet.matchAll(/<([\w.-]+:[\w.-]+)(?:\s[^<>]*)?>([^<]*(?:<\/?rdf:[^<>]*>[^<]*)*)<\/\1>/g),
  ]
  const attributes = [...packet.matchAll(/\s([\w.-]+:[\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  return [
    ...elements.map(([, name = '', value = '']): [string, string] => [name, value.replace(/<[^<>]*>/g, ' ')]),
    ...attributes.map(([, name = '', double, single]): [string, string] => [name, double ?? single ?? '']),
  ].map(([name, value]) => [name, decodeEntities(value).trim()])
}

function decodeEntities(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

/** Null when there are several: none of them identifies the file then. */
function onlyDoi(text: string): string | null {
  const found = [...text.matchAll(/(?:doi\.org\/|(?<![\w./]))(10\.\d{4,9}(?:\.\d+)*\/[^\s"<>|]+)/gi)]
  const dois = new Set(found.map(([, doi = '']) => cleanDoi(trimDoi(doi))))
  return dois.size === 1 ? ([...dois][0] ?? null) : null
}

/** The title that the file declares; null for none and for placeholders that programs write (file names). */
export async function readTitle(document: PDFDocumentProxy): Promise<string | null> {
  try {
    const { info } = await document.getMetadata()
    const declared: unknown = 'Title' in info ? info.Title : null
    if (typeof declared !== 'string') return null
    const title = declared.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
    return /\p{L}/u.test(title) && !isPlaceholder(title) ? title : null
  } catch {
    // Unknown metadata costs the title only.
    return null
  }
}

function isPlaceholder(title: string): boolean {
  return /^(untitled|microsoft (word|powerpoint|excel) - |slide 1$|document\d*$)|\.(docx?|pdf|indd|qxd|tex|pptx?|dvi|p65|fm)$/i.test(
    title,
  )
}
