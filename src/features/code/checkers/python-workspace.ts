import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { KeptRepository } from '../ports/type-checker.ts'

/**
 * Settings for Pyright: only the rules that are about names and arguments. What a type may be (`reportArgumentType`,
 * `reportOptionalMemberAccess`) is not what a script is checked for.
 */
const settings = {
  typeCheckingMode: 'off',
  include: ['script'],
  extraPaths: ['site'],
  pythonVersion: '3.14',
  // Names that only Windows or macOS has are no mistakes of a script.
  pythonPlatform: 'All',
  enableTypeIgnoreComments: false,
  reportAttributeAccessIssue: 'error',
  reportCallIssue: 'error',
  reportMissingImports: 'error',
  reportUnknownMemberType: 'information',
}

/**
 * Writes the kept Python files where Pyright finds them: by their module names, so that neither the folders of a
 * repository nor its settings matter. Modules that the bundled stubs of the standard library describe are left out.
 */
export async function writeWorkspace(
  folder: string,
  libraries: readonly KeptRepository[],
  stubs: string,
): Promise<void> {
  const standard = await standardModules(stubs)
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'script'), { recursive: true })
  await mkdir(join(folder, 'site'))
  await writeFile(join(folder, 'pyrightconfig.json'), JSON.stringify(settings))
  const written = new Set<string>()
  const folders = new Set<string>()
  for (const { repository, texts } of libraries)
    for (const { path, module, language } of repository.files) {
      const text = texts.get(path)
      if (language !== 'python' || text === undefined || standard.has(module.split('.')[0] ?? '')) continue
      const place = placeOf(path, module)
      if (place === null || written.has(place)) continue
      written.add(place)
      const target = join(folder, 'site', place)
      if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true })
      folders.add(dirname(target))
      await writeFile(target, path.endsWith('.pyi') ? withTransforms(text) : text)
    }
}

/** Stubs from before Python 3.11 use the provisional name of `dataclass_transform`, which Pyright no longer knows. */
function withTransforms(text: string): string {
  if (!text.includes('@__dataclass_transform__(')) return text
  const renamed = text
    .replaceAll('@__dataclass_transform__(', '@_typing_of_transform.dataclass_transform(')
    .replace(/\bfield_descriptors=/g, 'field_specifiers=')
  return `import typing as _typing_of_transform\n${renamed}`
}

/** `pkg.sub` in `src/pkg/sub/__init__.py` is `pkg/sub/__init__.py`; null for a name that is no module. */
function placeOf(path: string, module: string): string | null {
  const parts = module.split('.')
  if (parts.some(part => !/^[\p{L}\p{N}_-]+$/u.test(part))) return null
  const ending = path.endsWith('.pyi') ? '.pyi' : '.py'
  const isPackage = /(^|\/)__init__\.pyi?$/.test(path)
  return `${parts.join('/')}${isPackage ? '/__init__' : ''}${ending}`
}

let standard: Promise<Set<string>> | null = null

/** The modules of the standard library that Pyright has stubs for. */
function standardModules(stubs: string): Promise<Set<string>> {
  standard ??= readFile(join(stubs, 'stdlib', 'VERSIONS'), 'utf8').then(
    text => new Set([...text.matchAll(/^([\w]+)[\w.]*:/gm)].map(([, name = '']) => name)),
  )
  return standard
}
