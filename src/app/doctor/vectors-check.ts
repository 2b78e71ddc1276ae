import type { Config } from '../config/load-config.ts'
import type { Check, Diagnosis } from './run-checks.ts'

/** Longer than feeding a large import takes between two searches. */
const longSeconds = 300

/** The index of vectors beside the store. Without it, or while it is behind, searches are right but slower. */
export const vectorsCheck: Check = {
  name: 'vectors',
  async examine(patient, signal) {
    const { parts, config } = await patient.open()
    const { store } = parts
    const index = (await store.outerIndex?.()) ?? null
    if (index === null) return { state: 'ok', says: 'in the store; no index beside it is set' }
    const { description, chunks, seconds } = index
    const problems = (await store.checkOuterIndex?.(signal)) ?? []
    const behind =
      chunks === 0 ? 'it has everything' : `${chunks} passages wait, for ${Math.round(seconds)} s`
    const findings: Diagnosis[] = [
      ...problems.map(problem =>
        warn(
          `${description}: ${problem}. Searches are answered by the store.`,
          'Start the server and check vectors.url and vectors.key. When it has lost vectors: quire doctor --repair',
        ),
      ),
      ...(seconds > longSeconds
        ? [
            warn(
              `${description}: ${behind}.`,
              'Servers and workers feed it: is one running, with the same --vectors?',
            ),
          ]
        : []),
      ...networkFindings(config),
    ]
    return findings.length === 0 ? { state: 'ok', says: `${description}: ${behind}` } : findings
  },
}

function warn(says: string, remedy: string): Diagnosis {
  return { state: 'warn', says, remedy }
}

function networkFindings({ values }: Config): Diagnosis[] {
  const url = values['vectors.url'] ?? ''
  const hosts = url.replace(/^[a-z]+:\/\//i, '').split(',')
  if (hosts.every(host => /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?\/?$/.test(host.trim()))) return []
  const open = warn(
    'The connection to Qdrant is not encrypted: its key and the vectors can be read on the way.',
    'Use qdrants://…, unless the network can be trusted.',
  )
  const keyless = warn(
    'Qdrant is used without a key: whoever reaches it can read and change the vectors.',
    'Set an API key in Qdrant, and name it with vectors.key_file.',
  )
  return [...(/^qdrants:/i.test(url) ? [] : [open]), ...(values['vectors.key'] === null ? [keyless] : [])]
}
