import {
  callStep,
  chain,
  codeStep,
  retries,
  settingsStep,
  tokenNote,
  type WorkflowTemplate,
} from './template.ts'

/** Returns one item per library, with the first day to search. */
const eachLibrary = [
  'const { libraries, days } = $input.first().json;',
  'const since = new Date(Date.now() - days * 86400000).toISOString().slice(0, 10);',
  'const names = String(libraries).split(",").map(name => name.trim()).filter(name => name !== "");',
  'return names.map(library => ({ json: { library, since } }));',
].join('\n')

/**
 * Writes the note from the search results, with source, page and link in every line. A quotation is the start of a
 * paragraph, or else of a list item or table row, cut between words, so that verify_citation finds it literally.
 */
const writeNote = [
  'const { topic } = $("Settings").first().json;',
  'const answers = $input.all().map(item => item.json);',
  'const found = answers.filter(answer => answer.result !== undefined);',
  'if (found.length === 0) throw new Error("No library could be searched: " + JSON.stringify(answers[0]));',
  'const pick = content => {',
  '  const blocks = content.split(/\\n\\s*\\n/).flatMap(block => (/^\\s*([#|<>`*+-]|\\d+[.)]\\s)/.test(block) ? block.split("\\n") : [block]));',
  '  const texts = blocks.map(block => block.replace(/^[\\s#|>*+-]+/, "").replace(/\\s+/g, " ").trim());',
  '  const isProse = place => texts[place].split(" ").length > 7 && !/^\\s*[#|<`]/.test(blocks[place]);',
  '  const first = texts.findIndex((_, place) => isProse(place));',
  '  return first < 0 ? texts.reduce((one, other) => (other.length > one.length ? other : one)) : texts[first];',
  '};',
  'const cut = text => {',
  '  if (text.length <= 280) return text;',
  '  const end = text.lastIndexOf(" ", 280);',
  '  return (end > 0 ? text.slice(0, end) : Array.from(text).slice(0, 140).join("")) + " …";',
  '};',
  '// Two words cannot be told from chance.',
  'const canBeQuoted = text => text.split(" ").length > 2 || /[^\\x00-\\x7f]{4}/.test(text);',
  'const passages = found',
  '  .flatMap(answer => answer.result.results)',
  '  .map(passage => ({ ...passage, quote: pick(passage.content) }))',
  '  .filter(passage => canBeQuoted(passage.quote))',
  '  .sort((one, other) => other.score - one.score)',
  '  .slice(0, 10);',
  'const pageOf = passage => {',
  '  if (passage.page_label !== null) return ", p. " + passage.page_label;',
  '  if (passage.page === 0) return "";',
  '  return (passage.file_type === "pdf" ? ", PDF p. " : ", p. ") + passage.page;',
  '};',
  'const lines = passages.map((passage, place) => {',
  '  const where = passage.title + pageOf(passage);',
  '  return place + 1 + ". “" + cut(passage.quote) + "” — [" + where + "](" + passage.link + ")";',
  '});',
  'if (lines.length === 0) return [];',
  'const day = new Date().toISOString().slice(0, 10);',
  'const note = ["# " + topic + ": week of " + day, "", ...lines, ""].join("\\n");',
  'return [{ json: { day, note, count: lines.length } }];',
].join('\n')

/** Writes a weekly note with citations about what is new on a topic. */
const weeklyDigest = chain(
  'Quire: weekly digest',
  `Every Monday, searches the libraries of the other two templates for what was stored about a topic in the last days, writes a note with citations and stores it in a library of its own; in a week without anything new there is none. Set quire_url, topic, libraries and days in Settings; add a node that mails "note" if you like. ${tokenNote}`,
  [
    {
      name: 'Every Monday',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      parameters: { rule: { interval: [{ field: 'cronExpression', expression: '0 7 * * 1' }] } },
    },
    settingsStep({
      quire_url: 'http://127.0.0.1:8321',
      topic: 'retrieval augmented generation',
      libraries: 'web, feeds',
      days: 7,
      digest_library: 'digests',
    }),
    codeStep('Each library', eachLibrary),
    callStep({
      name: 'Search',
      tool: 'search',
      input:
        "{ query: $('Settings').first().json.topic, library: $json.library, since: $json.since, top_k: 10 }",
      // A library does not exist before something is stored in it.
      onError: 'continueRegularOutput',
    }),
    codeStep('Write note', writeNote),
    callStep({
      name: 'Store note',
      tool: 'ingest_content',
      input:
        "{ content: $json.note, source: 'digest-' + $json.day + '.md', library: $('Settings').first().json.digest_library }",
    }),
  ],
)

