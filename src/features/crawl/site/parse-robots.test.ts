import assert from 'node:assert/strict'
import test from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { parseDirectives, parseRobots, parseRobotsTag } from './parse-robots.ts'

const site = 'https://example.org'
const agent = 'quire-mcp/0.1 (+https://example.org/about)'

test('the group that names the crawler counts, else the one for all', async () => {
  const text =
    'User-agent: *\nDisallow: /\n\nUser-agent: Quire-MCP\nDisallow: /private/\nAllow: /private/open\nCrawl-delay: 2'
  const rules = await parseRobots(site, text, agent)
  assert.deepEqual(
    ['/', '/private/x', '/private/open/x'].map(path => rules.allows(site + path)),
    [true, false, true],
  )
  assert.equal(rules.crawlDelayMs, 2_000)
  assert.ok(!(await parseRobots(site, text, 'other/1')).allows(`${site}/`))
})

test('sitemaps are listed, and nonsense is no rule', async () => {
  const rules = await parseRobots(
    site,
    '\ufeffSitemap: /a.xml\n\0garbage\nCrawl-delay: soon\nDisallow',
    agent,
  )
  assert.deepEqual(rules.sitemaps, ['/a.xml'])
  assert.equal(rules.crawlDelayMs, null)
  assert.ok(rules.allows(`${site}/x`))
})

test('a file made to be slow is not, and forbids rather too much than too little', async () => {
  const rule = `Disallow: /a${'*a'.repeat(400)}b\n`
  const rules = await parseRobots(site, `User-agent: *\n${rule.repeat(500)}`, agent)
  const busyMs = await cpuMs(() => {
    assert.equal(rules.allows(`${site}/${'a'.repeat(1_500)}`), false)
  })
  assert.ok(busyMs < 1_000)
  assert.ok(rules.allows(`${site}/other`))
})

test('robots meta elements: none is both', () => {
  assert.deepEqual(parseDirectives('NoIndex, follow'), { noindex: true, nofollow: false })
  assert.deepEqual(parseDirectives('none'), { noindex: true, nofollow: true })
  assert.deepEqual(parseDirectives('index, max-snippet:20'), { noindex: false, nofollow: false })
})

test('X-Robots-Tag may be addressed to others', () => {
  assert.deepEqual(parseRobotsTag('noindex', agent), { noindex: true, nofollow: false })
  assert.deepEqual(parseRobotsTag('otherbot: noindex, nofollow', agent), { noindex: false, nofollow: false })
  assert.deepEqual(parseRobotsTag('otherbot: noindex, quire-mcp: nofollow', agent), {
    noindex: false,
    nofollow: true,
  })
  assert.deepEqual(parseRobotsTag('unavailable_after: 2030-01-01, noindex', agent), {
    noindex: true,
    nofollow: false,
  })
})
