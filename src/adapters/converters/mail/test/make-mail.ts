export type MailPart = {
  type: string
  text?: string
  bytes?: Uint8Array
  file?: string
  id?: string
  disposition?: string
}

/** Mails inside mails need boundaries of their own. */
let made = 0

/** A mail with these headers and parts. */
export function makeMail({
  headers = { From: 'a@example.org', Subject: 'Bees' },
  parts,
  kind = 'mixed',
}: {
  headers?: Readonly<Record<string, string>>
  parts: readonly MailPart[]
  kind?: 'mixed' | 'alternative'
}): string {
  made += 1
  const boundary = `bees-${made}`
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    ...head,
    'MIME-Version: 1.0',
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap(part => [`--${boundary}`, ...writePart(part)]),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}

function writePart({ type, text, bytes, file, id, disposition }: MailPart): string[] {
  return [
    `Content-Type: ${type}`,
    ...(file === undefined
      ? []
      : [`Content-Disposition: ${disposition ?? 'attachment'}; filename="${file}"`]),
    ...(id === undefined ? [] : [`Content-ID: <${id}>`]),
    ...(bytes === undefined
      ? ['', text ?? '']
      : [
          'Content-Transfer-Encoding: base64',
          '',
          Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'),
        ]),
  ]
}
