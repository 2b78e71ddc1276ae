import { crc32 } from 'node:zlib'

/** Writes an uncompressed ZIP archive. */
export function writeZip(files: readonly { name: string; content: Uint8Array }[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of files) {
    const nameBytes = Buffer.from(name, 'utf8')
    const facts = factsOf(nameBytes, content)
    const local = Buffer.concat([signature(0x04034b50), facts, nameBytes])
    directory.push(signature(0x02014b50), uint16(20), facts, Buffer.alloc(10), uint32(offset), nameBytes)
    parts.push(local, Buffer.from(content.buffer, content.byteOffset, content.byteLength))
    offset += local.length + content.length
  }
  const listing = Buffer.concat(directory)
  const count = uint16(files.length)
  const end = [
    signature(0x06054b50),
    Buffer.alloc(4),
    count,
    count,
    uint32(listing.length),
    uint32(offset),
    uint16(0),
  ]
  return Buffer.concat([...parts, listing, ...end])
}

/**
 * The fields that the local header and the directory entry have in common: version, UTF-8 flag, method, time, checksum,
 * sizes, lengths.
 */
function factsOf(name: Buffer, content: Uint8Array): Buffer {
  const size = uint32(content.length)
  return Buffer.concat([
    uint16(20),
    uint16(0x0800),
    uint16(0),
    uint32(0x00210000),
    uint32(crc32(content)),
    size,
    size,
    uint16(name.length),
    uint16(0),
  ])
}

function signature(value: number): Buffer {
  return uint32(value)
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
