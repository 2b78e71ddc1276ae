import { Failure } from '../../model/failure.ts'
import type { RawSource } from '../../model/source.ts'
import type { FileReader, FoundFile } from '../../ports/source-reader.ts'

/** The file as it was found, or STILL_CHANGING when it has grown or shrunk since: half a file is not taken for one. */
export async function readSteadily(
  file: FoundFile,
  { files, roots }: { files: FileReader; roots: readonly string[] | null },
  signal: AbortSignal,
): Promise<RawSource> {
  const raw = await files.read(file.path, roots, signal)
  if (raw.bytes.byteLength === file.bytes) return raw
  throw new Failure('conflict', 'STILL_CHANGING', `${raw.name} is being written right now.`, {
    hint: 'Try again when it is complete.',
  })
}

/** Whether a failure only says that a file is not at rest; a later look will find it so. */
export function isPassing({ code }: Failure): boolean {
  return code === 'STILL_CHANGING' || code === 'SOURCE_NOT_FOUND' || code === 'DOCUMENT_SUPERSEDED'
}
