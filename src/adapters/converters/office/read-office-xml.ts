import { Failure } from '../../../core/model/failure.ts'
import type { Zip } from '../archive/zip.ts'
import { type Dom, parseXml } from '../web/parse-html.ts'

/** One XML part of an office file; null when it is missing or damaged, since most parts are optional. */
export async function readOfficeXml(zip: Zip, path: string, signal: AbortSignal): Promise<Dom | null> {
  const entry = zip.find(path)
  if (entry === null) return null
  try {
    return await parseXml(new TextDecoder().decode(await zip.read(entry, signal)))
  } catch (error) {
    if (error instanceof Failure && error.code === 'BROKEN_SOURCE') return null
    throw error
  }
}
