import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { detectCodeLanguage } from './detect-code-language.ts'
import { findCodeExamples } from './find-code-examples.ts'

const languageOf = (code: string) => detectCodeLanguage(code).language
const languagesIn = (...blocks: string[]) => {
  const markdown = blocks.map(code => `\`\`\`\n${code}\n\`\`\``).join('\n\n')
  return findCodeExamples({ id: 'doc', markdown, outline: [] }).map(({ language }) => language)
}

/** At least one block per family of signs, by the name of the promise. */
const families: Record<string, [language: string, code: string][]> = {
  'a declaration without a type is JavaScript, with one behind it Go': [
    ['javascript', "var found = which('node');"],
    ['javascript', "const scope = serve('http://site.example')\n  .get('/')\n  .reply(200, 'Hello')"],
    ['go', 'var point *Point = &Point{y: 1000}'],
    ['go', 'router := mux.NewRouter()\nrouter.HandleFunc("/", handle)'],
  ],
  'a call with an object is JavaScript': [
    ['javascript', 'app.use(\n  guard({\n    frames: { action: "deny" },\n  }),\n);'],
    ['javascript', "{\n  title: 'test',\n  silent: false,\n}"],
  ],
  'elements among statements, or with values in braces, are JavaScript': [
    ['javascript', '<MapView\n  style={styles.map}\n  // other properties\n/>'],
    ['javascript', 'export default () => (\n  <Video source={{ uri: "a.mp4" }} />\n)'],
  ],
  'types tell TypeScript from JavaScript': [
    ['typescript', "import { App, Options } from 'app'\n\nconst options: Options = { port: 1 }"],
    ['typescript', 'class Visitor implements Aspect {\n  visit(node: Construct) {}\n}'],
    ['javascript', "import * as Tools from 'tools'\n\nconst made = Tools.make(1)"],
  ],
  'a program and what it is to do is a command': [
    ['bash', 'yarn add bootstrap'],
    ['bash', 'pre-commit install'],
    ['bash', 'electron-forge package'],
    ['bash', 'PROXY=http://proxy.example:80 node app.js'],
    ['bash', 'tool add-event {OPTIONS}'],
  ],
  'a block that begins with a prompt is a session, whatever is printed': [
    ['python', ">>> print(join(['echo', '-n', 'Multiple words']))\necho -n 'Multiple words'"],
    ['python', '>>> show(change)\n--- before.py\n+++ after.py\n@@ -1 +1 @@\n-bacon\n+python\n guido'],
    ['bash', '$ tool --help\nUsage: tool [OPTIONS] <COMMAND>\n\nCommands:\n  clone  Clones <REPO>'],
  ],
  'lines put in and taken out are a change, whatever they are written in': [
    ['diff', " import { a } from 'a'\n-const b = a(1)\n+const b = a(2)\n export default b"],
    ['yaml', '- one: 1\n- two: 2'],
  ],
  'keys and values on every line are YAML, unless they are headers': [
    ['yaml', "en:\n  app:\n    welcome: 'You are signed in, and this is what you have been waiting for.'"],
    ['yaml', 'site_name: Our Site'],
    ['http', 'X-Frame-Options: SAMEORIGIN'],
    ['debcontrol', 'Package: limnoria\nPin: release a=backports\nPin-Priority: 900'],
  ],
  'an element of one’s own is HTML, one of another namespace XML': [
    ['html', '<a-scene>\n  <a-box color="red"></a-box>\n</a-scene>'],
    ['html', '<input type="text" hidden>'],
    ['xml', '<uses-permission android:name="android.permission.INTERNET" />'],
  ],
  'a template is known by its marks': [
    ['jinja', "{{ 'words'|trim }}"],
    ['html', '<%= render "form", user: @user %>'],
  ],
  'styles are CSS, with variables and nesting too': [
    ['css', '$widths: (\n  small: 480px,\n  large: 1024px\n);'],
    ['css', '@import "custom";\n@import "~theme/all";'],
    ['css', '.a {\n  &:hover {\n    color: red;\n  }\n}'],
  ],
  'symbols, arrows in comments and statements without brackets are Ruby': [
    ['ruby', 'range = Types.Instance(Range)\nrange[1..2] # => 1..2'],
    ['ruby', "devise_for :users, path: 'auth', controllers: { sessions: 'users/sessions' }"],
    ['ruby', "gem 'devise'"],
  ],
  'PHP needs no opening tag, and is no Perl': [
    ['php', '$client->setName($name);\n$this->assertTrue($client->isNamed());'],
    ['perl', 'my $name = $client->{name};'],
  ],
  'named arguments are Python': [['python', "session.post('http://site.example', data=b'data')"]],
  'pipes and printed comments are R': [['r', 'people %>%\n  count(sex)\n#> # A tibble: 2 x 2']],
  'paths and macros are Rust, not C++': [
    ['rust', 'use std::env;\n\nfn main() {\n    let dir = env::var("DIR").unwrap();\n}'],
    ['cpp', 'void Map::Set(std::string name, int value) {\n}'],
  ],
  'what phones are programmed in': [
    ['objectivec', '#import <React/Bridge.h>\n[self start:@"now"];'],
    ['groovy', "dependencies {\n    implementation 'org.example:tool:1.0'\n}"],
    ['java', '@Override\nprotected List<Package> getPackages() {\n  return all();\n}'],
    ['csharp', 'using System.Linq;\nvar made = new Builder();'],
  ],
  'settings of servers and builds': [
    ['dockerfile', 'COPY test.txt /absolute/'],
    ['sql', "COPY films FROM '/tmp/films';"],
    ['puppet', "class { 'mysql::server':\n  root_password => 'secret',\n}"],
    ['hcl', 'resource "aws_vpc" "main" {\n  cidr_block = "10.0.0.0/16"\n}'],
    ['graphql', 'type Query {\n  person(id: ID!): Person!\n}'],
    ['toml', '[package]\nname = "demo"\n'],
    ['ini', '[server]\nport = 80\nlocal = true\n'],
    ['clojure', '(ns demo.core\n  (:require [clojure.string :as str]))'],
    ['llvm', 'define i32 @main() {\n  %1 = add i32 1, 2\n}'],
  ],
  'marked-up prose is in the language of its marks': [
    ['markdown', '## How to begin\n\nThis is what you have to do; see [the guide](guide.md) for more of it.'],
    ['rst', '.. note::\n\n   This is what you should know before you begin with it.'],
  ],
  'words handed around in code do not make it prose': [
    ['javascript', "await tools.replace('file.txt', 'This is what it was', 'and this is what it will be')"],
  ],
}

