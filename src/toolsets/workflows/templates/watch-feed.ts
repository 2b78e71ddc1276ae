import { callStep, chain, settingsStep, tokenNote } from './template.ts'

/** Each new entry of a feed is read and stored. */
export const watchFeed = chain(
  'Quire: watch a feed',
  `Reads every new entry of a feed and stores it in a library. Set the address in "New entry" and quire_url and library in Settings, then activate. ${tokenNote}`,
  [
    {
      name: 'New entry',
      type: 'n8n-nodes-base.rssFeedReadTrigger',
      typeVersion: 1,
      parameters: {
        feedUrl: 'https://example.com/feed.xml',
        pollTimes: { item: [{ mode: 'everyHour' }] },
      },
    },
    settingsStep({ quire_url: 'http://127.0.0.1:8321', library: 'feeds' }),
    callStep(
      'Ingest',
      'ingest_url',
      '{ url: $json.link, library: $json.library, metadata: { feed_title: $json.title, published: $json.isoDate } }',
    ),
  ],
)
