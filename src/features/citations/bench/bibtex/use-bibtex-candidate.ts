/**
 * Replaces our BibTeX modules by a candidate when a test file runs:
 *
 *     CANDIDATE=retorquere node --import ./src/features/citations/bench/bibtex/use-bibtex-candidate.ts --test src/features/citations/references/bibtex.test.ts
 */

import { registerHooks } from 'node:module'
import { openCandidate } from './bibtex-candidates.ts'

const read = await openCandidate(process.env.CANDIDATE ?? '')

/** The functions that the tests of TeX and names call, implemented by an entry with one field. */
const replaced = {
  readBibtex: read,
  parseNames: (field: string) => read(`@misc{k, title = {T}, author = {${field}}}`).drafts[0]?.authors ?? [],
  texToText: (tex: string) => read(`@misc{k, title = {${tex}}}`).drafts[0]?.title ?? '',
  texToVerbatim: (tex: string) => read(`@misc{k, title = {T}, url = {${tex}}}`).drafts[0]?.url ?? '',
}
Object.assign(globalThis, { candidateReader: replaced })

const source = Object.keys(replaced)
  .map(name => `export const ${name} = globalThis.candidateReader.${name}`)
  .join('\n')
const ours = /\/citations\/references\/bibtex\/(?:read-bibtex|parse-names|tex-to-text)\.ts$/

registerHooks({
  load: (url, context, next) =>
    ours.test(url) ? { format: 'module', source, shortCircuit: true } : next(url, context),
})
