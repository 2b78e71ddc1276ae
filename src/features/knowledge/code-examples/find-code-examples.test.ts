import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { outlineFromHeadings } from '../../../core/text/outline.ts'
import { detectCodeLanguage } from './detect-code-language.ts'
import { findCodeExamples } from './find-code-examples.ts'
import { languageNamed } from './language-names.ts'

const find = (markdown: string) =>
  findCodeExamples({ id: 'doc', markdown, outline: outlineFromHeadings(markdown) })

describe('blocks of code in Markdown', () => {
  const cases: [string, string, [string, string][]][] = [
    ['backticks', '```py\nx = 1\n```', [['python', 'x = 1']]],
    ['tildes', '~~~js\nlet a = 1\n~~~', [['javascript', 'let a = 1']]],
    ['a longer fence holds a shorter one', '````md\n```py\nx\n```\n````', [['markdown', '```py\nx\n```']]],
    ['tildes hold backticks', '~~~text\n```\n~~~', [['text', '```']]],
    ['an open fence reaches to the end', 'Text.\n\n```sh\nls\nmore', [['bash', 'ls\nmore']]],
    ['backticks in a line are no fence', 'Use ```x``` here.\n\n```sql\nSELECT 1\n```', [['sql', 'SELECT 1']]],
    ['inside a list', '- item\n\n  ```py\n  if x:\n      y\n  ```', [['python', 'if x:\n    y']]],
    ['inside a quote', '> ```json\n> {"a": 1}\n> ```', [['json', '{"a": 1}']]],
    ['an attribute list', '```{.python .numberLines}\nx = 1\n```', [['python', 'x = 1']]],
    ['windows line ends', '```py\r\nx = 1\r\n```\r\n', [['python', 'x = 1']]],
    ['pre', '<pre class="lang-py">a &lt; b\nc</pre>', [['python', 'a < b\nc']]],
    [
      'pre with signs',
      '<pre class="lang-py">&#97; &#x3d; &#99999999; &unknown;</pre>',
      [['python', 'a = &#99999999; &unknown;']],
    ],
    ['pre with code and tags', '<pre><code class="language-c"><b>int</b> x;</code></pre>', [['c', 'int x;']]],
    ['pre inside a fence is code', '```html\n<pre>x</pre>\n```', [['html', '<pre>x</pre>']]],
    ['pre in a list', '- <pre>x</pre>', [['text', 'x']]],
    ['a text that speaks of the tag has none', 'Put it into a `<pre>` and close it: `</pre>`.', []],
    ['empty blocks are none', '```\n\n```\n\n<pre> </pre>', []],
    ['no code', '# Title\n\nJust words.', []],
  ]
  for (const [name, markdown, expected] of cases)
    test(name, () =>
      assert.deepEqual(
        find(markdown).map(({ language, code }) => [language, code]),
        expected,
      ),
    )

  test('a block has its section, the text that leads up to it and the text around it', () => {
    const markdown =
      '# A\n\n## B\n\nFirst this:\n\n```py\nx = 1\n```\n\nThen that:\n\n```py\ny = 2\n```\n\nEnd.'
    const [, second] = find(markdown)
    assert.deepEqual(second?.sectionPath, ['A', 'B'])
    assert.equal(second?.lead, 'Then that:')
    assert.match(second?.before ?? '', /First this/)
    assert.equal(second?.after, 'End.')
    assert.equal(markdown.slice(second?.start, second?.end), '```py\ny = 2\n```')
  })

  test('ids are the document’s and the place’s', () => {
    const markdown = '```\nsame\n```\n\n```\nsame\n```'
    const ids = find(markdown).map(({ id }) => id)
    assert.equal(new Set(ids).size, 2)
    assert.deepEqual(
      find(markdown).map(({ id }) => id),
      ids,
    )
  })
})

