import type { Address, Attachment, Email } from 'postal-mime'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { asBrokenSource } from '../text/make-converted.ts'
import { prepareHtml } from '../web/html-to-markdown.ts'
import { convertMail, type Mail } from './mail.ts'

/** Mails as programs save and send them (RFC 5322, MIME). Mails inside are attachments. */
export const emlConverter: Converter = {
  name: 'eml',
  version: 1,
  formats: ['eml'],
  isolated: true,
  holdsFiles: true,
  prepare: () => Promise.all([prepareEml(), prepareHtml()]),
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    try {
      return await convertMail(raw, 'eml', await readMail(raw))
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a mail', error)
    }
  },
}

function prepareEml(): Promise<unknown> {
  return import('postal-mime')
}

/** Parts nested deeper are an attack. */
const maxNestingDepth = 100
const maxHeadersSize = 2_000_000

async function readMail(raw: RawSource): Promise<Mail> {
  const { default: PostalMime } = await import('postal-mime')
  const email = await PostalMime.parse(withoutPrologue(raw.bytes), {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth,
    maxHeadersSize,
  }).catch((error: unknown) => {
    throw wordLimit(error, raw.name)
  })
  return mailOf(email)
}

/** The mailbox line `From address date` and blank lines before the headers are not part of the mail. */
function withoutPrologue(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex(byte => byte !== 10 && byte !== 13 && byte !== 32 && byte !== 9)
  return start > 0 ? bytes.subarray(start) : bytes
}

function wordLimit(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || !/nesting depth|header.*size/i.test(error.message)) return error
  return new Failure(
    'too_large',
    'SOURCE_TOO_LARGE',
    `${name} exceeds the limits of mails: ${error.message}`,
    {
      hint: `A mail may have ${maxNestingDepth} levels of parts and ${maxHeadersSize / 1_000_000} MB of headers.`,
      cause: error,
    },
  )
}

function mailOf(email: Email): Mail {
  return {
    subject: email.subject ?? '',
    from: writeAddress(email.from ?? email.sender),
    to: (email.to ?? []).map(writeAddress),
    cc: (email.cc ?? []).map(writeAddress),
    date: isoDate(email.date),
    messageId: email.messageId?.replace(/^<|>$/g, '') ?? null,
    facts: [],
    text: mendUtf8(email.text ?? ''),
    html: mendUtf8(email.html ?? ''),
    files: email.attachments.map(file => ({
      name: file.filename,
      bytes: bytesOf(file),
      mediaType: file.mimeType,
      isInline: file.related === true || file.disposition === 'inline',
    })),
    warnings: [],
  }
}

/**
 * Mends text that was written as UTF-8 and declared as Latin-1, a common mistake of programs that send mail: "Iâ€™m"
 * becomes "I’m". Text whose characters are not valid UTF-8 when read as bytes is returned unchanged.
 */
export function mendUtf8(text: string): string {
  if (!/[\u0080-\u{10ffff}]/u.test(text)) return text
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < 0x100 ? code : byteOf.get(code)
    if (byte === undefined) return text
    bytes[at] = byte
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return text
  }
}

/** The characters of windows-1252 beyond Latin-1. */
const byteOf = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)).charCodeAt(0), byte] as const
  }),
)

/** "Tim Allison <tim@example.org>"; a group is written by its name. */
function writeAddress(address: Address | undefined): string {
  if (address === undefined) return ''
  if (address.address === undefined) return address.name
  if (address.name === '' || address.name === address.address) return address.address
  return address.address === '' ? address.name : `${address.name} <${address.address}>`
}

function isoDate(date: string | undefined): string | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}
