import { crc32, deflateRawSync } from 'node:zlib'

export type ZipFile = {
  name: string | Uint8Array
  content: string | Uint8Array
  stored?: boolean
  /** Declares this unpacked size instead of the real one. */
  declaredSize?: number
  encrypted?: boolean
  /** Unix mode, as in 0o120777 for a link. */
  mode?: number
  /** Writes the sizes into the zip64 extra field. */
  zip64?: boolean
  method?: number
}

/** A ZIP archive byte by byte, with every irregularity that a test may need. */
export function makeZip(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const content = Buffer.from(file.content)
    const name = Buffer.from(file.name)
    const packed = file.stored ? content : deflateRawSync(content)
    const size = file.declaredSize ?? content.length
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(file.encrypted ? 1 : 0, 2)
    facts.writeUInt16LE(file.method ?? (file.stored ? 0 : 8), 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(file.zip64 ? 0xffffffff : packed.length, 14)
    facts.writeUInt32LE(file.zip64 ? 0xffffffff : size, 18)
    facts.writeUInt16LE(name.length, 22)
    const extra = file.zip64 ? zip64Extra(size, packed.length) : Buffer.alloc(0)
    facts.writeUInt16LE(extra.length, 24)
    const local = Buffer.concat([uint32(0x04034b50), facts, name, extra])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((file.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([uint32(0x02014b50), Buffer.from([20, 3]), facts, tail, name, extra]))
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listing, end])
}

function zip64Extra(size: number, packed: number): Buffer {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(size), 4)
  extra.writeBigUInt64LE(BigInt(packed), 12)
  return extra
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
