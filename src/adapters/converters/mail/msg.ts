import type { AttachmentData, FieldsData } from '@kenjiuno/msgreader'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { charsetInside, decodeText } from '../../../core/text/decode-text.ts'
import { openCompound } from '../compound/compound-file.ts'
import { readRtf } from '../office/rtf.ts'
import { asBrokenSource, brokenSource } from '../text/make-converted.ts'
import { convertMail, type Mail, type MailFile } from './mail.ts'

/** Messages, notes and appointments that Outlook saves. */
export const msgConverter: Converter = {
  name: 'msg',
  version: 1,
  formats: ['msg'],
  isolated: true,
  holdsFiles: true,
  prepare: prepareMsg,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    try {
      // The library would follow a damaged chain of sectors for ever.
      openCompound(raw.bytes)
      return await convertMail(raw, 'msg', await readMessage(raw, signal))
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as an Outlook message', error)
    }
  },
}

function prepareMsg(): Promise<unknown> {
  return import('@kenjiuno/msgreader')
}

/** Reads a message; the only use of the library. */
async function readMessage(raw: RawSource, signal: AbortSignal): Promise<Mail> {
  const {
    default: { default: MsgReader },
  } = await import('@kenjiuno/msgreader')
  const { buffer, byteOffset, byteLength } = raw.bytes
  const reader = new MsgReader(new DataView(buffer, byteOffset, byteLength))
  const fields = reader.getFileData()
  if (fields.error !== undefined) throw brokenSource(raw.name, `could not be read: ${fields.error}`)
  const { text, html, warnings } = await bodyOf(fields, raw, signal)
  return {
    subject: fields.subject ?? '',
    from: senderOf(fields),
    to: recipients(fields, 'to'),
    cc: recipients(fields, 'cc'),
    date: isoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime ?? fields.creationTime),
    messageId: fields.messageId?.replace(/^<|>$/g, '') ?? null,
    facts: factsOf(fields),
    text,
    html,
    files: (fields.attachments ?? []).map(file => fileOf(file, reader.getAttachment(file), html)),
    warnings,
  }
}

/** A compressed text that unpacks to more is an attack. */
const maxRtf = 50_000_000

/** The HTML or plain text; Outlook may store a message only as compressed RTF. */
async function bodyOf(
  fields: FieldsData,
  raw: RawSource,
  signal: AbortSignal,
): Promise<Pick<Mail, 'text' | 'html' | 'warnings'>> {
  const html = fields.bodyHtml ?? decodeHtml(fields.html, raw)
  const text = fields.body ?? ''
  const packed = fields.compressedRtf
  if (html.trim() !== '' || text.trim() !== '' || packed === undefined || packed.length < 16)
    return { html, text, warnings: [] }
  if (new DataView(packed.buffer, packed.byteOffset).getUint32(4, true) > maxRtf)
    return { html, text, warnings: ['The text of the message is too large and was left out.'] }
  const { decompressRTF } = await import('@kenjiuno/decompressrtf')
  const bytes = Uint8Array.from(decompressRTF(Array.from(packed)))
  const { markdown, warnings } = await readRtf({ ...raw, bytes }, signal)
  return { html, text: markdown, warnings }
}

function decodeHtml(bytes: Uint8Array | undefined, raw: RawSource): string {
  if (bytes === undefined) return ''
  return decodeText({ ...raw, bytes, charset: null }, charsetInside(bytes)).text
}

function recipients({ recipients = [] }: FieldsData, kind: 'to' | 'cc'): string[] {
  return recipients.filter(({ recipType }) => recipType === kind).map(writeAddress)
}

function senderOf({
  senderName: name = '',
  senderEmail: email = '',
  senderSmtpAddress,
  headers = '',
}: FieldsData) {
  const sent = /^from:[^\n]*<([^>\s]+@[^>\s]+)>/im.exec(headers)?.[1]
  return writeAddress({ name, email, smtpAddress: senderSmtpAddress ?? sent ?? '' })
}

/** Exchange names its users by a path; their mail address is in another field. */
function writeAddress({ name = '', email = '', smtpAddress = '' }: Partial<FieldsData>): string {
  const address = smtpAddress !== '' ? smtpAddress : email.includes('@') ? email : ''
  if (address === '' || address === name) return name
  return name === '' ? address : `${name} <${address}>`
}

function isoDate(date: string | undefined): string | null {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

function factsOf({ apptStartWhole, apptEndWhole, apptLocation }: FieldsData): Mail['facts'] {
  const time = (date: string | undefined) => {
    const iso = isoDate(date)
    return iso === null ? '' : `${iso.slice(0, 16).replace('T', ' ')} UTC`
  }
  return [
    ['Start', time(apptStartWhole)],
    ['End', time(apptEndWhole)],
    ['Location', apptLocation ?? ''],
  ]
}

/** A smaller picture is a logo, a line or an icon. */
const smallPicture = 10_000

function fileOf(file: FieldsData, { fileName, content }: AttachmentData, html: string): MailFile {
  const isReferenced = file.pidContentId !== undefined && html.includes(`cid:${file.pidContentId}`)
  return {
    name: file.innerMsgContent === true ? `${file.name ?? 'message'}.msg` : (file.fileName ?? fileName),
    bytes: content,
    mediaType: file.attachMimeTag ?? pictureType(fileName),
    // Outlook does not say which pictures belong to a text in Rich Text.
    isInline: isReferenced || file.attachmentHidden === true || content.length < smallPicture,
  }
}

function pictureType(name: string): string | null {
  const extension = /\.(png|jpe?g|gif|bmp|tiff?)$/i.exec(name)?.[1]?.toLowerCase()
  return extension === undefined ? null : `image/${extension}`
}
