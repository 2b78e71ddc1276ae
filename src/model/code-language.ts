/** Other names under which a language is written behind a fence. */
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

/** Says only that something is shown, not in which language. */
const says = /^(?:default|code|example|source|notranslate|highlight|\d.*)?$/

/** The language that a fence or a class names; null when it names none. */
export function languageNamed(label: string): string | null {
  const first = label
    .trim()
    .replace(/^\{?\.?/, '')
    .split(/[\s,{}:]/)[0]
    ?.toLowerCase()
  if (first === undefined || says.test(first) || first.length > 20) return null
  return aliases[first] ?? first
}

type Sign = { language: string; weight: number; pattern: RegExp }

const sign = (language: string, weight: number, pattern: RegExp): Sign => ({ language, weight, pattern })

/** Each is written in one language far more often than in any other. */
const signs: readonly Sign[] = [
  sign('python', 6, /^(?:>>>|In \[\d*\]:) /m),
  sign('python', 4, /^\s*(?:async )?def \w+\(.*\).*:\s*(?:#.*)?$/m),
  sign('python', 4, /^\s*class \w+(?:\([^)]*\))?:\s*$/m),
  sign('python', 3, /^(?:from [\w.]+ import [\w*(]|import [\w.]+(?: as \w+)?\s*$)/m),
  sign(
    'python',
    3,
    /^\s*(?:if|elif|for|while|with|try|except|else|finally|match|case)\b[^{;]*:\s*(?:#.*)?$/m,
  ),
  sign('python', 2, /\b(?:self\.\w+|None|True|False|__\w+__|lambda \w*:|print\()/),
  sign('python', 2, /^\s*@\w[\w.]*(?:\(.*\))?\s*$/m),
  sign('python', 1, /\w\.\w+\([^;{}]*\)\s*(?:#.*)?$/m),
  sign('python', 2, /^\w[\w.]*(?:, \w+)* = [^;{]*[^;{,]$/m),
  sign('python', 1, /^\s*#\s\w.*$/m),
  sign('bash', 6, /^\s*(?:[\w.@~:-]*[$%]|\[[^\]\n]*\][$#]) \S/m),
  sign('bash', 5, /^#!\s*\/(?:usr\/)?bin\/(?:env )?(?:ba|z|k)?sh/),
  sign(
    'bash',
    4,
    /^\s*(?:sudo|apt(?:-get)?|npm|npx|pip3?|git|curl|wget|cd|mkdir|chmod|export|source|docker|python3?|brew|echo) [\w./~-]/m,
  ),
  sign('bash', 2, /(?:\s--?[a-z][\w-]*(?:[= ]|$)|\|\s*(?:grep|awk|sed|xargs)\b|\$\{?\w+)/),
  sign('bash', 3, /\$\([\w-]+ [^)\n]*\)/),
  sign('bash', 2, /^\s*(?:fi|done|esac)\s*$/m),
  sign('batch', 6, /^\s*(?:[A-Z]:(?:\\[^>\n]*)?>|@echo off)/im),
  sign('powershell', 6, /^\s*PS(?: [A-Z]:[^>]*)?>|^\s*(?:Get|Set|New|Remove|Invoke)-[A-Z]\w+/m),
  sign('javascript', 3, /^\s*(?:const|let|var) [\w{[][^=\n]* = /m),
  sign(
    'javascript',
    3,
    /(?:[^=]=>\s*[{(\w]|\bfunction\s*\w*\(|console\.log\(|require\(['"]|module\.exports)/,
  ),
  sign('javascript', 3, /^\s*import .* from ['"]/m),
  sign('typescript', 5, /^\s*(?:export )?(?:interface \w+|type \w+(?:<[^>]*>)? =|enum \w+) ?/m),
  sign('typescript', 4, /(?:\)|\w)\??: (?:string|number|boolean|unknown|void|Promise<)[\s,;)=\]|{>]/),
  sign('json', 6, /^\s*[{[]\s*(?:"[^"\n]*"\s*:|[{["\d\]}])[\s\S]*[}\]]\s*$/),
  sign('xml', 5, /^\s*<\?xml\b/),
  sign(
    'html',
    5,
    /<!doctype html|<(html|head|body|div|span|script|ul|li|p|a|form|table)(?:\s[^<>]*)?>[\s\S]*<\/\1>|<(?:\w+)\s+(?:class|id|href|src|type|name)=/i,
  ),
  sign('xml', 3, /^\s*<(\w[\w:.-]*)(?:\s[^>]*)?>[\s\S]*<\/\1>\s*$/),
  sign('css', 4, /^[^\n{}]*[.#\w][^\n{}]*\{\s*(?:[\w-]+:\s*[^;{}]+;\s*)+\}/m),
  sign(
    'sql',
    5,
    /^\s*(?:SELECT\b[\s\S]*\bFROM|INSERT INTO|UPDATE \w+ SET|CREATE (?:TABLE|INDEX|VIEW)|DELETE FROM|ALTER TABLE|DROP TABLE)\b/im,
  ),
  sign(
    'sql',
    7,
    /^\s*(?:CREATE|ALTER|DROP|GRANT|REVOKE|COPY|COMMENT ON|EXPLAIN|VACUUM|ANALYZE|TRUNCATE|SECURITY LABEL|REINDEX|REFRESH|IMPORT|DECLARE|FETCH|PREPARE|EXECUTE|SAVEPOINT|ROLLBACK|COMMIT|BEGIN|LISTEN|NOTIFY|LOCK|CLUSTER|PRAGMA|ATTACH|MERGE|SELECT|INSERT|UPDATE|DELETE|WITH)(?:\s+[[{("'*\w]|;|$)/m,
  ),
  sign('sql', 9, /^\s*(?:\w*=[>#]|\w+[-(][>#]|sqlite>|mysql>) +\S/m),
  sign('sql', 3, /^\s*-- \w/m),
  sign(
    'sql',
    4,
    /\bLANGUAGE (?:plpgsql|sql|'\w+')|^\s*(?:END( \w+)?;|LOOP$|EXCEPTION WHEN|RAISE (?:NOTICE|EXCEPTION))|\b(?:REFERENCES|PRIMARY KEY|FOREIGN KEY|NOT NULL|ORDER BY|GROUP BY|INNER JOIN|LEFT JOIN)\b/im,
  ),
  sign('c', 4, /^\s*#\s*(?:include\s*[<"]|define\s+\w|ifn?def\b)/m),
  sign(
    'c',
    4,
    /^\s*(?:static |extern |const |unsigned )*(?:int|void|char|double|float|long|size_t|Py\w+|struct \w+)\s+\**\w+\s*(?:\([^)]*\)\s*[{;]?|=|;|\[)/m,
  ),
  sign('c', 4, /^\s*(?:\w+\s+)+\**\w+\s*\((?:const |struct |unsigned )*\w+ *\* *\w*\s*[,)]/m),
  sign('c', 2, /(?:\w->\w|\bprintf\(|\bsizeof\b|\bNULL\b|;\s*$)/m),
  sign('cpp', 9, /\bstd::|\btemplate\s*<|\bcout\s*<<|\bnamespace \w+\s*\{/),
  sign(
    'java',
    5,
    /\bpublic (?:static |final |abstract )*(?:class|interface|void|int|String)\b|System\.out\.print/,
  ),
  sign('csharp', 6, /\busing System\b|\bConsole\.Write|\bnamespace [\w.]+\s*[{;]/),
  sign(
    'go',
    6,
    /^\s*(?:package \w+\s*$|func (?:\(\w+ \*?\w+\) )?\w+\(.*\).*\{)|\bfmt\.\w+\(|^\s*\w+(?:, \w+)* := /m,
  ),
  sign(
    'rust',
    6,
    /\bfn \w+(?:<[^>]*>)?\(.*\)(?: -> .+)? \{|\blet mut \w|\bprintln!\(|\bimpl(?:<[^>]*>)? \w+/,
  ),
  sign('ruby', 4, /^\s*(?:def \w+[?!]?(?:\(.*\))?\s*$|require ['"]|puts |end\s*$)/m),
  sign('php', 6, /<\?php|\$\w+\s*=\s*[^=]/),
  sign('yaml', 3, /^(?:---\n)?(?:[\w-]+:(?: .*)?\n)(?:\s*(?:- |[\w-]+:)(?:.*)\n?)+$/),
  sign('toml', 5, /^\[[\w.-]+\][ \t]*\n(?:[\w-]+\s*=\s*(?:"[^"]*"|\d|true|false|\[).*\n?)+/m),
  sign('ini', 4, /^[ \t]*\[[\w. :-]+(?: "[^"\n]*")?\][ \t]*\n(?:[ \t]*(?:[;#].*|[\w.-]+[ \t]*[=:].*)?\n?)+/m),
  sign('diff', 5, /^\+.*\n(?:[ .].*\n)*-|^-.*\n(?:[ .].*\n)*\+/m),
  sign('diff', 6, /^(?:--- .+\n\+\+\+ .+|@@+ |diff --git )/m),
  sign('http', 6, /^(?:(?:GET|POST|PUT|DELETE|HEAD|PATCH) \S+ HTTP\/|HTTP\/[\d.]+ \d{3})/m),
  sign('dockerfile', 6, /^FROM \S+(?: AS \w+)?\s*\n(?:[\s\S]*^(?:RUN|COPY|CMD|WORKDIR|ENTRYPOINT) )/m),
]

/** What must be there before a guess is better than none, and before it needs no one's word beside it. */
const least = 2
const sure = 4

export type LanguageGuess = { language: string; isSure: boolean }

/** The language that a piece of code looks like; "text" when it looks like none. */
export function detectCodeLanguage(code: string): LanguageGuess {
  if (/^\s*usage:/i.test(code) || isQueryResult(code)) return { language: 'text', isSure: true }
  const sums = new Map<string, number>()
  for (const { language, weight, pattern } of signs)
    if (pattern.test(code)) sums.set(language, (sums.get(language) ?? 0) + weight)
  const [best] = [...sums].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
  if (best === undefined || best[1] < least) return { language: 'text', isSure: false }
  return { language: best[0], isSure: best[1] >= sure }
}

/** A line of names over a line of dashes: what a database prints. */
function isQueryResult(code: string): boolean {
  return /^[ \t]*[^\n=>;]+\n[ \t]*-+(?:\+-+)*[ \t]*\n/.test(code) && !/;[ \t]*$/m.test(code)
}
