import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { execPath, versions } from 'node:process'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { type CollectionCount, isUnfinished } from '../../core/model/collection.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { App } from '../app.ts'
import { secretsInFile } from '../config/show-config.ts'
import { deploymentCheck } from './deployment-check.ts'
import { keptFilesCheck } from './kept-files-check.ts'
import { chromiumCheck, gitCheck, isolationCheck, libreOfficeCheck, ocrCheck } from './programs-check.ts'
import { repair } from './repair.ts'
import { type Check, type Diagnosis, type Patient, runChecks } from './run-checks.ts'
import { vectorsCheck } from './vectors-check.ts'

const modelCheck: Check = {
  name: 'model',
  async examine({ config }) {
    const choice = config.values['embedder.model']
    const [{ gteSmallModel }, { gteReaderModel }, { gteFactsModel }, { verifyFile }] = await Promise.all([
      import('../../adapters/embedders/local-embedder.ts'),
      import('../../adapters/embedders/gte-reader.ts'),
      import('../../adapters/embedders/gte-facts.ts'),
      import('../../adapters/embedders/local-model.ts'),
    ])
    const isBundled = choice === 'gte-small'
    const readers = [gteReaderModel, gteFactsModel]
    const models = isBundled ? [gteSmallModel, ...readers] : readers
    const files = new Map(
      models.flatMap(({ model, tokenizer, tokenizerConfig }) =>
        [model, tokenizer, tokenizerConfig].flatMap(file => (file === null ? [] : [[file.path, file]])),
      ),
    )
    for (const file of files.values()) await verifyFile(file)
    const says = `${models.map(({ id }) => id).join(', ')}: ${files.size} files have the right sha256`
    return { state: 'ok', says: isBundled ? says : `${choice} (nothing to check on disk); ${says}` }
  },
}

const embedCheck: Check = {
  name: 'embedding',
  async examine(patient, signal) {
    const { parts } = await patient.open()
    const startedAt = performance.now()
    const [cat, kitten, tax] = await Promise.all(
      ['a cat sleeps', 'a kitten is sleeping', 'tax law'].map(text =>
        parts.embedder.embedQuery(text, signal),
      ),
    )
    const ms = Math.round(performance.now() - startedAt)
    const says = `${parts.embedder.id}, ${parts.embedder.dimensions} dimensions, ${ms} ms for three texts`
    if (cat === undefined || kitten === undefined || tax === undefined) return { state: 'fail', says }
    if (dot(cat, kitten) > dot(cat, tax)) return { state: 'ok', says }
    return {
      state: 'warn',
      says: `${says}, but similar texts do not get similar vectors`,
      remedy: 'Choose a model made for retrieval with --embedder; hash is for tests only.',
    }
  },
}

const rerankCheck: Check = {
  name: 'reranking',
  async examine(patient, signal) {
    const { parts, config } = await patient.open()
    const { reranker } = parts
    if (!reranker) return { state: 'ok', says: 'no reranker is set (quire model list names some)' }
    const scores: number[] = []
    const startedAt = performance.now()
    await reranker.scorePairs(
      {
        question: 'Where does the cat sleep?',
        texts: ['The cat sleeps on the sofa.', 'Tax law was changed in May.'],
        onScore: (index, score) => {
          scores[index] = score
        },
      },
      signal,
    )
    const ms = Math.round(performance.now() - startedAt)
    const says = `${reranker.id}, set by ${config.origins['reranker.model'].name}, ${ms} ms for two passages`
    const [answer = 0, other = 1] = scores
    if (answer > other) return { state: 'ok', says }
    return {
      state: 'warn',
      says: `${says}, but it does not prefer the passage that answers`,
      remedy: 'Choose another with quire model use, or none.',
    }
  },
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
}

const shownProblems = 5

const storeCheck: Check = {
  name: 'store',
  async examine(patient, signal) {
    const { engine, parts } = await patient.open()
    const [found, collections, advice] = await Promise.all([
      engine.check(signal),
      engine.catalog.listCollections({ includeIsolated: true }),
      parts.store.advise?.() ?? [],
    ])
    const answering = collections.filter(({ name }) => !isUnfinished(name))
    const sum = (count: 'documents' | 'chunks') => answering.reduce((total, one) => total + one[count], 0)
    const holds = `${sum('documents')} documents, ${sum('chunks')} chunks`
    if (found.ok)
      return [
        {
          state: 'ok',
          says: `${engine.facts.store}: sound; ${holds}, schema ${engine.facts.schemaVersion}`,
        },
        ...advice.map(({ says, remedy }): Diagnosis => ({ state: 'warn', says, remedy })),
        ...collections.filter(({ name }) => isUnfinished(name)).map(describeUnfinished),
      ]
    return found.problems.slice(0, shownProblems).map(problem => ({
      state: 'fail' as const,
      says: problem,
      remedy: 'Restore a backup, or export what can be read, delete the library and import it again.',
    }))
  },
}

