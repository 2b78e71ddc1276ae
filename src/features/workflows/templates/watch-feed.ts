import { callStep, chain, codeStep, retries, settingsStep, tokenNote } from './template.ts'

/** What has not been stored yet. n8n’s own feed trigger skips entries without a date, and fails on some feeds for ever. */
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

/** Whatever could not be stored is new again in the next hour; what the feed no longer lists is forgotten. */
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

/** Each new entry of a feed is read and stored. */
export const watchFeed = chain(
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
    callStep(
      'Ingest',
      'ingest_url',
      "{ url: $json.link, library: $('Settings').first().json.library, metadata: { feed_title: $json.title, published: $json.published } }",
      { onError: 'continueRegularOutput' },
    ),
    codeStep('Remember', remember),
  ],
)