for (const [promise, cases] of Object.entries(families))
  test(promise, () =>
    assert.deepEqual(
      cases.map(([, code]) => [languageOf(code), code]),
      cases,
    ),
  )

describe('a document', () => {
  test('that is mostly TypeScript, or C++, has its plainer blocks in it too', () => {
    const typed = 'interface A {\n  b: string\n}'
    const plain = "import { a } from 'a'\n\nconst b = a(1);"
    assert.deepEqual(languagesIn(typed, typed, plain), ['typescript', 'typescript', 'typescript'])
    assert.deepEqual(languagesIn(typed, plain, plain), ['typescript', 'javascript', 'javascript'])
    const header = '#include <stdio.h>\nint main(void);'
    assert.deepEqual(languagesIn('std::cout << 1;', 'std::vector<int> a;', header), ['cpp', 'cpp', 'cpp'])
  })

  test('is not taken for one in a language by many faint signs', () => {
    const { language, isSure } = detectCodeLanguage('import(foo, bar)')
    assert.deepEqual([language, isSure], ['javascript', false])
  })
})

test('no sign takes long over lines that nearly fit it', slow, () => {
  const parts = [
    'key: v\n',
    '- a: b\n',
    '|---',
    '---',
    'A-B: ',
    '<A b={',
    'a::b(',
    '$x->',
    "'a' => ",
    'a b --c ',
    '{{ a ',
    ':s ',
    'A::B',
    'use a::',
    '+a\n-b\n',
    'a => ',
    '// a\n',
    '"a": ',
    ' a-b-c-d',
    '<!-- a -->',
    'a:  b  c;  ',
  ]
  // A pattern with exponential time would not end before the time limit of the test.
  for (const part of parts)
    for (const start of ['', '# a', 'p {'])
      for (const end of ['', '!', '\n;\n\u0000']) {
        assert.ok(detectCodeLanguage(start + part.repeat(1500) + end).language)
        assert.ok(
          detectCodeLanguage(`${start}${part.repeat(Math.floor(230 / part.length))}${end}\n${part}`).language,
        )
      }
})