/** The rebuild is still running, or its process was killed. Until it is finished, the previous version is used. */
function describeUnfinished({ project, name, model, documents }: CollectionCount): Diagnosis {
  return {
    state: 'warn',
    says: `The rebuild of ${project?.id ?? name} for the model "${model}" is not finished; ${documents} documents are done.`,
    remedy:
      'To finish it, call ingest_from_source or store_chunks with force_rebuild; to discard it, call ingest_from_source with force_rebuild and the current model.',
  }
}

const enoughBytes = 1024 ** 3
const hardlyAnyBytes = 100 * 1024 ** 2

const homeCheck: Check = {
  name: 'home',
  async examine({ config }) {
    const { home } = config.values
    try {
      makeFolder(home)
      await access(home, constants.R_OK)
      if (await isWritable(home)) return { state: 'ok', says: `${home} is writable` }
      return {
        state: 'warn',
        says: `${home} is read-only: stored documents can be searched, but nothing can be stored or deleted`,
        remedy: 'To write, give this user write access, or choose another folder with --home or QUIRE_HOME.',
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      return {
        state: 'fail',
        says: `${home} cannot be used (${code})`,
        remedy: 'Give this user write access, or choose another folder with --home or QUIRE_HOME.',
      }
    }
  },
}

function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}

const spaceCheck: Check = {
  name: 'disk space',
  async examine({ config }) {
    const { bavail, bsize } = await statfs(config.values.home)
    const free = bavail * bsize
    const says = `${(free / 1024 ** 3).toFixed(1)} GB free at ${config.values.home}`
    const remedy = 'Free some space: 100,000 chunks need about half a gigabyte.'
    if (free >= enoughBytes) return { state: 'ok', says }
    return { state: free < hardlyAnyBytes ? 'fail' : 'warn', says, remedy }
  },
}

const configCheck: Check = {
  name: 'settings',
  async examine({ config }) {
    const warnings = config.warnings.map(
      (says): Diagnosis => ({
        state: 'warn',
        says,
        remedy: 'quire config show prints each value and its origin; quire help settings lists all settings.',
      }),
    )
    const secrets = secretsInFile(config).map(
      ({ key, name }): Diagnosis => ({
        state: 'warn',
        says: `${key} is a secret, but it is stored in a file: ${name}.`,
        remedy: `Set it in the environment instead: QUIRE_${key.replaceAll('.', '_').toUpperCase()}`,
      }),
    )
    const { file, project } = config
    const trusted = project?.trust === 'trusted' ? ' (trusted)' : ''
    const files = [file, project && `${project.path}${trusted}`].filter(path => path !== null)
    const source = files.length === 0 ? 'no file, defaults and environment' : files.join(', ')
    return [...warnings, ...secrets].length > 0 ? [...warnings, ...secrets] : { state: 'ok', says: source }
  },
}

const nodeCheck: Check = {
  name: 'node',
  async examine() {
    return {
      state: 'ok',
      says: `Node.js ${versions.node}, SQLite ${versions.sqlite ?? 'unknown'} (${execPath})`,
    }
  },
}

/** The checks of `quire doctor`, in order. */
const checks: readonly Check[] = [
  nodeCheck,
  configCheck,
  homeCheck,
  spaceCheck,
  storeCheck,
  keptFilesCheck,
  vectorsCheck,
  deploymentCheck,
  modelCheck,
  embedCheck,
  rerankCheck,
  isolationCheck,
  ocrCheck,
  libreOfficeCheck,
  chromiumCheck,
  gitCheck,
]

/** Runs all checks. */
export const examine = (patient: Patient, signal: AbortSignal) => runChecks(checks, patient, signal)

/**
 * `quire doctor`: runs all checks and prints the state of each, with a remedy for problems. With `--repair`, it first builds
 * anew what can be made from the store.
 */
export async function doctor(app: App, call: CommandCall): Promise<number> {
  const { terminal, wantsJson, signal, values } = call
  const patient: Patient = { config: await app.config(), open: () => app.open('error') }
  if (values.repair === true) await repair(await patient.open(), call)
  const findings: Finding[] = []
  const { good, warn, bad, dim } = terminal.style
  const paint = { ok: good('ok  '), warn: warn('warn'), fail: bad('fail') }
  for await (const finding of examine(patient, signal)) {
    findings.push(finding)
    if (wantsJson) continue
    terminal.print(`${paint[finding.state]}  ${finding.name.padEnd(14)} ${finding.says}`)
    if (finding.remedy !== undefined) terminal.print(`      ${dim(`→ ${finding.remedy}`)}`)
  }
  const isWell = findings.every(finding => finding.state !== 'fail')
  if (wantsJson) terminal.print(JSON.stringify({ ok: isWell, checks: findings }, null, 2))
  return isWell ? 0 : 1
}
