import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Feature } from '../core/feature.ts'
import { Failure } from '../core/model/failure.ts'
import { features } from './features.ts'

/** Names of features and toolsets are used in addresses, commands and folders. */
const nameOfFeature = /^[a-z][a-z0-9_-]{0,63}$/

/**
 * Imports features of other authors by package name or file path, from the first of these folders that has it. Their
 * code runs with all permissions of the program, so only the user can name them.
 */
export async function importFeatures(
  wanted: readonly string[],
  folders: readonly string[],
): Promise<Feature[]> {
  const taken = new Set(features.map(({ name }) => name))
  const imported: Feature[] = []
  for (const specifier of wanted)
    for (const feature of await importFeature(specifier, folders)) {
      if (taken.has(feature.name))
        throw invalid(specifier, `adds the feature "${feature.name}", which already exists`)
      taken.add(feature.name)
      imported.push(feature)
    }
  return imported
}

async function importFeature(specifier: string, folders: readonly string[]): Promise<Feature[]> {
  const path = locate(specifier, folders)
  const loaded: Record<string, unknown> = await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw invalid(specifier, `cannot be loaded: ${error instanceof Error ? error.message : error}`, error)
  })
  const found = [loaded.default ?? loaded.feature ?? loaded.features].flat().filter(isFeature)
  if (found.length > 0) return found
  throw invalid(specifier, 'exports no feature as default, "feature" or "features"')
}

function locate(specifier: string, folders: readonly string[]): string {
  for (const folder of folders)
    try {
      return createRequire(join(folder, 'quire.toml')).resolve(specifier)
    } catch {
      // Try the next folder.
    }
  throw invalid(specifier, `was not found from ${folders.join(' or ')}`)
}

/** Checks the fields of an imported feature that the program uses. */
function isFeature(value: unknown): value is Feature {
  if (value === null || typeof value !== 'object' || !('name' in value)) return false
  // SAFETY: only the fields that are checked below are used.
  const { load, open, toolset } = value as Partial<Feature>
  return (
    nameOfFeature.test(String(value.name)) &&
    (load === undefined || typeof load === 'function') &&
    (open === undefined || typeof open === 'function') &&
    (toolset === undefined || nameOfFeature.test(toolset.name))
  )
}

function invalid(specifier: string, problem: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_SETTING', `The feature ${JSON.stringify(specifier)} ${problem}.`, {
    hint: `Install it beside your settings file or in the home (npm install ${specifier} --prefix <home>), or remove it from "features".`,
    cause,
  })
}
