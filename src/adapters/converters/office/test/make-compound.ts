import { CFB } from '@e965/xlsx'

/** A compound file with these streams; a path with a slash puts a stream into a storage. */
export function makeCompound(streams: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const file = CFB.utils.cfb_new()
  for (const [path, content] of Object.entries(streams))
    CFB.utils.cfb_add(
      file,
      `/${path}`,
      Buffer.from(typeof content === 'string' ? Buffer.from(content) : content),
    )
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

type MsgParts = {
  /** Property tag in hexadecimal → text. */
  texts: Readonly<Record<string, string>>
  recipients?: readonly { name: string; address: string; kind: 1 | 2 }[]
  files?: readonly { name: string; bytes: Uint8Array }[]
  more?: Readonly<Record<string, Uint8Array>>
}

/** An Outlook message as far as readers need it (MS-OXMSG). */
export function makeMsg({ texts, recipients = [], files = [], more = {} }: MsgParts): Buffer {
  const streams: Record<string, Uint8Array> = { '__properties_version1.0': Buffer.alloc(32), ...more }
  const text = (folder: string, tag: string, value: string) => {
    streams[`${folder}__substg1.0_${tag}001F`] = Buffer.from(value, 'utf16le')
  }
  for (const [tag, value] of Object.entries(texts)) text('', tag, value)
  for (const [index, { name, address, kind }] of recipients.entries()) {
    const folder = `__recip_version1.0_#0000000${index}/`
    text(folder, '3001', name)
    text(folder, '39FE', address)
    const type = Buffer.alloc(24)
    type.writeUInt32LE(0x0c150003, 8)
    type.writeUInt32LE(kind, 16)
    streams[`${folder}__properties_version1.0`] = type
  }
  for (const [index, { name, bytes }] of files.entries()) {
    const folder = `__attach_version1.0_#0000000${index}/`
    text(folder, '3707', name)
    streams[`${folder}__substg1.0_37010102`] = bytes
    streams[`${folder}__properties_version1.0`] = Buffer.alloc(8)
  }
  return makeCompound(streams)
}
