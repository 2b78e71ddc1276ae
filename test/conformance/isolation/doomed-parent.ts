import { createChildPool } from '../../../src/adapters/converters/isolate/child-pool.ts'
import { makeSource } from '../../../src/adapters/converters/test/make-source.ts'

/** A process with a child that is busy without a pause; the test kills it. */
const pool = createChildPool({
  setup: { tesseractPath: null, transcription: null },
  limits: { timeMs: 3_600_000, memoryBytes: 1_500_000_000 },
  size: 1,
  environment: { PATH: '/usr/bin:/bin' },
  observe: () => {},
  program: new URL('./probe-child.ts', import.meta.url),
})
const raw = makeSource('probe.txt', 'spin: 3600000')
const order = { converter: 'probe', raw, options: { password: null, ocrLanguages: [] } }
await pool.convert(order, { signal: new AbortController().signal, progress: () => {} })