describe('the language of code', () => {
  const cases: [string, string][] = [
    ['python', '>>> len("x")\n1'],
    ['python', 'def f(x):\n    return None'],
    ['bash', '$ npm install'],
    ['bash', '#!/bin/sh\nset -e\nif [ -f x ]; then\n  rm x\nfi'],
    ['javascript', "const x = require('x')\nconsole.log(x)"],
    ['typescript', 'interface A {\n  b: string\n}'],
    ['json', '{\n  "a": [1, 2]\n}'],
    ['html', '<!doctype html>\n<html></html>'],
    ['css', '.a { color: red; }'],
    ['sql', 'SELECT a FROM b WHERE c = 1;'],
    ['sql', 'DELETE FROM films\n  WHERE id IN (SELECT id FROM producers WHERE name IS NOT NULL);'],
    ['bash', '$ tool --help\nThis is the tool that you have been looking for.'],
    ['c', '#include <stdio.h>\nint main(void) {\n  return 0;\n}'],
    ['cpp', '#include <iostream>\nstd::cout << 1;\ntemplate <class T> T f();'],
    ['java', 'public class A {\n  public static void main(String[] a) {}\n}'],
    ['go', 'package main\n\nfunc main() {\n}'],
    ['rust', 'fn main() {\n    println!("x");\n}'],
    ['toml', '[tool]\nname = "x"\n'],
    ['diff', '--- a\n+++ b\n@@ -1 +1 @@'],
    ['http', 'GET / HTTP/1.1\nHost: x'],
    ['text', 'just some words here'],
    ['text', 'The server listens on every address that it is given, and closes what it does not know.'],
    ['text', 'expr ::= term | expr "+" term'],
    ['text', 'LS(1)                 User Commands                 LS(1)\n\nNAME\n       ls - list'],
    ['r', '> x <- c(1, 2, 3)\n> mean(x)\n[1] 2'],
    ['matlab', 'function y = f (x)\n  y = x .* 2;\nendfunction'],
    ['perl', 'use strict;\nmy @found = grep { $_ =~ /x/ } @lines;'],
    ['erlang', '-module(math).\n-export([double/1]).\ndouble(X) -> 2 * X.'],
    ['xml', '<target name="build">\n  <javac srcdir="src"/>\n</target>'],
    ['xml', '<mkdir dir="build"/>'],
    ['html', '<p>Some <b>bold</b> words</p>'],
    ['apache', '<VirtualHost *:80>\n  ServerName www.example.org\n</VirtualHost>'],
    ['nginx', 'server {\n    listen 80;\n    location / {\n    }\n}'],
    ['makefile', 'all: main.o\n\tcc -o main main.o\n.PHONY: all'],
    ['bash', '# systemctl restart nginx'],
    ['ini', '[Unit]\nDescription=A service\n'],
    ['ini', 'ssl_key = /etc/ssl/private/host.key'],
    ['cmake', 'cmake_minimum_required(VERSION 3.10)\nproject(Demo)'],
  ]
  for (const [language, code] of cases)
    test(`${language}: ${JSON.stringify(code.slice(0, 30))}`, () =>
      assert.equal(detectCodeLanguage(code).language, language))

  test('other names of a language are understood, and names of none are none', () => {
    assert.deepEqual(
      ['py', 'Python3', 'shell-session', 'c++', 'yml', 'title="x"', '', 'default', 'js {1,2}'].map(
        languageNamed,
      ),
      ['python', 'python', 'bash', 'cpp', 'yaml', 'title="x"', null, null, 'javascript'],
    )
  })

  test('however long and odd a block is, judging it takes no time to speak of', async () => {
    const odd = [' ', '\n', 'a ', 'a -b ', '<a ', '[1;', 'f(', 'x = ', 'a{b:c;', '/* ', 'word\n']
    const busyMs = await cpuMs(() => {
      for (const part of odd) detectCodeLanguage(part.repeat(100_000))
    })
    assert.ok(busyMs < 10_000)
  })

  test('a block that says little is in the language that the text speaks of', () => {
    const text = 'Octave has matrices. In Octave they are written so:\n\n'
    assert.equal(find(`${text}\`\`\`\nfoo (1, 2)\n\`\`\``)[0]?.language, 'matlab')
    assert.equal(find(`${text}\`\`\`\nTotal  3 of 4\n\`\`\``)[0]?.language, 'text')
  })

  test('a block that says little is in the language of its neighbours', () => {
    const strong = '```\n>>> f(1)\n2\n```\n\n'
    assert.deepEqual(
      find(`${strong.repeat(3)}\`\`\`\nx.f()\n\`\`\``).map(({ language }) => language),
      ['python', 'python', 'python', 'python'],
    )
  })
})
