import type { CodeLanguage } from '../model/code.ts'

/** The top-level name that an import leads to: a module or package; null for what lies beside the importing file. */
export function importRoot(module: string, language: CodeLanguage): string | null {
  if (module === '' || module.startsWith('.')) return null
  if (language === 'python') return module.split('.')[0] ?? module
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}
