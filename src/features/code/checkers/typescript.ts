import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type TypeScript from 'typescript5'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { GraphView } from '../graph/graph-view.ts'
import type { CodeFile } from '../model/code.ts'
import type { ScriptSource } from '../ports/code-work.ts'
import type { KeptRepository, TypeChecker } from '../ports/type-checker.ts'
import { type CodeBeside, codeBeside } from './code-beside.ts'
import { optionalPackage } from './optional-package.ts'
import { readTypeScript } from './read-typescript.ts'

type Compiler = typeof TypeScript

/** What the service sees: the kept files by their virtual names, and the script. */
type World = {
  key: string
  files: Map<string, string>
  named: Map<CodeFile, string>
  byName: Map<string, CodeFile>
  view: GraphView
  beside: CodeBeside
  script: { name: string; text: string; version: number }
}

/** The TypeScript compiler over files in memory. It reads nothing from the disk but its own libraries. */
export function typescript(): TypeChecker {
  let compiler: Compiler | null = null
  let world: World | null = null
  let service: TypeScript.LanguageService | null = null

  return {
    async diagnose(source, libraries, { view, script, signal }) {
      throwIfAborted(signal)
      compiler ??= loadCompiler()
      const key = `${libraries.map(({ repository, version }) => `${repository.name} ${version}`).join(', ')} ${scriptName(source)}`
      if (world?.key !== key || service === null) {
        service?.dispose()
        world = worldOf(key, source, { libraries, view })
        service = compiler.createLanguageService(hostOf(compiler, world))
      }
      world.view = view
      world.byName.set(world.script.name, script)
      world.script.text = source.text
      world.script.version += 1
      return readTypeScript(compiler, { service, name: world.script.name, beside: world.beside })
    },
    async close() {
      service?.dispose()
      service = null
      world = null
    },
  }
}

/** Version 7 of the package has no compiler API of its own; both names are tried. */
function loadCompiler(): Compiler {
  const require = createRequire(import.meta.url)
  for (const name of ['typescript5', 'typescript'])
    try {
      // SAFETY: the package of that name; whether it has the API is tested.
      const found = require(name) as Compiler
      if (typeof found.createLanguageService === 'function') return found
    } catch {
      // Not installed.
    }
  return require(optionalPackage('typescript5', 'npm install typescript5@npm:typescript@5.9.3')) as Compiler
}

function scriptName({ language }: ScriptSource): string {
  const endings: Readonly<Record<string, string>> = { typescript: 'ts', tsx: 'tsx', javascript: 'jsx' }
  return `/script/__main__.${endings[language] ?? 'ts'}`
}

function worldOf(
  key: string,
  source: ScriptSource,
  { libraries, view }: { libraries: readonly KeptRepository[]; view: GraphView },
): World {
  const packages = libraries.map(({ repository: { files }, texts }) => ({ files, texts }))
  const world: World = {
    key,
    files: new Map(),
    named: new Map(),
    byName: new Map(),
    view,
    beside: codeBeside(name => packages[Number(/^\/libraries\/(\d+)\//.exec(name)?.[1])] ?? null),
    script: { name: scriptName(source), text: source.text, version: 0 },
  }
  for (const [at, { repository, texts }] of libraries.entries())
    for (const file of repository.files) {
      const text = texts.get(file.path)
      if (text === undefined || file.language === 'python') continue
      const name = `/libraries/${at}/${file.path}`
      world.files.set(name, text)
      world.named.set(file, name)
      world.byName.set(name, file)
    }
  return world
}

function hostOf(ts: Compiler, world: World): TypeScript.LanguageServiceHost {
  const libraries = dirname(ts.getDefaultLibFilePath({}))
  const options: TypeScript.CompilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    jsx: ts.JsxEmit.Preserve,
    strict: true,
    noImplicitAny: false,
    allowJs: true,
    checkJs: true,
    maxNodeModuleJsDepth: 10,
    esModuleInterop: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const isOwn = (name: string) => dirname(name) === libraries
  const text = (name: string): string | undefined =>
    name === world.script.name
      ? world.script.text
      : (world.files.get(name) ?? (isOwn(name) ? ts.sys.readFile(name) : undefined))
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [world.script.name],
    getScriptVersion: name => (name === world.script.name ? String(world.script.version) : '0'),
    getScriptSnapshot: name => {
      const found = text(name)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => '/script',
    getDefaultLibFileName: chosen => join(libraries, ts.getDefaultLibFileName(chosen)),
    fileExists: name => text(name) !== undefined,
    readFile: text,
    directoryExists: () => true,
    getDirectories: () => [],
    resolveModuleNameLiterals: (literals, containing) =>
      literals.map(({ text: written }) => ({ resolvedModule: resolve(world, written, containing) })),
    resolveTypeReferenceDirectiveReferences: references =>
      references.map(() => ({ resolvedTypeReferenceDirective: undefined })),
  }
}

/** Imports are resolved as the graph resolves them, so that source repositories work like installed packages. */
function resolve(
  { view, named, byName }: World,
  written: string,
  containing: string,
): TypeScript.ResolvedModuleFull | undefined {
  const module = view.findModule(written, byName.get(containing) ?? null)
  const name = module.kind === 'found' ? named.get(module.files[0] as CodeFile) : undefined
  if (name === undefined) return undefined
  const extension = /(\.d)?\.[cm]?[jt]sx?$/.exec(name)?.[0] ?? '.ts'
  return { resolvedFileName: name, extension, isExternalLibraryImport: false }
}
