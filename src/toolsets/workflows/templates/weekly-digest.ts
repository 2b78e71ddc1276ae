import { callStep, chain, settingsStep, tokenNote } from './template.ts'

/** Writes the note from what was found: every line has its source, page and link. */
const writeNote = [
  'const { topic } = $("Settings").first().json;',
  'const passages = $input.first().json.result.results;',
  'const lines = passages.map((passage, place) => {',
  '  const page = passage.page_label ?? (passage.page || null);',
  '  const where = page === null ? passage.title : passage.title + ", p. " + page;',
  '  const quote = passage.content.replace(/\\s+/g, " ").slice(0, 280);',
  '  return place + 1 + ". “" + quote + "” — [" + where + "](" + passage.link + ")";',
  '});',
  'const day = new Date().toISOString().slice(0, 10);',
  'const note = ["# " + topic + ": week of " + day, "", ...lines, ""].join("\\n");',
  'return [{ json: { day, note, count: lines.length } }];',
].join('\n')

/** Once a week, what is new about a topic becomes a note in which everything is cited. */
export const weeklyDigest = chain(
  'Quire: weekly digest',
  `Every Monday, searches a library for a topic, newest first, writes a note with citations and stores it in another library. Set quire_url, topic and libraries in Settings; add a node that mails "note" if you like. ${tokenNote}`,
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
      library: 'default',
      digest_library: 'digests',
    }),
    callStep('Search', 'search', "{ query: $json.topic, library: $json.library, top_k: 10, sort: 'newest' }"),
    {
      name: 'Write note',
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { mode: 'runOnceForAllItems', language: 'javaScript', jsCode: writeNote },
    },
    callStep(
      'Store note',
      'ingest_content',
      "{ content: $json.note, source: 'digest-' + $json.day + '.md', library: $('Settings').first().json.digest_library }",
    ),
  ],
)
