import { type Sign, sign } from './sign.ts'

/** Compiled and functional languages. */
export const compiledSigns: readonly Sign[] = [
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
  sign(
    'c',
    2,
    /(?:\w->\w|\bfor \((?:int|unsigned|size_t) |\bprintf ?\(|\bsizeof\b|\bNULL\b|\/\*+\s+\w|\bmalloc\b)/m,
  ),
  sign('c', 1, /;\s*(?:\/[/*].*)?$/m),
  sign(
    'cpp',
    9,
    /\bstd::|\btemplate\s*<|\bc(?:out|err)\s*<<|\bnamespace \w+\s*\{|\busing namespace\b|#include <(?:boost\/|\w+>)(?<!\.h>)|\boperator ?(?:[=<>+*-]|\(\)|\[\])/,
  ),
  sign(
    'cpp',
    6,
    /\bclass \w+(?: final)?\s*:\s*public \w+|\b(?:public|private|protected):\s*$|\b\w+<[\w:, *&]+> \w+[;({=]|\bconst \w[\w:]*\s?&|\bvirtual \w|\b(?:typename|constexpr|nullptr|static_cast)\b/m,
  ),
  // Signs of Rust, which count against the other language.
  sign(
    'cpp',
    -12,
    /^\s*(?:pub )?(?:async |unsafe )?fn \w|^\s*(?:pub )?use \w+::|\blet (?:mut )?\w+(?::| =)/m,
  ),
  sign('cpp', 2, /^\s*class \w+\s*\{?\s*$/m),
  sign(
    'cpp',
    4,
    /\b\w+::~?\w+\s*\([^)]*\)\s*(?:const\s*)?[{;]|^\w[\w<>*&: ]* \**\w+::~?\w+\s*\(|\bauto\s*[&*]*\s*\w+\s*=|\b[\w:]+(?:<[\w:, *]+>)?\s*&\s*\w+[,)]|\bTEST\w*\("|\bstd\b|^#include [<"][\w/]+\.hpp[>"]/m,
  ),
  sign('cpp', 4, /\b\w+::\w+(?:<|\(|;| \w+)[^\n]*;\s*(?:\/\/.*)?$/m),
  sign(
    'java',
    6,
    /\bpublic (?:static |final |abstract )*(?:class|interface|void|int|String|boolean|enum)\b|System\.out\.print|^\s*import (?:static )?(?:java|javax|org|com)\.[\w.*]+;|@Override|\bthrows [\w.]+/m,
  ),
  sign(
    'java',
    6,
    /^\s*import (?:static )?[a-z]\w*(?:\.\w+)+(?:\.\*)?;|\b(?:protected|private|public) (?:static |final )*[\w<>[\]]+ \w+\(.*\)\s*(?:throws \w+ )?\{/m,
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
    'csharp',
    5,
    /^\s*using [A-Z]\w*(?:\.\w+)*;|\b(?:public|private|internal|protected) (?:static |async |override |readonly )*(?:string|int|bool|Task|IEnumerable|dynamic|object)\b|\bawait \w[\w.]*Async\(|\bvar \w+ = new [A-Z]\w*[<({]|\bdelegate\b/m,
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
    /^\s*(?:def \w+ = |@Grab|apply plugin:)|\{ ?\w* ?->|\.\w+ \{\s*(?:it\b|println)|^groovy:/m,
  ),
  // Keywords of Gradle build files.
  sign(
    'groovy',
    8,
    /^\s*(?:(?:buildscript|allprojects|subprojects|repositories|dependencies|android|defaultConfig|plugins|ext|signingConfigs|buildTypes|compileOptions)\s*\{|(?:implementation|compile|api|classpath|testImplementation|kapt|annotationProcessor)[ (]+(?:['"]|project\(|fileTree)|apply (?:plugin|from):|include ['"]:|project\(['"]:|(?:compileSdk|minSdk|targetSdk)Version\b)/m,
  ),
  sign(
    'objectivec',
    9,
    /^\s*#import [<"]|^\s*@(?:interface|implementation|property|end|synthesize|protocol)\b|[\s(:,=]@"|\[(?:\[?[A-Z][a-z]\w*|self|super) \w+(?:\]|:[\w@[" ])|^\s*[-+] ?\(\w[\w ]*\*?\)\s*\w+/m,
  ),
  sign(
    'swift',
    5,
    /\b(?:override|public|private|@objc) func \w|^\s*(?:let|var) \w+: \[?[A-Z]\w*[\]?!]*(?: =|\s*$)|\bas[?!] [A-Z]|\bself\.\w+\?\.|^\s*@(?:UIApplicationMain|main|State|objc)\b|\w\([a-z]\w*: [^,)]+, [a-z]\w*: .*\)\s*$/m,
  ),
  sign(
    'swift',
    6,
    /\bfunc \w+\(.*\)(?: (?:async|throws))* -> \w+|\bguard let\b|\bif let \w+ =|^\s*import (?:Foundation|UIKit|SwiftUI)/m,
  ),
  sign(
    'go',
    6,
    /^\s*(?:package \w+\s*$|import \(\s*$|func (?:\(\w+ \*?\w+\) )?\w+(?:\[.*\])?\(.*\).*\{)|\bfmt\.\w+\(|^\s*[a-z_]\w*(?:, \w+)* := [^|\n]*$/m,
  ),
  sign(
    'go',
    5,
    /^\s*(?:type \w+ (?:struct|interface|func|map|\[)|var \w+ \*?(?:\[\])?[\w.]+(?: =|\s*$)|const \w+ \w+ = [^;]*$|defer \w|go func\(|range \w|interface \{)|\bchan \w|\bmap\[\w|\[\](?:string|int|byte)\b/m,
  ),
  sign(
    'rust',
    6,
    /\bfn \w+(?:<[^>]*>)?\(.*\)(?: -> .+)?\s*(?:\{|where|;)|\blet mut \w|\b(?:println|vec|assert(?:_eq)?|format|panic)!\s*[([]|\bimpl(?:<[^>]*>)? \w+|^\s*(?:pub )?(?:use|mod) \w+(?:::[\w{*]+)*.*;|#!?\[\w+/m,
  ),
  sign(
    'rust',
    5,
    /\b[a-z_]+!\s*[([{]|\?;\s*$|\bpub (?:fn|struct|enum|mod|use|trait|const|type)\b|\bOk\(|\bErr\(|::<\w|\bextern crate\b|\bdyn [A-Z]|: &?(?:u8|u16|u32|u64|i32|i64|usize|f64)\b|&(?:mut )?self\b|\bimpl\b.*\bfor\b|\|\w*\| \w/m,
  ),
  sign('rust', 8, /^\s*(?:pub )?use \w+(?:::[\w{}*, ]+)+;|^\s*#!?\[\w+.*\]\s*$|\b(?:async |unsafe )?fn \w+/m),
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
  sign(
    'clojure',
    8,
    /\((?:defn-?|ns|def|println|->>?|defmacro|defmulti|swap!|reset!|require '\[|fn \[|let \[|assoc|comp|partial|deref) ?|^\s*\(:require|^[\w.]+=> \(/m,
  ),
  sign(
    'fortran',
    6,
    /^\s*(?:subroutine \w+|program \w+\s*$|implicit none|(?:integer|real|character|double precision)\b.*::|end (?:subroutine|program|function|do)\b|call \w+\()/im,
  ),
  sign('llvm', 8, /^\s*(?:define|declare) .*@[\w.]+\(|^\s*[%@][\w.]+ = (?:\w+ )*(?:i\d+|\w+)\b|^!\d+ = !/m),
  sign('asm', 5, /^\s+(?:movq?|push[lq]?|pop[lq]?|lea[lq]?|call[lq]?|jmp|xor[lq]?|cmp[lq]?|ret)\s+[%$\w(]/im),
]
