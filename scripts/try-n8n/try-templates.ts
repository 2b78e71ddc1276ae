import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Answer, Trial } from './trial.ts'
import { pathOf } from './try-life.ts'

const folder = join(import.meta.dirname, '../../templates/n8n')

/** Creates the three templates unchanged, then runs them with a Quire server and a local site. */
export async function tryTemplates(trial: Trial): Promise<void> {
  const { step, expect, n8n, notTried } = trial
  for (const name of ['scheduled-crawl', 'watch-feed', 'weekly-digest']) {
    const { workflow_id, warnings } = await step(`create ${name}`, 'create_workflow', await load(name))
    expect('nothing is to be said about it', warnings.length === 0, warnings)
    const { active } = await step(`activate ${name}`, 'activate_workflow', { workflow_id })
    expect('it is active', active)
    await step(`deactivate ${name}`, 'deactivate_workflow', { workflow_id })
    await step(`delete ${name}`, 'delete_workflow', { workflow_id })
  }
  const { status } = await n8n('GET', '/executions?limit=1')
  if (status !== 200) {
    notTried('running the templates', `n8n answered ${status} when asked for executions`)
    return
  }
  const site = await openSite()
  try {
    await tryFeed(trial, site)
    await tryCrawl(trial, site)
    await tryDigest(trial)
  } finally {
    await site.close()
  }
}

async function tryFeed(trial: Trial, site: Site): Promise<void> {
  const { ask, expect } = trial
  const workflow = await startTemplate(trial, 'watch-feed', { feed_url: `${site.url}/feed.xml` })
  site.isDown = true
  await workflow.run()
  expect('two of three entries are stored', (await stored(ask, 'feeds')).length === 2)
  site.isDown = false
  await workflow.run()
  const documents = await stored(ask, 'feeds')
  expect('the third, which was down, is stored an hour later', documents.length === 3, documents)
  const asked = site.requests.length
  await workflow.run()
  const pages = site.requests.slice(asked).filter(path => path !== '/feed.xml')
  expect('nothing is fetched twice', pages.length === 0, pages)
  await workflow.remove()
}

async function tryCrawl(trial: Trial, site: Site): Promise<void> {
  const more = { site: `${site.url}/`, max_depth: 2 }
  const workflow = await startTemplate(trial, 'scheduled-crawl', more)
  await workflow.run()
  trial.expect('the crawl has stored the site', (await stored(trial.ask, 'web')).length >= 3)
  await workflow.remove()
}

async function tryDigest(trial: Trial): Promise<void> {
  const { ask, expect } = trial
  const workflow = await startTemplate(trial, 'weekly-digest', { topic: 'folding a quire of paper' })
  await workflow.run()
  const [digest] = await stored(ask, 'digests')
  expect('a note is stored', digest !== undefined)
  const { content } = await ask('get_document', { doc_id: digest.doc_id })
  const lines = [...content.matchAll(/^\d+\. “(.*)” — \[(.*)\]\(/gm)]
  expect(`it quotes ${lines.length} passages of both libraries`, lines.length >= 4, content)
  for (const [, quote] of lines) {
    // Not in all libraries: the digest itself contains the phrase.
    const inWeb = await ask('verify_citation', { quote, library: 'web' })
    const inFeeds = await ask('verify_citation', { quote, library: 'feeds' })
    if (![inWeb.verdict, inFeeds.verdict].includes('exact'))
      throw new Error(`A quotation of the digest is ${inWeb.verdict}: ${quote}`)
  }
  expect('every quotation is verified as exact', true)
  await workflow.remove()
}

type Running = { run(): Promise<void>; remove(): Promise<void> }

/** A template with other settings, and a webhook instead of its schedule, so that a request runs it. */
async function startTemplate(trial: Trial, name: string, settings: object): Promise<Running> {
  const { step, call, n8n, quire } = trial
  const template = await load(name)
  const values: Record<string, unknown> = { quire_url: quire, ...settings }
  const nodes = template.nodes.map((node: Answer) => {
    if (node.type.endsWith('.scheduleTrigger'))
      return {
        name: node.name,
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        parameters: { httpMethod: 'GET', path: pathOf(name) },
      }
    if (node.name !== 'Settings') return node
    const assignments = node.parameters.assignments.assignments.map((row: Answer) => ({
      ...row,
      value: values[row.name] ?? row.value,
    }))
    return { ...node, parameters: { ...node.parameters, assignments: { assignments } } }
  })
  const input = { ...template, nodes, active: true }
  const { workflow_id } = await step(`start ${name}, with Quire behind it`, 'create_workflow', input)
  const finished = async () => {
    const { body } = await n8n('GET', `/executions?workflowId=${workflow_id}&limit=50`)
    return body.data.filter((run: Answer) => run.stoppedAt !== null)
  }
  return {
    async run() {
      const before = (await finished()).length
      if ((await call(pathOf(name))) !== 200) throw new Error(`${name} could not be started.`)
      await trial.expectSoon(`a run of ${name} ends`, async () => (await finished()).length > before)
      const [last] = await finished()
      const { body } = await n8n('GET', `/executions/${last.id}?includeData=true`)
      const error = body?.data?.resultData?.error
      if (error) throw new Error(`${name} failed: ${JSON.stringify(error).slice(0, 500)}`)
    },
    async remove() {
      await step(`delete ${name}`, 'delete_workflow', { workflow_id })
    },
  }
}

async function load(name: string): Promise<Answer> {
  return JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
}

async function stored(ask: Trial['ask'], library: string): Promise<Answer[]> {
  return (await ask('list_documents', { library })).documents ?? []
}

type Site = { url: string; requests: string[]; isDown: boolean; close(): Promise<void> }

/** A site of a few pages, with a feed of three of them: one has no date, one is down at times. */
async function openSite(): Promise<Site> {
  const page = (title: string, text: string) =>
    `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p><ul><li><a href="/a">a</a></li><li><a href="/b">b</a></li></ul></body></html>`
  const long = 'Folding a quire of paper begins with the grain of the sheet, for paper folds well along it. '
  const pages: Record<string, string> = {
    '/': page('Start', 'A site about folding paper into a quire, for those who bind books by hand.'),
    '/a': page('Folding', long.repeat(8)),
    '/b': page('Sewing', 'Sewing holds a quire of folded paper together: the thread runs through the fold.'),
    '/c': page('Pressing', 'Pressing a folded quire flat takes a night under boards and a weight on top.'),
  }
  const site: Site = { url: '', requests: [], isDown: false, close: () => closeServer(server) }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    site.requests.push(path)
    const body = path === '/feed.xml' ? feedOf(site.url) : pages[path]
    const isMissing = body === undefined || (site.isDown && path === '/c')
    const type = path === '/feed.xml' ? 'application/rss+xml' : 'text/html'
    response.writeHead(isMissing ? 404 : 200, { 'content-type': type }).end(isMissing ? '' : body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: a server that listens on TCP has such an address.
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return site
}

function feedOf(url: string): string {
  const items = [
    `<item><title>Folding</title><link>${url}/a</link><pubDate>Sun, 01 Nov 2026 08:00:00 GMT</pubDate></item>`,
    `<item><title>Sewing</title><link>${url}/b</link></item>`,
    `<item><title>Pressing</title><link>${url}/c</link></item>`,
  ]
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Try</title><link>${url}</link><description>x</description>${items.join('')}</channel></rss>`
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(resolve => server.close(() => resolve()))
}
