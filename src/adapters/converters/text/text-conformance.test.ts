import { testConverter } from '../../../../test/conformance/converter-suite.ts'
import { converterFor } from '../test/make-source.ts'
import { webConverters } from '../web/index.ts'
import { textConverters } from './index.ts'

const sources: [format: string, name: string, text: string, includes: string[]][] = [
  ['txt', 'a.txt', 'One.\u0000\r\n\fTwo.\ud800', ['One.', 'Two.']],
  ['md', 'a.md', '---\ntitle: T\n---\n# One\r\n\r\nTwo.', ['# One', 'Two.']],
  ['csv', 'a.csv', 'a;b\n1;"x\ny"', ['a', 'x y']],
  ['json', 'a.json', '[{"name":"One","text":"T\\u0000wo"}]', ['One', 'Two']],
  ['code', 'a.py', 'def one():\n    pass\n', ['def one']],
  ['html', 'a.html', '<title>T</title><h1>One</h1><p>Two&#0;.</p>', ['# One', 'Two']],
  ['xml', 'a.xml', '<a><title>One</title><p>Two.</p></a>', ['# One', 'Two.']],
]
for (const [format, name, text, includes] of sources)
  testConverter(format, converterFor([...textConverters, ...webConverters], format), [
    { name, bytes: Buffer.from(text), includes },
  ])
