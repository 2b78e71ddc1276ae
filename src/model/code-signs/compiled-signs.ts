import { type Sign, sign } from './sign.ts'

/** Languages that are mostly compiled, and those of functions. */
export const compiledSigns: readonly Sign[] = [
  sign('javascript', 3, /^\s*(?:export )?(?:const|let|var) [\w{[][^=\n]* = /m),
  sign(
    'javascript',
    3,
    /[^=]=>\s*[{(\w]|\bfunction\s*\w*\([^)]*\)\s*\{|console\.log\(|require\(['"]|module\.exports/,
  ),
  sign(
    'javascript',
    3,
    /^\s*import .* from ['"]|\b(?:document|window|JSON|Promise|Object|Math|process)\.\w+\(?|===|\bawait \w/m,
  ),
  sign('javascript', 3, /\$\(['"(]|\.addEventListener\(|\bnew (?:Promise|Map|Date)\b/),
  sign(
    'typescript',
    5,
    /^\s*(?:export )?(?:interface \w+(?: extends \w+)? \{|type \w+(?:<[^>]*>)? =|enum \w+ \{)/m,
  ),
  sign('typescript', 4, /(?:\)|\w)\??: (?:string|number|boolean|unknown|void|Promise<)[\s,;)=\]|{>]/),
  sign('c', 4, /^\s*#\s*(?:include\s*[<"]|define\s+\w|ifn?def\b|undef\b|pragma\b)/m),
  sign(
    'c',
    4,
    /^\s*(?:static |extern |const |unsigned )*(?:int|void|char|double|float|long|short|unsigned|size_t|bool|u?int\d+_t|Py\w+|FILE|SEXP|struct \w+)\s+\**\w+\s*(?:\([^)]*\)\s*[{;]?|=|;|\[|,)/m,
  ),
  sign('c', 4, /^[ \t]*(?:\w+[ \t]+){1,4}\**\w+\s*\((?:const |struct |unsigned )*\w+ *\* *\w*\s*[,)]/m),
  sign(
    'c',
    3,
    /^\s*(?:typedef )?(?:struct|union|enum)(?: \w+)?\s*\{|^\s*(?:const )?(?:char|void|struct \w+|int) \*+\w/m,
  ),
  sign('c', 6, /\bEXEC SQL\b/),
  sign('c', 2, /(?:\w->\w|\bprintf ?\(|\bsizeof\b|\bNULL\b|\/\*+\s+\w|\bmalloc\b)/m),
  sign('c', 1, /;\s*(?:\/[/*].*)?$/m),
  sign(
    'cpp',
    9,
    /\bstd::|\btemplate\s*<|\bc(?:out|err)\s*<<|\bnamespace \w+\s*\{|\busing namespace\b|#include <(?:boost\/|\w+>)(?<!\.h>)|\boperator ?[=<>+*()[\]-]/,
  ),
  sign(
    'cpp',
    6,
    /\bclass \w+(?: final)?\s*:\s*public \w+|\b(?:public|private|protected):\s*$|\b\w+<[\w:, *&]+> \w+[;({=]|\bconst \w[\w:]*\s?&|\bvirtual \w|\b(?:typename|constexpr|nullptr|static_cast)\b/m,
  ),
  sign('cpp', 2, /^\s*class \w+\s*\{?\s*$/m),
  sign('cpp', 4, /\b\w+::\w+(?:<|\(|;| \w+)[^\n]*;\s*(?:\/\/.*)?$/m),
  sign(
    'java',
    6,
    /\bpublic (?:static |final |abstract )*(?:class|interface|void|int|String|boolean|enum)\b|System\.out\.print|^\s*import (?:static )?(?:java|javax|org|com)\.[\w.*]+;|@Override|\bthrows [\w.]+/m,
  ),
  sign(
    'java',
    3,
    /\b(?:String|Integer|List<\w+>|Map<\w+, ?\w+>|Object) \w+ ?[=;,)]|\bprivate (?:static |final )*\w+ \w+|\bnew \w+(?:<\w*>)?\(\)/,
  ),
  sign(
    'csharp',
    6,
    /\busing System\b|\bConsole\.Write|\bnamespace [\w.]+\s*[{;]|\bpublic (?:async )?Task\b|\{ get; set; \}/,
  ),
  sign(
    'kotlin',
    6,
    /^\s*(?:override |private |suspend )?fun (?:\w+\.)?\w+\(|\bval \w+(?:: \w+)? = .*\bby\b/m,
  ),
  sign(
    'scala',
    6,
    /^\s*(?:case class|object|trait|sealed trait) \w+|^\s*(?:override )?def \w+(?:\[.*\])?(?:\(.*\))?(?:: [\w[\], ]+)? =|^scala> /m,
  ),
  sign('scala', 3, /^\s*(?:lazy )?val \w+(?:: \w+)? = |=> \w+(?:\[|$)/m),
  sign(
    'groovy',
    5,
    /^\s*(?:def \w+ = |@Grab|assert \w|apply plugin:)|\{ ?\w* ?->|\.\w+ \{\s*(?:it\b|println)|^groovy:/m,
  ),
  sign(
    'swift',
    6,
    /\bfunc \w+\(.*\)(?: (?:async|throws))* -> \w+|\bguard let\b|\bif let \w+ =|^\s*import (?:Foundation|UIKit|SwiftUI)/m,
  ),
  sign(
    'go',
    6,
    /^\s*(?:package \w+\s*$|func (?:\(\w+ \*?\w+\) )?\w+(?:\[.*\])?\(.*\).*\{)|\bfmt\.\w+\(|^\s*[a-z_]\w*(?:, \w+)* := [^|\n]*$/m,
  ),
  sign(
    'go',
    5,
    /^\s*(?:type \w+ (?:struct|interface|func|map|\[)|var \w+ (?:\*?\[?\]?\w|=)|const \w+(?: \w+)? = [^;]*$|defer \w|go func\(|range \w|interface \{)|\bchan \w|\bmap\[\w|\[\](?:string|int|byte)\b/m,
  ),
  sign(
    'rust',
    6,
    /\bfn \w+(?:<[^>]*>)?\(.*\)(?: -> .+)?\s*(?:\{|where|;)|\blet mut \w|\b(?:println|vec|assert(?:_eq)?|format|panic)!\s*[([]|\bimpl(?:<[^>]*>)? \w+|^\s*(?:pub )?(?:use|mod) \w+(?:::[\w{*]+)*.*;|#!?\[\w+/m,
  ),
  sign(
    'rust',
    3,
    /&mut \w|\blet \w+(?:: [\w<>&]+)? = [^;]*;|&'?\w* ?str\b|\bmatch \w.*\{|\bSome\(|\.unwrap\(/,
  ),
  sign(
    'erlang',
    7,
    /^\s*-(?:module|export|include|define|record|spec|type|behaviou?r|import)\(|^\s*-spec \w|^\s*\d+> \S|^\(?[\w@.]+\)\d+> /m,
  ),
  sign('erlang', 4, /^\s*(?:'?[a-z][\w:@]*'?\([^)]*\)|[A-Z_]\w*|\{.*\}) *(?:when .*)?->/m),
  sign(
    'erlang',
    4,
    /\{(?:ok|error|tuple),|<<"|\bio:format\(|\b[a-z]\w*:[a-z]\w*\(|\breceive\s*$|^\s*end[.,;]?\s*$[\s\S]*->/m,
  ),
  sign('elixir', 8, /^\s*(?:defmodule|defp? \w+.* do\s*$|iex(?:\(\d+\))?> )|\|> \w/m),
  sign(
    'haskell',
    6,
    /^\s*[a-z]\w*'? :: [\w(]|^import (?:qualified )?[A-Z]\w*(?:\.\w+)*(?: |$)(?!.*;)|^ghci> |^\s*(?:data|newtype|instance|class) [A-Z].*(?:=|where)|^module [A-Z][\w.]* (?:\(|where)/m,
  ),
  sign('ocaml', 5, /^\s*let (?:rec )?\w+(?: \w+)* =[\s\S]*\bin\b|^\s*\| \w.* ->|;;\s*$/m),
  sign(
    'lisp',
    6,
    /^\s*\((?:def(?:un|var|macro|custom|parameter)|setq|use-package|progn|interactive|add-hook|lambda|let\*?|require ')\b/m,
  ),
  sign('scheme', 6, /^\s*\((?:define|call\/cc|set!|display|cond)[ (]/m),
  sign('clojure', 7, /^\s*\((?:defn|ns|def|println|->>?) /m),
  sign(
    'fortran',
    6,
    /^\s*(?:subroutine \w+|program \w+\s*$|implicit none|(?:integer|real|character|double precision)\b.*::|end (?:subroutine|program|function|do)\b|call \w+\()/im,
  ),
  sign('asm', 5, /^\s+(?:movq?|push[lq]?|pop[lq]?|lea[lq]?|call[lq]?|jmp|xor[lq]?|cmp[lq]?|ret)\s+[%$\w(]/im),
]
