import type { Catalog } from '../../core/catalog/catalog.ts'
import type { DocumentSummary } from '../../core/model/document.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { VersionWeight } from './cite/weigh-version.ts'

/** Internal keys of the metadata of a document that was matched with a reference. */
const matched = '_matched'
const matchedScore = '_matched_score'
const matchedReasons = '_matched_reasons'

const mostWarnings = 20

/** The metadata that says which reference a document was matched with, and how well it fits. */
export function matchMetadata(citekey: string, { score, reasons }: VersionWeight): JsonObject {
  return { [matched]: citekey, [matchedScore]: score, [matchedReasons]: reasons }
}

/** Returns a warning for each reference that several documents of the collection were matched with. */
export async function warnOfVersions(
  catalog: Pick<Catalog, 'groupDocuments' | 'findDocuments'>,
  collection: string,
): Promise<string[]> {
  const request = { by: matched, filter: [], sum: matchedScore, range: matched, top: matched, latest: [] }
  const groups = await catalog.groupDocuments(collection, request)
  const shared = groups.filter(({ documents }) => documents > 1)
  const warnings: string[] = []
  for (const { value, documents } of shared.slice(0, mostWarnings)) {
    const filter = [{ field: `metadata.${matched}`, op: 'equals', value } as const]
    warnings.push(sayVersions(value, await catalog.findDocuments(collection, filter, documents)))
  }
  const more = shared.length - warnings.length
  return more > 0 ? [...warnings, `${more} more references match several documents.`] : warnings
}

type Version = { name: string; score: number; reasons: string[] }

function sayVersions(citekey: string, documents: readonly DocumentSummary[]): string {
  const [best, ...others] = documents
    .map(document => versionOf(document, documents))
    .sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
  if (best === undefined) return ''
  const names = [best, ...others].map(({ name }) => `'${name}'`).join(' and ')
  const isTold = others.every(({ score }) => score < best.score)
  const verdict = isTold
    ? [
        `'${best.name}' is most likely the cited one${reasonsOf(best)}`,
        ...others.map(other => `'${other.name}' seems to be another version${reasonsOf(other)}`),
      ].join('; ')
    : 'which of them it describes cannot be told'
  return `${names} match the same reference "${citekey}": ${verdict}. All are kept and cited as "${citekey}". Add a reference with the DOI or arXiv number of the other version, or delete the document that you do not cite, then ingest again.`
}

function reasonsOf({ reasons }: Version): string {
  return reasons.length === 0 ? '' : ` (${reasons.join(', ')})`
}

/** Files of the same name are distinguished by their folder. */
function versionOf({ source, metadata }: DocumentSummary, all: readonly DocumentSummary[]): Version {
  const isUnique = all.filter(other => nameOf(other.source, 1) === nameOf(source, 1)).length === 1
  const score = metadata[matchedScore]
  const reasons = metadata[matchedReasons]
  return {
    name: nameOf(source, isUnique ? 1 : 2),
    score: typeof score === 'number' ? score : 0,
    reasons: Array.isArray(reasons) ? reasons.filter(reason => typeof reason === 'string') : [],
  }
}

function nameOf(source: string, parts: number): string {
  return source.split(/[\\/]/).slice(-parts).join('/')
}
