import { callStep, chain, settingsStep, tokenNote } from './template.ts'

/** Every night, a site is crawled again; pages that have not changed are not stored twice. */
export const scheduledCrawl = chain(
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
    callStep(
      'Crawl',
      'crawl_deep',
      '{ url: $json.site, max_depth: $json.max_depth, library: $json.library }',
    ),
  ],
)
