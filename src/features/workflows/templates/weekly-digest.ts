import { callStep, chain, codeStep, settingsStep, tokenNote } from './template.ts'

/** One search for each library, all from the same day on. */
const eachLibrary = [
  'const { libraries, days } = $input.first().json;',
  'const since = new Date(Date.now() - days * 86400000).toISOString().slice(0, 10);',
  'const names = String(libraries).split(",").map(name => name.trim()).filter(name => name !== "");',
  'return names.map(library => ({ json: { library, since } }));',
].join('\n')

/**
 * Writes the note from what was found: every line has its source, page and link. A quotation is the beginning of one
 * paragraph (else of one line: an item, a row), cut between words, so that verify_citation finds it as it is.
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
  'const lines = passages.map((passage, place) => {',
  '  const page = passage.page_label ?? (passage.page || null);',
  '  const where = page === null ? passage.title : passage.title + ", p. " + page;',
  '  return place + 1 + ". “" + cut(passage.quote) + "” — [" + where + "](" + passage.link + ")";',
  '});',
  'if (lines.length === 0) return [];',
  'const day = new Date().toISOString().slice(0, 10);',
  'const note = ["# " + topic + ": week of " + day, "", ...lines, ""].join("\\n");',
  'return [{ json: { day, note, count: lines.length } }];',
].join('\n')

/** Once a week, what is new about a topic becomes a note in which everything is cited. */
export const weeklyDigest = chain(
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
    callStep(
      'Search',
      'search',
      "{ query: $('Settings').first().json.topic, library: $json.library, since: $json.since, top_k: 10 }",
      // A library that nothing was stored in yet does not exist.
      { onError: 'continueRegularOutput' },
    ),
    codeStep('Write note', writeNote),
    callStep(
      'Store note',
      'ingest_content',
      "{ content: $json.note, source: 'digest-' + $json.day + '.md', library: $('Settings').first().json.digest_library }",
    ),
  ],
)
