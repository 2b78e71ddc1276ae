import type { CodeLanguage } from '../model/code.ts'

const endings: Readonly<Record<string, CodeLanguage>> = {
  py: 'python',
  pyi: 'python',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  go: 'go',
  java: 'java',
  rs: 'rust',
}

export function languageOf(path: string): CodeLanguage | null {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return endings[ending] ?? null
}
