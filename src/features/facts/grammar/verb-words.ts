/** How a word is used as a verb: `past` also when it may be a participle. */
export type VerbForm = 'base' | 'present' | 'past' | 'participle' | 'ing'
export type VerbWord = { lemma: string; forms: readonly VerbForm[] }

/** Regular verbs that state facts, and verbs that often separate clauses. */
const regular = `absorb accept acquire act adopt announce appoint assassinate assume attend author award base become-d behead book-d
chair change code coin compile complete compose comprise conceive consist continue create crown design develop direct divorce earn educate elect employ emigrate enlist enrol
enroll enter establish execute exhibit expand finish form gain graduate head headquarter help implement hire honour honor include incorporate
induct inherit introduce invent invite join kill launch lecture live locate marry matriculate merge move murder name obtain open operate
organise organize own paint pass perform pioneer play practice practise produce promote publish purchase reach receive record
recruit rejoin release relocate remain remarry rename replace resign retire return sail schedule school sculpt serve settle share sign situate
start stay study succeed hand follow house charter edit poach engage transfer-d shift sign-d teach-d commission contract elevate-d direct manage preside maintain defect emerge captain coach board donate bequeath tour train transfer translate travel tutor visit work wed`

/** base present past participle ing */
const irregular = `be is was been being|die dies died died dying|be are were been being|have has had had having|do does did done doing|go goes went gone going|
become becomes became become becoming|begin begins began begun beginning|write writes wrote written writing|co-write co-writes co-wrote co-written co-writing|
take takes took taken taking|give gives gave given giving|leave leaves left left leaving|lead leads led led leading|win wins won won winning|
hold holds held held holding|buy buys bought bought buying|sell sells sold sold selling|teach teaches taught taught teaching|
make makes made made making|meet meets met met meeting|get gets got got getting|run runs ran run running|come comes came come coming|
build builds built built building|spend spends spent spent spending|grow grows grew grown growing|rise rises rose risen rising|
sing sings sang sung singing|fight fights fought fought fighting|bring brings brought brought bringing|choose chooses chose chosen choosing|
set sets set set setting|step steps stepped stepped stepping|stand stands stood stood standing|lie lies lay lain lying|
bear bears bore born bearing|keep keeps kept kept keeping|draw draws drew drawn drawing|send sends sent sent sending|
see sees saw seen seeing|know knows knew known knowing|show shows showed shown showing|fall falls fell fallen falling|lose loses lost lost losing|
pay pays paid paid paying|say says said said saying|tell tells told told telling|find finds found found finding|found founds founded founded founding|
co-found co-founds co-founded co-founded co-founding|cofound cofounds cofounded cofounded cofounding|speak speaks spoke spoken speaking|
swear swears swore sworn swearing|program programs programmed programmed programming|shoot shoots shot shot shooting|hang hangs hanged hanged hanging|quit quits quit quit quitting|
drop drops dropped dropped dropping|put puts put put putting|feel feels felt felt feeling|drive drives drove driven driving|
break breaks broke broken breaking|split splits split split splitting|sit sits sat sat sitting|catch catches caught caught catching|eat eats ate eaten eating|
throw throws threw thrown throwing|fly flies flew flown flying|ride rides rode ridden riding|lend lends lent lent lending|flee flees fled fled fleeing|
hear hears heard heard hearing|lay lays laid laid laying|overcome overcomes overcame overcome overcoming|rebuild rebuilds rebuilt rebuilt rebuilding|
seek seeks sought sought seeking|sink sinks sank sunk sinking|sleep sleeps slept slept sleeping|strike strikes struck struck striking|
swim swims swam swum swimming|understand understands understood understood understanding|undergo undergoes underwent undergone undergoing|
undertake undertakes undertook undertaken undertaking|withdraw withdraws withdrew withdrawn withdrawing|forget forgets forgot forgotten forgetting|
hide hides hid hidden hiding|mean means meant meant meaning|arise arises arose arisen arising|awake awakes awoke awoken awaking|bind binds bound bound binding|
lose loses lost lost losing|oversee oversees oversaw overseen overseeing|retake retakes retook retaken retaking|rewrite rewrites rewrote rewritten rewriting|
swallow swallows swallowed swallowed swallowing|think thinks thought thought thinking|wear wears wore worn wearing|let lets let let letting`

const words = new Map<string, { lemma: string; forms: Set<VerbForm> }>()

function add(text: string, lemma: string, form: VerbForm): void {
  const known = words.get(text)
  // "found" is the past of "find": as a base it is read after "to" only.
  if (known !== undefined && known.lemma !== lemma) return
  const entry = known ?? { lemma, forms: new Set<VerbForm>() }
  entry.forms.add(form)
  words.set(text, entry)
}

for (const line of irregular.split('|')) {
  const [base = '', present = '', past = '', participle = '', ing = ''] = line.trim().split(' ')
  add(base, base, 'base')
  add(present, base, 'present')
  add(past, base, 'past')
  add(participle, base, 'participle')
  add(ing, base, 'ing')
}
for (const base of regular.split(/\s+/).filter(word => !word.includes('-d'))) {
  const stem = base.endsWith('e') ? base.slice(0, -1) : base
  const doubled = /^(?:enrol|program|wed|transfer)$/.test(base) ? `${base}${base.at(-1)}` : stem
  const past = /[^aeo]y$/.test(base) ? `${base.slice(0, -1)}ied` : `${doubled}ed`
  const present = /[^aeo]y$/.test(base)
    ? `${base.slice(0, -1)}ies`
    : /(?:s|sh|ch|x)$/.test(base)
      ? `${base}es`
      : `${base}s`
  add(base, base, 'base')
  add(present, base, 'present')
  add(past, base, 'past')
  add(past, base, 'participle')
  add(`${doubled}ing`, base, 'ing')
}
words.get('founded')?.forms.add('participle')

/** Words in -ed and -ing that are not verbs. */
const notVerb =
  /^(?:need|seed|speed|breed|bed|red|hundred|indeed|united|limited|allied|gifted|talented|renowned|so-called|beloved|sacred|aged|king|thing|something|nothing|anything|everything|during|morning|evening|wing|ring|spring|string|being|painting|engineering|building|banking|printing|publishing|manufacturing|mining|shipping|marketing|computing|including|following|according|regarding|beginning|founding|leading|acting|working|managing|visiting|ruling|living|existing|remaining|outstanding|surviving|growing|operating|consulting|lasting|ongoing|founding)$/

/** The verb that a word may be; null for a word that is none. */
export function verbWord(text: string): VerbWord | null {
  const known = words.get(text)
  if (known !== undefined) return { lemma: known.lemma, forms: [...known.forms] }
  if (notVerb.test(text)) return null
  if (/^(?:re-|co-)?[a-z]{2,}ed$/.test(text))
    return { lemma: text.replace(/^re-/, ''), forms: ['past', 'participle'] }
  if (/^[a-z]{3,}ing$/.test(text)) return { lemma: text, forms: ['ing'] }
  return null
}

/** Particles that belong to a verb: "took over", "set up". */
export const particles: Readonly<Record<string, string>> = {
  'take over': 'acquire',
  'buy out': 'acquire',
  'buy up': 'acquire',
  'set up': 'set up',
  'step down': 'resign',
  'stand down': 'resign',
  'drop out': 'drop out',
  'pass away': 'die',
  'start up': 'set up',
  'take up': 'take',
  'shoot dead': 'kill',
  'hand over': 'hand over',
  'lay off': 'lay off',
  'handed over': 'hand over',
}