/**
 * Returns entries that are not stored yet. n8n’s own feed trigger skips entries without a date and fails on some
 * feeds.
 */
const newEntries = [
  'const stored = $getWorkflowStaticData("global").stored ?? {};',
  'const entries = $input.all().map(item => item.json);',
  'const links = new Set();',
  'return entries',
  '  .filter(({ link }) => /^https?:/i.test(link ?? "") && !stored[link] && !links.has(link) && links.add(link))',
  '  .map(({ link, title, isoDate, pubDate }) => ({',
  '    json: { link, title: title ?? link, published: isoDate ?? pubDate ?? "" },',
  '  }));',
].join('\n')

/** Remembers stored entries that the feed still lists. Others are new again in the next run. */
const remember = [
  'const memory = $getWorkflowStaticData("global");',
  'const entries = $("New entries").all().map(item => item.json);',
  'const listed = $("Read feed").all().map(item => item.json.link);',
  'const answers = $input.all().map(item => item.json);',
  'const isStored = place => answers[place]?.result !== undefined;',
  'const done = entries.filter((_, place) => isStored(place)).map(({ link }) => link);',
  'const links = [...Object.keys(memory.stored ?? {}), ...done].filter(link => listed.includes(link));',
  'memory.stored = Object.fromEntries(links.map(link => [link, true]));',
  'const failed = entries.filter((_, place) => !isStored(place)).map(({ link }) => link);',
  'return [{ json: { stored: done, failed } }];',
].join('\n')

/** Stores the page of each new entry of a feed. */
const watchFeed = chain(
  'Quire: watch a feed',
  `Every hour, reads a feed and stores the pages of its new entries in a library. An entry that cannot be stored is tried again in the next hour. Set quire_url, feed_url and library in Settings, then activate. ${tokenNote}`,
  [
    {
      name: 'Every hour',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      parameters: { rule: { interval: [{ field: 'hours', hoursInterval: 1 }] } },
    },
    settingsStep({
      quire_url: 'http://127.0.0.1:8321',
      feed_url: 'https://example.com/feed.xml',
      library: 'feeds',
    }),
    {
      name: 'Read feed',
      type: 'n8n-nodes-base.rssFeedRead',
      typeVersion: 1.2,
      ...retries,
      parameters: { url: '={{ $json.feed_url }}', options: {} },
    },
    codeStep('New entries', newEntries),
    callStep({
      name: 'Ingest',
      tool: 'ingest_url',
      input:
        "{ url: $json.link, library: $('Settings').first().json.library, metadata: { feed_title: $json.title, published: $json.published } }",
      onError: 'continueRegularOutput',
    }),
    codeStep('Remember', remember),
  ],
)

/** Crawls a site every night; unchanged pages are skipped. */
const scheduledCrawl = chain(
  'Quire: scheduled crawl',
  `Crawls a site every night and makes its pages searchable. Set quire_url, site, max_depth and library in Settings, then activate. ${tokenNote}`,
  [
    {
      name: 'Every night',
      type: 'n8n-nodes-base.scheduleTrigger',
      typeVersion: 1.2,
      parameters: { rule: { interval: [{ field: 'cronExpression', expression: '0 3 * * *' }] } },
    },
    settingsStep({
      quire_url: 'http://127.0.0.1:8321',
      site: 'https://docs.example.com/',
      max_depth: 3,
      library: 'web',
    }),
    callStep({
      name: 'Crawl',
      tool: 'crawl_deep',
      input: '{ url: $json.site, max_depth: $json.max_depth, library: $json.library }',
    }),
  ],
)

/** Ready-made workflows that use Quire from n8n, by file name, in the form that create_workflow accepts. */
export const templates: Readonly<Record<string, WorkflowTemplate>> = {
  'scheduled-crawl': scheduledCrawl,
  'watch-feed': watchFeed,
  'weekly-digest': weeklyDigest,
}

/** Returns the templates as JSON files by path, for n8n's import and for read_file. */
export function workflowTemplates(): Map<string, string> {
  return new Map(
    Object.entries(templates).map(([name, template]) => [
      `n8n/${name}.json`,
      `${JSON.stringify(template, null, 2)}\n`,
    ]),
  )
}
