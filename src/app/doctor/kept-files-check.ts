import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { Originals } from '../../core/ports/originals.ts'
import { describeBucket } from '../open-originals.ts'
import type { Check, Diagnosis } from './run-checks.ts'

const owner = { collection: 'quire doctor', source: 'probe' }
const text = 'A file that quire doctor keeps.'

/** Whether a file can be kept in the bucket, read again, and removed. */
export const keptFilesCheck: Check = {
  name: 'kept files',
  async examine(patient) {
    const { values } = patient.config
    const bucket = describeBucket(values)
    if (!values['originals.keep'])
      return { state: 'ok', says: 'uploaded files are not kept (originals.keep)' }
    if (bucket === null) return { state: 'ok', says: 'uploaded files are kept with the store' }
    const { originals } = (await patient.open()).parts
    return originals === undefined
      ? { state: 'fail', says: 'The bucket was not opened.' }
      : probe(originals, `${values['originals.bucket']} at ${bucket.endpoint}`)
  },
}

async function probe(originals: Originals, name: string): Promise<Diagnosis> {
  const problem = await originals.keep(owner, Buffer.from(text))
  if (problem !== null) return { state: 'fail', says: `${name}: a file cannot be kept: ${problem}` }
  try {
    const read = await originals.read(owner, sha256(text))
    await originals.forget(owner)
    return read === null
      ? { state: 'fail', says: `${name} does not return what it keeps.` }
      : { state: 'ok', says: `${name} keeps, returns and removes files` }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { state: 'fail', says: `${name}: ${error.message}`, remedy: error.hint ?? 'Read its log.' }
  }
}
