/** Words that say that somebody holds an office, by the noun of the office: "led A" is Leader of A, "the presidency" President. */
const deeds: Readonly<Record<string, string>> = {
  Leader:
    'lead leads led leading leadership head heads headed heading helm reins run runs ran running steered steering',
  Head: 'heads headed heading headship leads led',
  President: 'presided presidency presides presiding',
  Chairman: 'chaired chairs chairing chairmanship chairmanships',
  Chair: 'chaired chairs chairing chairmanship chairship',
  Chairwoman: 'chaired chairs chairing',
  Director: 'directed directs directing directorship',
  Editor: 'edited edits editing editorship',
  Captain: 'captained captains captaining captaincy skippered',
  Governor: 'governed governing governs governorship',
  Manager: 'managed manages managing management',
  Mayor: 'mayoralty mayoralties',
  King: 'reigned kingship throne crown ruled',
  Queen: 'reigned throne crown ruled',
  Emperor: 'reigned throne ruled',
  Ruler: 'ruled reigned rules',
  Bishop: 'bishopric',
  Archbishop: 'archbishopric',
  Pope: 'papacy',
  Chancellor: 'chancellorship',
  'Prime Minister': 'premiership',
  Premier: 'premiership',
  Treasurer: 'treasurership',
  Secretary: 'secretaryship',
  Commander: 'commanded commands commanding command',
  Coach: 'coached coaches coaching',
  Rector: 'rectorate rectorship',
  Principal: 'principalship',
  Speaker: 'speakership',
  Ambassador: 'ambassadorship embassy',
  Dean: 'deanship deanery',
  Conductor: 'conducted conducts',
  Curator: 'curated curates curatorship',
  'Member of Parliament': 'mp mps sat represented representing represents seat',
  Headmaster: 'headmastership headed',
  Headmistress: 'headed',
}

const nouns = new Map<string, string[]>()
for (const [noun, words] of Object.entries(deeds))
  for (const word of words.split(' ')) nouns.set(word, [...(nouns.get(word) ?? []), noun])

/** The offices that a word may say; the likeliest first. */
export function nounsOfDeed(word: string): readonly string[] {
  return nouns.get(word.toLowerCase()) ?? []
}
