/** Other names of languages after a fence. */
const aliases: Readonly<Record<string, string>> = {
  py: 'python',
  py3: 'python',
  python3: 'python',
  pycon: 'python',
  pycon3: 'python',
  ipython: 'python',
  doctest: 'python',
  js: 'javascript',
  node: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  terminal: 'bash',
  'shell-session': 'bash',
  ps1: 'powershell',
  ps1con: 'powershell',
  pwsh: 'powershell',
  bat: 'batch',
  doscon: 'batch',
  'c++': 'cpp',
  cxx: 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  golang: 'go',
  rs: 'rust',
  rb: 'ruby',
  pl: 'perl',
  octave: 'matlab',
  rscript: 'r',
  splus: 'r',
  erl: 'erlang',
  hs: 'haskell',
  make: 'makefile',
  apacheconf: 'apache',
  'emacs-lisp': 'lisp',
  elisp: 'lisp',
  tex: 'latex',
  kt: 'kotlin',
  yml: 'yaml',
  md: 'markdown',
  html5: 'html',
  htm: 'html',
  json5: 'json',
  jsonc: 'json',
  postgresql: 'sql',
  plpgsql: 'sql',
  sqlite: 'sql',
  sqlite3: 'sql',
  cfg: 'ini',
  conf: 'ini',
  properties: 'ini',
  patch: 'diff',
  plain: 'text',
  plaintext: 'text',
  none: 'text',
  output: 'text',
  txt: 'text',
}

/** Labels that do not name a language. */
const unnamedLabel = /^(?:default|code|example|source|notranslate|highlight|\d.*)?$/

/** Returns the language that a fence or a class names; null when it names none. */
export function languageNamed(label: string): string | null {
  const first = label
    .trim()
    .replace(/^\{?\.?/, '')
    .split(/[\s,{}:]/)[0]
    ?.toLowerCase()
  if (first === undefined || unnamedLabel.test(first) || first.length > 20) return null
  return aliases[first] ?? first
}

const mentions: readonly (readonly [string, RegExp])[] = [
  ['python', /\bPython\b/g],
  ['javascript', /\b(?:JavaScript|Node\.js)\b/g],
  ['typescript', /\bTypeScript\b/g],
  ['ruby', /\bRuby\b/g],
  ['perl', /\bPerl\b/g],
  ['php', /\bPHP\b/g],
  ['java', /\bJava\b/g],
  ['kotlin', /\bKotlin\b/g],
  ['scala', /\bScala\b/g],
  ['groovy', /\bGroovy\b/g],
  ['cpp', /\bC\+\+/g],
  ['csharp', /\bC#/g],
  ['rust', /\bRust\b/g],
  ['erlang', /\bErlang\b/g],
  ['elixir', /\bElixir\b/g],
  ['haskell', /\bHaskell\b/g],
  ['lua', /\bLua\b/g],
  ['tcl', /\bTcl\b/g],
  ['matlab', /\b(?:Octave|MATLAB)\b/gi],
  ['r', /\bR (?:code|function|package|object|session|process)s?\b|\bin R\b/g],
  ['fortran', /\bFortran\b/gi],
  ['gnuplot', /\bgnuplot\b/gi],
  ['cmake', /\bCMake\b/g],
  ['bash', /\b(?:[Ss]hell|zsh|[Bb]ash)\b/g],
]

/**
 * Returns the language that a text mentions several times and far more often than any other. Never returns the shell,
 * because blocks in texts about it are often command output.
 */
export function languageMentioned(text: string): string | null {
  const counts = mentions
    .map(([language, name]) => ({ language, count: text.match(name)?.length ?? 0 }))
    .sort((one, other) => other.count - one.count)
  const [first, second] = counts
  if (
    first === undefined ||
    first.language === 'bash' ||
    first.count < 2 ||
    first.count < 3 * (second?.count ?? 0)
  )
    return null
  return first.language
}
