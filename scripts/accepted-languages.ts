import { languageNamed } from '../src/features/knowledge/code-examples/code-language.ts'

/** Names of languages that authors use for the same thing, or for what no reader could tell apart. */
const classes: readonly (readonly [string, string])[] = [
  [
    'bash',
    'cli cmdline command command-line commandline bash-session sh-session shellscript shellsession ksh',
  ],
  ['bash|ini', 'env dotenv'],
  ['javascript', 'jsx es6 flow javscript'],
  ['typescript', 'tsx'],
  ['fish|bash', 'fish fish-docs-samples fish-synopsis'],
  ['python', 'cython python2 python-console ipython3 ipythonconsole pyi'],
  ['python|sql', 'pycon+sql python+sql'],
  ['text|python', 'pytb py3tb python-traceback'],
  [
    'html|jinja',
    'html+django html+jinja django jinja2 twig erb html+erb ejs handlebars hbs liquid mako html+mako html+php heex eex',
  ],
  ['html|vue', 'vue'],
  ['html|svelte', 'svelte'],
  ['html|jinja', 'html jinja'],
  ['xml|html', 'svg xml+django plist'],
  ['css|scss', 'scss less postcss pcss'],
  ['sql', 'pgsql psql mysql postgres tsql plsql'],
  ['batch', 'cmd dosbatch bat winbatch dos'],
  ['go', 'gotemplate'],
  ['csharp', 'dotnet'],
  ['objectivec', 'objc objective-c obj-c objectivec m'],
  ['groovy', 'gradle'],
  ['r', 'rout'],
  ['hcl', 'terraform tf'],
  ['dockerfile', 'docker'],
  ['protobuf', 'proto proto3'],
  ['graphql', 'gql'],
  ['rst', 'restructuredtext rest'],
  ['clojure', 'clj cljs clojurescript edn'],
  ['ini', 'editorconfig gitconfig systemd'],
  ['ini|text', 'conf'],
  ['text', 'log plain_text raw tree ebnf bnf abnf grammar no-highlight nohighlight'],
  ['yaml|jinja', 'yaml+jinja yaml+django'],
  ['julia', 'jl jldoctest julia-repl'],
  ['elixir', 'iex ex exs'],
  ['php', 'php-annotations html+php'],
  ['lisp', 'common-lisp commonlisp'],
  ['asm', 'nasm gas'],
]

const accepted = new Map(
  classes.flatMap(([languages, names]) => names.split(' ').map(name => [name, languages.split('|')])),
)

/** The languages of which each is right for a block that its author calls so. */
export function acceptedLanguages(name: string): readonly string[] {
  return accepted.get(name) ?? [languageNamed(name) ?? 'text']
}
