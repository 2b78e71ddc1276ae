import { type Sign, sign } from './sign.ts'

/** JavaScript, TypeScript, and languages of web pages and styles. */
export const webSigns: readonly Sign[] = [
  sign('javascript', 3, /^\s*(?:export )?(?:const|let|var) [\w{[$][^=\n]* = /m),
  sign(
    'javascript',
    5,
    /^\s*(?:import .*|\}) from ['"]|^\s*import ['"]|^\s*export (?:default\b|const\b|function\b|async\b|class\b|\{|\*)|\brequire\(['"]|\bmodule\.exports|^#!.*\bnode\b/m,
  ),
  sign(
    'javascript',
    4,
    /(?:\)|[(=,] ?(?:async )?[a-z_$]\w*) =>(?: |$)|\bfunction\s*\w*\s*\([^)]*\)\s*\{|console\.\w+\(|[\s(,:]`[^`\n]*\$\{/m,
  ),
  sign(
    'javascript',
    3,
    /\b(?:document|window|JSON|Promise|Object|Math|process)\.\w+\(?|[=!]==(?!=)|\bawait \w/,
  ),
  sign(
    'javascript',
    3,
    /\$\(['"(]|\.addEventListener\(|\bnew (?:Promise|Map|Set|Date|Error)\b|\bundefined\b/,
  ),
  sign('javascript', 2, /\bnew [A-Z][\w.]*\(|\bthis\.\w|^\s*\.\w+\(.*\)?;?\s*$/m),
  // Calls as statements, and their arguments.
  sign('javascript', 2, /^\s*[\w$.]+\(.*(?:\);?|[({[])\s*(?:\/\/.*)?$/m),
  sign('javascript', 2, /'[^'\n]{2,}'.*;\s*(?:\/\/.*)?$/m),
  sign('javascript', 3, /^\s*['"]?[a-zA-Z_$][\w$]*['"]?: .*[^;\s:],\s*(?:\/\/.*)?$|^\s*\.\.\.\w+,?\s*$/m),
  sign('javascript', 3, /[({[]\s*[a-z]\w*: (?:['"`[{\d]|true\b|false\b|null\b|function\b|\()/),
  sign('javascript', 2, /^(?:\/\/.*\n)*\[\s*'|^\s*if \(.*\) \{/m),
  sign('javascript', 1, /^\s*\/\/ |\S \/\/ /m),
  sign('javascript', 4, /\bclass \w+ extends [\w.]+ \{|^\s*(?:async )?\w+ ?\([\w, ]*\) \{\s*$/m),
  // Evidence against it: features of similar languages.
  sign(
    'javascript',
    -6,
    /^\s*# |\s# |[^-<]->|\b\w+::\w|^\s*(?:def|fn|func|elif|unless|end)\b|<-|\bself\b|\b(?:None|True|False|nil)\b|@"|:=|\$\w+->|^\s*(?:(?:public|private|protected|static|final) )+(?:class|void|String|int)\b|^\s*#(?:include|define|import)|^\s*(?:int|void|char|double|size_t|bool|unsigned|struct)\b|\bfor \((?:int|unsigned|size_t)\b|\blet mut\b|^> |= &\w/m,
  ),
  sign(
    'typescript',
    -8,
    /^\s*# |[^-<]->|\b\w+::\w|^\s*(?:def|fn|func|elif|unless|end)\b|<-|\b(?:None|True|False|nil)\b|:=|\$\w+->|^\s*(?:(?:public|private|protected|static|final) )+(?:class|void|String|int)\b|^\s*#(?:include|define|import)|\blet mut\b|\bfn \w/m,
  ),
  // Elements between statements (JSX).
  sign(
    'javascript',
    8,
    /<\/[A-Z][\w.]*>|<[A-Z][\w.]*(?:\s[^<>\n]*)?\/>|<[A-Z][\w.]*\s+(?:\/\/.*\n\s*)*\w+=|<\w[^<>\n]*\s[\w-]+=\{|^\s+\w+=\{/m,
  ),
  sign(
    'typescript',
    6,
    /^\s*(?:export )?(?:declare )?(?:interface \w+(?:<[^>]*>)?(?: extends [^{\n]+)? \{|type \w+(?:<[^>]*>)? =|(?:const )?enum \w+ \{|abstract class|namespace \w+ \{)/m,
  ),
  sign(
    'typescript',
    5,
    /(?:\)|\w)[?!]?: (?:string|number|boolean|unknown|any|never|void|Promise<|Record<|Array<)(?:[\s,;)=\]|{>[<]|$)/m,
  ),
  sign(
    'typescript',
    5,
    /^\s*(?:export )?(?:const|let|var) \w+: [\w{[(]|\bimport type\b|\bimplements [A-Z]|^\s*declare (?:module|const|function|global|class)/m,
  ),
  sign(
    'typescript',
    5,
    /[(,]\s*(?:private |public |readonly )*\w+\??: [A-Z]\w*(?:<[^()]*>)?(?:\[\])?\s*[,)=]|\): [A-Z][\w<>[\]| ]* (?:\{|=>)/,
  ),
  sign(
    'typescript',
    5,
    /(?<!\bdefault|\*) as (?:const|any|unknown|string|[A-Z]\w*)[;,)\s]|\bsatisfies \w|^\s*(?:private|public|protected|readonly) (?:readonly |static |async )*\w+[?!]?[:(]|^\s*@[A-Z]\w+\(/m,
  ),
  sign(
    'typescript',
    4,
    /\w<(?:string|number|boolean|any|unknown|typeof \w+|[A-Z]\w*(?:\[\])?)(?:, [\w[\]]+)*>\(/,
  ),
  sign('css', 6, /^[^\n{}();=]+\{\s*(?:[\w-]+:[^;{}]+;\s*)+\}/m),
  sign(
    'css',
    7,
    /^\s*@(?:media|import (?:url|["'])|include|mixin|use ["']|tailwind|apply|layer|font-face|keyframes|supports|charset)\b/m,
  ),
  sign(
    'css',
    5,
    /^\s*(?:color|background(?:-\w+)*|margin(?:-\w+)?|padding(?:-\w+)?|display|font(?:-\w+)?|border(?:-\w+)*|width|height|max-width|position|content|top|left|opacity|grid(?:-\w+)*|flex(?:-\w+)*|transition|transform)\s*:\s*[^;{}'"\n]+;/m,
  ),
  sign(
    'css',
    7,
    /^\s*(?:\$[\w-]+\s*:\s*(?:[^;\n]+;|\()|@(?:function|return|if|else|each|extend|forward) |--[\w-]+\s*:\s*[^;\n]+;|&[:.\s-][^\n]*\{)/m,
  ),
  sign(
    'css',
    4,
    /^\s*(?:[.#][\w-]+|:root|\*|html|body|div|span|p|a|h[1-6]|[uo]l|li|table|t[rdh]|input|button|nav|img|pre|code|svg|section|header|footer|main|form|label|select)(?:[\s,>+~:.[#][^{}\n;()=]*)?\{\s*(?:[a-z-]+\s*:|\}|$)/m,
  ),
  sign('html', 9, /<%[=#!@-]?\s|<%[=\w]|<\/%\w|^\s*% (?:if|for|while|else|endif|endfor)\b/m),
  sign('jinja', 7, /\{%-? *\w+.*-?%\}|\{\{-? *[^{}\n]+?-?\}\}|^\s*\{#.*#\}/m),
]
