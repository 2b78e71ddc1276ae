import assert from 'node:assert/strict'
import test from 'node:test'
import type { CrawledPage } from '../../core/ports/crawler.ts'
import { pageTitle } from './page-metadata.ts'

const titleOf = (title: string | null, markdown: string) =>
  // SAFETY: pageTitle reads only these two fields.
  pageTitle({ title, finalUrl: 'https://example.org/docs/page.html' } as CrawledPage, { markdown })

test('a title loses the name of the site when what is left is the heading', () => {
  const cases: [title: string | null, markdown: string, expected: string][] = [
    ['shlex — Simple analysis — The docs', '# `shlex` — Simple analysis\n', 'shlex — Simple analysis'],
    ['Of bees | Garden', '# Of bees\n', 'Of bees'],
    ['Of bees: a guide', '# Of bees\n', 'Of bees'],
    ['Of bees and rain', '# Of bees\n', 'Of bees and rain'],
    ['Garden — Of bees', '# Of bees\n', 'Garden — Of bees'],
    ['Garden', 'No heading here.', 'Garden'],
    [null, '# [Of *bees*](https://example.org)\n', '[Of *bees*](https://example.org)'],
    [null, 'No heading here.', 'page.html'],
  ]
  for (const [title, markdown, expected] of cases) assert.equal(titleOf(title, markdown), expected)
})
