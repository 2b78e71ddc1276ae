import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the card of a model says about it. */
export type ModelCard = {
  /** Languages it was trained for (ISO 639-1); null: many, or unknown. */
  languages: readonly string[] | null
  license: string | null
}

const noCard: ModelCard = { languages: null, license: null }

/** Reads the header of the README.md in a model's folder. */
export function readModelCard(folder: string): ModelCard {
  const path = join(folder, 'README.md')
  return existsSync(path) ? parseModelCard(readFileSync(path, 'utf8')) : noCard
}

/** Reads `language` and `license` of the YAML header: `key: value`, `key: [a, b]` or a list below the key. */
export function parseModelCard(readme: string): ModelCard {
  const header = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(readme)?.[1]
  if (header === undefined) return noCard
  const languages = valuesOf(header, 'language').map(language => language.toLowerCase())
  const isKnown = languages.length > 0 && languages.every(language => /^[a-z]{2}$/.test(language))
  return { languages: isKnown ? languages : null, license: valuesOf(header, 'license')[0] ?? null }
}

function valuesOf(header: string, key: string): string[] {
  const lines = header.split(/\r?\n/)
  const at = lines.findIndex(line => line.startsWith(`${key}:`))
  const inline = lines[at]?.slice(key.length + 1).trim() ?? ''
  if (inline !== '')
    return inline
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map(plainValue)
  const below = at < 0 ? [] : lines.slice(at + 1)
  const end = below.findIndex(line => !/^\s*-\s/.test(line))
  return (end < 0 ? below : below.slice(0, end)).map(line => plainValue(line.replace(/^\s*-\s/, '')))
}

function plainValue(value: string): string {
  return value.trim().replace(/^(['"])(.*)\1$/, '$2')
}
