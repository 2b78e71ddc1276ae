import type { Wording } from './plain-wording.ts'

const weekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const months =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?)'

/** Wordings of births, deaths, and of what stands between a name and its verb. */
export const lifeWordings: readonly Wording[] = [
  // Terms before the subject
  [
    /^After (?:(?:about|nearly|almost|some|over|more than) )?(?:\w+|a few|several|many) (?:years|months|seasons|decades) as (?=(?:an? |the )?\p{Ll})/u,
    'As ',
  ],
  [
    /^After (?:(?:\w+|a few|several) (?:years|months|seasons|decades)|an? (?:spell|stint|period|time|short time|brief spell|brief stint)|(?:brief |short |various )?(?:stints|spells|jobs|posts|positions)) (?:at|with|working for|in the service of) (?!(?:the )?[^,]*(?:University|College|School|Academy|Yale|Harvard|Princeton|Oxford|Cambridge|Gymnasium|Seminary))(?=(?:the )?\p{Lu})/u,
    'After working at ',
  ],
  [/^By the time (?=\p{Lu})/u, 'When '],
  [
    /^(?:During|In|Under|Throughout|After|Following|Over) (?:his|her|a|an) (?:[\w-]+ ){0,3}(?:tenure|time|term|terms|years|year|stint|spell|period|career|service|days|stay|reign) (?:[\w-]+ )?as (?=(?:an? |the )?\p{Ll})/u,
    'As ',
  ],
  [/^(?:While|Whilst|When) (?:serving |working |employed |acting )?as (?=(?:an? |the )?\p{Ll})/u, 'As '],
  [
    /^(?:Formerly|Previously|Once|Originally|Currently|Now|Initially|Earlier|Later) (?=(?:an?|the) \p{Ll})/u,
    '',
  ],
  [/^In the (?:employ|service|pay) of /, 'Employed by '],
  // Birth
  [/\(born \p{Lu}[^();\d]{2,60}; (?=\d)/gu, '('],
  [/(?<=\p{Ll}), b\. (?=\d{4})/gu, ', born in '],
  [/(?<=\p{Ll}), b\. (?=(?:in|on|at) )/gu, ', born '],
  [
    /^(\p{Lu}[\p{L}’-]+)-born and \p{Lu}[\p{L}’-]+-(?:raised|based|bred|educated|trained),? /u,
    'Born in $1, ',
  ],
  [/(?<=[’'] ?s?|\b[Hh]is|\b[Hh]er) birth (?=(?:in|on|at) )/g, ' birth '],
  [
    /\b(?:first )?(?:saw the light of (?:the )?day|came into (?:the|this) world|drew (?:his|her) first breath)\b/g,
    'was born',
  ],
  [/\b(born) and (?:raised|bred|brought up|educated|reared|grew up)(?= (?:in|on|at|near)\b)/gi, '$1'],
  [/^(?:A|As a) native of (?=\p{Lu}[^,]*(?:, \p{Lu}[^,]*)?, )/gu, 'Born in '],
  [/, (?:himself |herself )?a native of (?=\p{Lu})/gu, ', born in '],
  [/\b(?:is|was) a native of (?=\p{Lu})/gu, 'was born in '],
  // Death
  [
    /\b([Tt])he death ((?:in|on|at) [^.;]{3,60}?) of ((?:the (?:[\w-]+ ){1,3})?\p{Lu}[\p{L}.’-]+(?: \p{Lu}[\p{L}.’-]+){1,3})/gu,
    '$1he death of $3 $2',
  ],
  [
    /\bdeparted this life\b|\bwent to (?:the guillotine|the gallows|the scaffold|the stake|(?:his|her) (?:death|grave))\b|\bbreathed (?:his|her) last\b|\bleft us(?= (?:in|on|at)\b)|\bgave (?:his|her) life\b/g,
    'died',
  ],
  [/\b(?:claimed|took|cost) the life of (?=(?:the )?)/g, 'killed '],
  [/(?<= )on the (?:night|morning|evening|afternoon|eve) of (?=(?:the )?\d|\p{Lu}\p{L}+ \d)/gu, 'on '],
  [
    /\b(?:lost (?:his|her) life|(?:took|ended) (?:his|her) own life|committed suicide|died by suicide|breathed (?:his|her) last|met (?:his|her) (?:death|end)|passed on(?= (?:in|on|at|to his|to her) )|passed(?= (?:away|peacefully))(?: away)?|succumbed(?= to)|was (?:fatally )?(?:shot|stabbed) (?:dead|to death)|drowned(?= (?:in|on|at|off|near|while)\b)|was drowned|perished|was lost at sea|was killed in action|was guillotined|was burned at the stake)\b/g,
    'died',
  ],
  [/\bfell (?=(?:at|in|during) the (?:Battle|battle|Siege|siege) of\b)/g, 'died '],
  [
    /\bdied (?:peacefully |suddenly |unexpectedly |quietly |of natural causes |in (?:his|her) sleep |surrounded by (?:his |her )?(?:loving )?(?:family|friends),? )+/g,
    'died ',
  ],
  [/ 501\(c\)\(\d\)/g, ''],
  [/, effective (?:as of |on |from )?(?=(?:\w+ )?\d)/g, ' on '],
  [/ ?[[(](?:O\.? ?S\.?|N\.? ?S\.?|Old Style|New Style) [^\])]*[\])]/g, ''],
  // Ranks before a name
  [
    /(?<![\p{L}] of )\b(?:General of the (?:Army|Armies|Air Force)|Fleet Admiral|Field[- ]Marshal|(?:Rear|Vice) Admiral|Admiral of the Fleet|(?:Lieutenant|Major|Brigadier|Colonel)[- ]General|Lieutenant[- ](?:Colonel|Commander)|Squadron Leader|Wing Commander|Group Captain|Air (?:Chief |Vice[- ])?Marshal|Flight Lieutenant|Sergeant[- ]Major|First Lieutenant|Second Lieutenant) (?=\p{Lu}[\p{L}.]+ \p{Lu})/gu,
    '',
  ],
  // Where a band is from stands between it and its founding.
  [
    /\b(band|group|duo|trio|quartet|quintet|ensemble|company|club|label|firm|collective),? from \p{Lu}[^.;()]{2,40}?,? (?=(?:that (?:was )?)?(?:formed|founded|established|created|started|launched) in )/gu,
    '$1 ',
  ],
  [/\b(band|group|duo|trio|quartet|quintet)( (?:was )?)formed(?= in \d{4} and )/g, '$1 was formed'],
  // Days of the week say nothing beside a date.
  [new RegExp(`(?<=[a-z]),? ${weekday},? (?=${months} \\d)`, 'g'), ' on '],
  [new RegExp(`\\bon ${weekday},? (?:the )?(?=${months} \\d|\\d)`, 'g'), 'on '],
  // Ages beside names: "Jane Doe, 84, of Ulm".
  [
    /(?<=\p{Lu}[\p{L}.’'-]+), (?:aged? )?(?:1[0-1]\d|[1-9]\d)(?: years old)?, (?=(?:of|from|formerly|an?|the|who)\b)/gu,
    ', ',
  ],
  [/(?<=\p{Lu}[\p{L}.’'-]+), (?:aged? )?(?:1[0-1]\d|[1-9]\d)(?: years old)?, (?=\p{Ll})/gu, ' '],
  [/,? (?:at (?:the )?age(?: of)?|aged) (?:1[0-1]\d|[1-9]\d),?(?= )/g, ''],
]
