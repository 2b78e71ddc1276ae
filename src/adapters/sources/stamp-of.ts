import type { BigIntStats } from 'node:fs'
import type { FoundFile } from '../../core/ports/source-reader.ts'

/**
 * What tells a file from what it was before without opening it. The time of change is among it because the time of
 * writing can be set at will (`cp -p`, `touch -r`, archives).
 */
export function stampOf({ size, mtimeNs, ctimeNs, ino, dev, mtimeMs }: BigIntStats): Omit<FoundFile, 'path'> {
  return {
    bytes: Number(size),
    modifiedMs: Number(mtimeMs),
    stamp: [size, mtimeNs, ctimeNs, ino].join('.'),
    device: String(dev),
  }
}
