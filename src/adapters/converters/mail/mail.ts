import type { AttachedFile } from '../../../core/model/attached.ts'
import type { Converted } from '../../../core/model/document.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { freeName } from '../text/free-name.ts'
import { makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown, cleanText, oneLine } from '../text/markdown-parts.ts'
import { domToMarkdown, type HtmlMarkdown, withoutMarks } from '../web/html-to-markdown.ts'
import { parseHtml } from '../web/parse-html.ts'

/** A mail as its reader returns it, whatever its format. */
export type Mail = {
  subject: string
  from: string
  to: string[]
  cc: string[]
  /** ISO 8601; null when the mail has no valid date. */
  date: string | null
  messageId: string | null
  /** Other facts that are shown above the text, such as the time of a meeting. */
  facts: [name: string, value: string][]
  /** The plain text; empty when there is none. */
  text: string
  html: string
  files: MailFile[]
  warnings: string[]
}

export type MailFile = {
  name: string | null
  bytes: Uint8Array
  mediaType: string | null
  /** Whether the text shows it, as a logo or a pasted picture. */
  isInline: boolean
}

/** Converts a mail: subject and addresses above the text, the same as metadata, attachments as files. */
export async function convertMail(raw: RawSource, fileType: string, mail: Mail): Promise<Converted> {
  const { body, warnings } = await bodyOf(mail)
  const files = mail.files.filter(file => !signatures.test(file.mediaType ?? ''))
  const attachments = nameFiles(files)
  const listed = attachments.filter(file => !file.isShown).map(file => file.name)
  const subject = oneLine(mail.subject)
  const head = headOf(mail, listed)
  const hasText = [subject, head, body].some(part => part.trim() !== '')
  const markdown = [subject === '' ? '' : `# ${subject}`, head, body].filter(part => part !== '').join('\n\n')
  const converted = makeConverted(raw, {
    fileType,
    markdown: hasText ? cleanMarkdown(markdown) : '',
    title: subject === '' ? raw.name : subject,
    warnings: [...mail.warnings, ...warnings],
  })
  return { ...converted, metadata: metadataOf(mail, subject), attachments }
}

/** Signatures and keys: nothing that a person reads. */
const signatures = /^application\/(?:(?:x-)?pkcs7-signature|pgp-(?:signature|keys|encrypted))$/

/**
 * The HTML part has the paragraphs, lists and tables; the plain text part has lines of fixed width. Some mails have
 * only pictures in their HTML: then the text is used.
 */
async function bodyOf({ html, text }: Mail): Promise<{ body: string; warnings: string[] }> {
  const plain = cleanText(text).trim()
  if (html.trim() === '') return { body: plain, warnings: [] }
  const { markdown, warnings } = await mailHtmlToMarkdown(html)
  const isPoor = lettersIn(markdown) < lettersIn(plain) / 2
  return isPoor ? { body: plain, warnings: [] } : { body: markdown.trim(), warnings }
}

/** Converts the HTML part of a mail, without text that mail programs do not show. */
async function mailHtmlToMarkdown(html: string): Promise<HtmlMarkdown> {
  const $ = await parseHtml(withoutMarks(html))
  $('head, title, style').remove()
  for (const element of $('[style]').toArray())
    if (hidden.test(element.attribs.style ?? '')) $(element).remove()
  for (const link of $('a[href]').toArray()) {
    const href = link.attribs.href?.trim() ?? ''
    if (href.length > longestLink || /^(?:cid|mid):/i.test(href)) $(link).replaceWith($(link).contents())
  }
  return domToMarkdown($)
}

/** Longer addresses are made for one reader, to follow what he opens; they would be longer than the text. */
const longestLink = 300

/** The preview line of newsletters. */
const hidden = /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all)\b/i

/** Letters and digits outside of addresses. */
function lettersIn(text: string): number {
  return text.replace(/(?:https?|mailto):[^\s)>]+/g, '').match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** How many addresses the text and the metadata hold. */
const shownAddresses = 20
const keptAddresses = 200

function headOf({ from, to, cc, date, facts }: Mail, files: readonly string[]): string {
  const lines = [
    ['From', from],
    ['To', listed(to)],
    ['Cc', listed(cc)],
    ['Date', date === null ? '' : `${date.slice(0, 16).replace('T', ' ')} UTC`],
    ...facts,
    ['Attachments', listed(files)],
  ] as const
  return lines
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join('\n')
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, shownAddresses).join(', ')
  return values.length > shownAddresses ? `${shown} and ${values.length - shownAddresses} more` : shown
}

function metadataOf({ from, to, cc, date, messageId }: Mail, subject: string): JsonObject {
  return {
    ...(from === '' ? {} : { from: oneLine(from) }),
    ...(to.length === 0 ? {} : { to: to.slice(0, keptAddresses).map(oneLine) }),
    ...(cc.length === 0 ? {} : { cc: cc.slice(0, keptAddresses).map(oneLine) }),
    ...(date === null ? {} : { date }),
    ...(subject === '' ? {} : { subject }),
    ...(messageId === null ? {} : { message_id: oneLine(messageId) }),
  }
}

/** Gives every file a name of its own. */
function nameFiles(files: readonly MailFile[]): AttachedFile[] {
  const taken = new Set<string>()
  return files.map(({ bytes, mediaType, isInline, ...file }, index) => {
    const name = freeName(fileName({ ...file, mediaType }, index + 1), taken)
    taken.add(name.toLowerCase())
    return {
      name,
      bytes,
      // The signature of the bytes and the name say more than the general type.
      mediaType: mediaType === 'application/octet-stream' ? null : mediaType,
      isShown: isInline && mediaType?.startsWith('image/') === true,
    }
  })
}

function fileName({ name, mediaType }: Pick<MailFile, 'name' | 'mediaType'>, number: number): string {
  const last = oneLine(name ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/^\.+(?=\.)|!(?=$)/g, '')
    .slice(-150)
    .trim()
  if (last) return last
  const extension =
    mediaType === 'message/rfc822' ? 'eml' : (/^[a-z]+\/([a-z0-9]{2,5})$/.exec(mediaType ?? '')?.[1] ?? '')
  return extension === '' ? `attachment-${number}` : `attachment-${number}.${extension}`
}
