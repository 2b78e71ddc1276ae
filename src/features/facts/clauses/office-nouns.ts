/** Nouns for the time in an office, and the office. */
const offices: Readonly<Record<string, string>> = {
  presidency: 'president',
  chairmanship: 'chairman',
  directorship: 'director',
  editorship: 'editor',
  governorship: 'governor',
  headship: 'head',
  deanship: 'dean',
  chancellorship: 'chancellor',
  premiership: 'premier',
  leadership: 'leader',
  captaincy: 'captain',
  mayoralty: 'mayor',
  secretaryship: 'secretary',
  rectorship: 'rector',
  curatorship: 'curator',
  bishopric: 'bishop',
  archbishopric: 'archbishop',
  'vice-presidency': 'vice president',
  'general secretaryship': 'general secretary',
}
const nouns = Object.keys(offices).join('|')

const begun = new RegExp(
  `\\b(?:assumed|took over|took up|took on|accepted|gained|won|was (?:given|offered and accepted|elected to|appointed to|raised to|elevated to)) the (${nouns}) of\\b`,
  'g',
)
const held = new RegExp(`\\b(?:held|has held|had held|occupied|exercised) the (${nouns}) of\\b`, 'g')
const ended = new RegExp(`\\b(?:resigned|relinquished|gave up|laid down|left) the (${nouns}) of\\b`, 'g')

/** "assumed the presidency of A" as "became president of A". */
export function nameOffices(text: string): string {
  const office = (noun: string) => offices[noun] ?? noun
  return text
    .replace(begun, (_, noun: string) => `became ${office(noun)} of`)
    .replace(held, (_, noun: string) => `was ${office(noun)} of`)
    .replace(ended, (_, noun: string) => `resigned as ${office(noun)} of`)
}
