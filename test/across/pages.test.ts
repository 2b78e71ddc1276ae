import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openHttp } from '../../src/app/open-http.ts'
import { estimateTokens } from '../../src/core/text/estimate-tokens.ts'
import { openWorld, surfacesUnderTest, type Value, type World } from '../contract/world.ts'
import { connectV2Http } from '../e2e/clients.ts'

const treatise = `# Treatise\n\n${'Gelatine sizing keeps ink from spreading in the sheet. '.repeat(120)}`

for (const surface of surfacesUnderTest)
  describe(`answers in pages over ${surface}`, () => {
    let world: World
    let document: string
    before(async () => {
      world = await openWorld(surface)
      for (const place of [1, 2, 3, 4, 5, 6])
        await world.call('ingest_content', { content: `Rag paper, sheet ${place}.`, source: `${place}.md` })
      document = (await world.call('ingest_content', { content: treatise, source: 'treatise.md' })).doc_id
    })
    after(() => world.close())

    async function pagesOf(tool: string, input: object, maxTokens: number): Promise<Value[]> {
      const pages: Value[] = []
      do {
        const cursor = pages.at(-1)?.next_cursor
        pages.push(
          await world.call(tool, {
            ...input,
            max_tokens: maxTokens,
            ...(cursor === undefined ? {} : { cursor }),
          }),
        )
        assert.ok(estimateTokens(JSON.stringify(pages.at(-1))) <= maxTokens)
      } while (pages.at(-1).next_cursor !== null)
      return pages
    }

    test('Y-BUDGET-1 a list comes item by item, and a text word by word, until nothing is left', async () => {
      const asked = { library: 'default', limit: 50 }
      const lists = await pagesOf('list_documents', asked, 800)
      const { documents } = await world.call('list_documents', asked)
      assert.ok(lists.length > 1)
      assert.deepEqual(
        lists.flatMap(page => page.documents),
        documents,
      )
      const texts = await pagesOf('get_document', { doc_id: document }, 900)
      assert.ok(texts.length > 1)
      const { content } = await world.call('get_document', { doc_id: document })
      assert.ok(texts.map(page => page.content).join('') === content)
      assert.equal(texts[0].cut[0].uri, `quire://default/${document}`)
    })

    test('Y-BUDGET-2 Y-BUDGET-3 too small a budget and a cursor of another call are wrong input', async () => {
      const small = await world.fail('search', { query: 'rag paper', max_tokens: 10 })
      assert.match(small, /max_tokens 10 is too little.* at least \d+/)
      const [first] = await pagesOf('search', { query: 'rag paper', top_k: 6 }, 800)
      const { next_cursor: cursor } = first
      assert.match(await world.fail('search', { query: 'vellum', cursor }), /other arguments/)
      assert.match(await world.fail('list_documents', { cursor }), /another tool/)
      assert.match(
        await world.fail('search', { query: 'rag paper', cursor: 'page-2' }),
        /not issued by this server/,
      )
    })

    test('Y-BUDGET-1 behind call_tool the whole reply keeps to the budget', async () => {
      const asked = { query: 'rag paper', top_k: 6, max_tokens: 700 }
      const reply = await world.call('call_tool', { name: 'search', arguments: asked })
      assert.ok(reply.result.results.length > 0 && reply.result.next_cursor !== null)
      assert.ok(estimateTokens(JSON.stringify(reply)) <= 700)
    })
  })

test('Y-BUDGET-1 MCP clients are given resource links to texts that were cut, which can be read', async () => {
  const world = await openWorld('library')
  const server = await openHttp(world.wired)
  const client = await connectV2Http(`${server.url}/mcp`)
  try {
    await world.call('ingest_content', { content: treatise, source: 'treatise.md' })
    const reply = await client.callTool('search', { query: 'gelatine sizing', max_tokens: 600 })
    const [text, link]: Value[] = reply.content
    const [passage] = (reply.structuredContent as Value).results
    assert.match(passage.content, / \[…\]$/)
    const place = `quire://default/${passage.doc_id}?chars=${passage.char_span.join('-')}`
    assert.deepEqual([link.type, link.uri], ['resource_link', place])
    assert.ok(estimateTokens(`${text.text},${JSON.stringify(link)}`) <= 600)
    const [whole] = await client.readResource(link.uri)
    assert.ok(whole?.text?.startsWith(passage.content.slice(0, -' […]'.length)))
  } finally {
    await client.close()
    await server.close()
    await world.close()
  }
})
