import { nameOffices } from './office-nouns.ts'
import { unfoldBrackets } from './unfold-brackets.ts'

/** What may be between an auxiliary or a subject and the words of a wording. */
const weekday = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const months =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?)'

/**
 * Wordings that say the same as a verb or preposition that the grammar reads, and what they are read as. They keep names, dates and
 * voice as they are.
 */
const wordings: readonly (readonly [RegExp, string])[] = [
  // "SEATTLE, March 3, 2014 – Acme": where and when a press release was written
  [
    /^\(?\p{Lu}{3,}[\p{Lu} .]*(?:, \p{Lu}[\p{L}.]+){0,2},? ?(?:\([^()]*\) ?)?(?:[–—-]+|,) ?(?:(?:\w+\.? \d{1,2},? \d{4}|\d{1,2} \w+ \d{4}) ?(?:\/[^/]*\/ ?)?[–—-]+ ?)?(?=\p{Lu}\p{Ll})/gu,
    '',
  ],
  [/\btook over from (?=\p{Lu})/gu, 'succeeded '],
  [
    /^(\p{Lu}[\p{L}.’' -]{2,40}) (is|was) (an? [^.;]{3,120}?),? whose (?=(?:\w+ ){0,2}(?:books|novels|works|plays|films|albums|compositions|publications|poems|operas|collections) (?:include|included|are|were)\b)/gu,
    '$1 $2 $3; $1’s ',
  ],
  [
    /^(?:Among|Amongst|Counted among) (the|its|his|her|\p{Lu}[\p{L} .’-]{2,40}[’']s?) ((?:\w+ ){0,3}?(?:alumni|alumnae|graduates|students|laureates|winners|recipients|members|works|books|novels|plays|poems|operas|films|compositions|songs|publications|writings|paintings|albums)(?: (?:of|by|from) [^,]{2,60}?)?) (?:are|were|is|was) /u,
    '$1 $2 include ',
  ],
  [
    /^(?:The|His|Her) ((?:\w+ )?(?:works|books|novels|plays|poems|operas|films|compositions|songs|publications|writings|paintings|albums)) (?:of|by) (\p{Lu}[\p{L}.’ -]{2,40}?) (include[sd]?|comprise[sd]?) /u,
    '$2’s $1 include ',
  ],
  [
    /^the ((?:\w+ )?(?:works|books|novels|plays|poems|operas|films|compositions|songs|publications|writings|paintings|albums)) (?:of|by) (\p{Lu}[\p{L}.’ -]{2,40}?) (include[sd]?|comprise[sd]?) /u,
    '$2’s $1 include ',
  ],
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
  // Offices and posts
  [/\bpresided over (?=the \p{Lu})/gu, 'was president of '],
  [/\b(?:was|stood|has been|had been) (?:at the helm|in charge) of (?=(?:the )?\p{Lu})/gu, 'led '],
  [
    /\b(?:occupied|held|took|filled) (?:the|a) (?:[A-Za-z]+ )?(?:chair|professorship|lectureship|readership) (?:of|in) ([A-Za-z ]{3,40}?) at (?=(?:the )?\p{Lu})/gu,
    'was professor of $1 at ',
  ],
  [
    /\bhanded (?:over )?the (?:reins|baton|job|post|position|leadership|business|company|firm) (?:over )?to (?=\p{Lu})/gu,
    'handed over to ',
  ],
  [
    /\b(?:is|was|are) (?:best |chiefly |mainly |mostly |perhaps best |primarily |widely |now )?(?:known|celebrated) as the (author|creator|inventor|composer|founder|co-founder|designer|developer|writer) of\b/g,
    'is the $1 of',
  ],
  [/,? formerly (?:of|with|at|from) (?=(?:the )?\p{Lu}[^,]{2,40},)/gu, ', a former employee of '],
  [
    /(\p{Lu}[\p{L}.’ -]{2,40}?)[’']s? (?:[\w-]+ ){0,2}(?:reign|tenure|term|spell|time|stint|years) as ([^,.;()]{3,60}?) (?:ended|came to an end|finished|expired) (?=(?:in|on) )/gu,
    '$1 resigned as $2 ',
  ],
  [/\btook office as\b/g, 'became'],
  [/,? while (?:employed|working|teaching|serving) (?=(?:at|for|with|as) )/g, '; worked '],
  [/\b(?:gave|made) way (?:to|for) (?=(?:the )?\p{Lu})/gu, 'handed over to '],
  [/\b(?:stood|stepped) (?:down|aside) in favou?r of (?=\p{Lu})/gu, 'handed over to '],
  [/\bin succession to (?=\p{Lu})/gu, ', succeeding '],
  [/\btakes over from (?=\p{Lu})/gu, 'succeeded '],
  [/\btook over as\b/g, 'became'],
  [
    /\b(?:assumed|took up|took on|accepted|was given) the (?:post|position|role|job|office|title|mantle|duties) of\b/g,
    'became',
  ],
  [
    /\b(?:held|has held|had held|filled|occupied) the (?:posts?|positions?|roles?|jobs?|offices?|titles?) of\b/g,
    'was',
  ],
  [/\bholds the (?:post|position|role|job|office|title) of\b/g, 'is'],
  [
    /\b(?:served|has served|had served) (?:(?:\w+) terms?|for \w+ (?:years|terms|decades)|briefly|twice) as\b/g,
    'served as',
  ],
  [
    /\b(?:announce[sd]|confirmed|approved) (?:today )?(?:the|its) (?:appointment|promotion|hiring|election|naming) of (?=\p{Lu}[^,]{3,60}? (?:as|to) )/gu,
    'appointed ',
  ],
  [
    /\b(?:was|were|has been) (?:unanimously |officially |subsequently |then |later |recently )?(?:sworn in as|installed as|inaugurated as|elevated to|selected as|chosen as|tapped as|tapped to be|hired as|brought in as|ordained as|confirmed as|nominated and elected)\b/g,
    'was appointed',
  ],
  [/\brose (?:through the ranks )?to (?:become|be|the (?:post|position|rank) of)\b/g, 'became'],
  [
    /\bgave up (?:his|her) (?:post|position|job|role) as\b|\bstepped aside as\b|\bbowed out as\b|\bleft (?:his|her) (?:post|position|role|job) as\b|\bretired from (?:his|her) (?:post|position|role) as\b/g,
    'resigned as',
  ],
  // Work
  [/\bMade redundant by\b/g, 'Dismissed by'],
  [/\b(?:was |were )?made redundant by\b/g, 'was dismissed by'],
  [
    /\b(?:was|were|had been|has been) (?:a (?:long-?time )?member of|on|a professor on) the (?:faculty|staff|teaching staff) (?:of|at)\b/g,
    'worked at',
  ],
  [
    /\b(?:is|are) (?:currently )?(?:a member of|on) the (?:faculty|staff|teaching staff) (?:of|at)\b/g,
    'works at',
  ],
  [
    /\b(?:was|were|had been|has been) (?:in the employ of|on the payroll of|in the service of)\b/g,
    'worked for',
  ],
  [
    /\b(?:spent|has spent|had spent) (?:(?:the (?:first|next|last|following|rest|remainder)|an?|his|her|about|almost|nearly|over|more than|some|several|many|most|much) )*(?:of (?:his|her) )?(?:\w+ ){0,3}(?:years?|months|decades?|career|working life|professional life) (?:working |teaching |as an? [a-z ]{3,30} )?(?=(?:at|with|for) )/g,
    'worked ',
  ],
  [
    /\b(?:took|accepted|found|landed|got|secured|obtained|was offered) (?:an? )?(?:\w+ ){0,3}(?:job|position|post|employment|work|appointment|professorship|lectureship|chair)(?: (?:as|in|of) [a-z ]{3,40}?)? (?=(?:at|with) (?:the )?\p{Lu})/gu,
    'began work ',
  ],
  [/\bwent (?:on )?to work (?=(?:at|for|with)\b)/g, 'began work '],
  [/\bfreelanced for\b/g, 'wrote for'],
  // Founding
  [
    /\bowe[sd] its (?:foundation|existence|origins?|creation|establishment)(?:, (in \d{4}),)? to (?=(?:the )?\p{Lu})/gu,
    'was founded $1 by ',
  ],
  [/\b(?:is|was) the (?:sole )?(?:work|handiwork) of (?=(?:the )?\p{Lu})/gu, 'was created by '],
  [/\b(?:was|were|is) (?:put together|brought together|assembled) by\b/g, 'was formed by'],
  [/\b(?:completed|joined|entered) the line-?up\b/g, 'joined the band'],
  [/\bEarlier in (his|her) career,? /g, 'In $1 career '],
  [/^(?:Dating|Dates) (?:from|back to) (?=(?:\w+ )?[12]\d{3},)/, 'Founded in '],
  [
    /\b(?:dates|dated|dating) (?:back (?:to|as far as)|from) (?=(?:\w+ )?[12]\d{3}\b(?!s))/g,
    'was founded in ',
  ],
  [
    /\b(?:began|started|commenced) (?:its )?(?:life|existence|operations|business|trading|publication)(?= (?:in|on) )/g,
    'was started',
  ],
  [
    /^(?:The|Its) (?:formal |official )?(?:incorporation|founding|foundation|establishment|formation|creation) of (.{3,60}?) (?:took place|occurred|came|dates from|dates back to|happened|was completed|followed) (?=(?:in|on|at) )/u,
    '$1 was founded ',
  ],
  [/^(Founded|Established|Formed|Incorporated|Created|Built) (?=[12]\d{3},)/, '$1 in '],
  [
    /\b(?:opened (?:its|for) (?:doors|business)|opened its doors for business|came into (?:being|existence)|was born(?= (?:in \d{4} )?(?:as|out of) ))\b/g,
    'was started',
  ],
  [
    /\b(?:traces|traced) its (?:roots|origins|history|beginnings) (?:back )?to(?= (?:the )?(?:\d{4}|[12]\d{3}))/g,
    'was started in',
  ],
  [/\b(?:is|was) the (?:brainchild|creation|invention) of\b/g, 'was created by'],
  [
    /\b(founded|established|formed|incorporated|built|founded:|established:) (?=[12]\d{3}(?:[,;.)]|$))/g,
    '$1 in ',
  ],
  [/\b[Ee]st(?:d?\.|ablished) (?=[12]\d{3}\b)/g, 'founded in '],
  [
    /\b(?:began|started)(?= (?:in [12]\d{3} )?as an? (?:\w+ ){0,3}(?:company|shop|store|business|workshop|firm|partnership|school|newspaper|magazine|brewery|manufacturer|maker|retailer|studio|mill|club|restaurant|supplier|distributor|publisher|bookstore|bakery|start-?up)\b)/g,
    'was started',
  ],
  [
    /^(?:Since|From|After|Following|Upon) its (?:founding|foundation|establishment|inception|creation|incorporation|formation|launch) (in|on) ([^,]*?\d{4})(?: by ([^,]+?))?, /,
    'Founded $1 $2 by $3, ',
  ],
  [
    /^(?:Following|After|Since|Upon|With) its (?:(\d{4}) )?(?:acquisition|purchase|takeover) by ([^,]+?)(?: in (\d{4}))?, /,
    'Acquired by $2 in $1$3, ',
  ],
  // Acquisition
  [
    /^(?:Following|After|Since|Upon) its (?:union|merger|amalgamation|fusion) with ([^,]+?)(?: (in|on) ([^,]*?\d{4}))?, ((?:the )?\p{Lu}[\p{L}&’ -]*?) (?=\p{Ll})/u,
    '$4 merged with $1 $2 $3; $4 ',
  ],
  [
    /\b(?:passed|fell|came|went|was transferred) (?:in)?to the (?:hands|ownership|possession|control) of\b/g,
    'was bought by',
  ],
  [/^Ownership of (?:the )?(.{3,60}?) passed (?:from .{3,40}? )?to /u, '$1 was bought by '],
  [/\bhas owned (\p{Lu}[^,.;]{1,60}?) since (?=(?:\p{L}+ )?\d)/gu, 'bought $1 in '],
  [/\bhas been owned by (\p{Lu}[^,.;]{1,60}?) since (?=(?:\p{L}+ )?\d)/gu, 'was bought by $1 in '],
  [/\bsold out to (?=(?:the )?\p{Lu})/gu, 'was sold to '],
  [
    /\b(?:paid|pays|spent) (?:[^.;,]{0,30}?)?[$£€](?:[^.;]|\.\d){1,50}?\bfor (?=(?:the )?\p{Lu}(?![^.;,]*[’']s (?:\p{Ll}|rights))(?![^.;,]{0,30} advertis))/gu,
    'bought ',
  ],
  [/\b(?:completed|finali[sz]ed|closed|concluded|sealed|agreed) (?:their|a|its) merger\b/g, 'merged'],
  [
    /\b(?:swallowed(?: up)?|snapped up|gobbled up|purchased|took over ownership of|bought out)\b(?= (?:the |its )?(?:\w+ )*\p{Lu})/gu,
    'bought',
  ],
  [
    /\b(?:joined forces|combined|amalgamated|fused|united|consolidated) with (?=(?:the )?\p{Lu})/gu,
    'merged with ',
  ],
  [/\bannounced (?:today )?(?:that )?it has (?=(?:acquired|bought|purchased|completed)\b)/g, ''],
  [
    /^The (?:(\d{4}) )?(?:acquisition|purchase|takeover|buyout|sale) of (.{3,60}?) (?:by|to) (\p{Lu}[\p{L}&’ -]{1,40}?)(?: (in \d{4}))? (?=(?!(?:was|were|is|has been) (?:blocked|called|cancel|abandon|reject|veto|prohibit|prevent|scrap|abort|shelv|plan|propos|expect|announc))\p{Ll})/u,
    '$3 acquired $2 in $1$4, ',
  ],
  [
    /\b(?:(\p{Lu}[\p{L}&-]+(?: \p{Lu}[\p{L}&-]+){0,3})[’']s|its) (\d{4}) (?:acquisition|purchase|takeover) of (\p{Lu}[\p{L}&-]+(?: \p{Lu}[\p{L}&-]+){0,3})/gu,
    '$1’s acquisition of $3 in $2',
  ],
  [/\b(?:snapped|scooped|gobbled|bought) up\b/g, 'bought'],
  [
    /\b(?:gained|took|acquired|bought|purchased|obtained) (?:full )?(?:control|ownership|possession) of\b/g,
    'bought',
  ],
  [
    /\b(?:became|was made) (?:a )?(?:wholly[- ]owned )?(?:unit|division|subsidiary) of (?=(?:the )?\p{Lu})/gu,
    'was bought by ',
  ],
  [/\b(?:became|was made) (?:a )?part of (?=(?:the )?\p{Lu}[^.]* in \d{4})/gu, 'was bought by '],
  [
    /(?<=\b[Ii]n \d{4},? (?:the |it |\p{Lu}[\p{L}]+ )(?:[a-z]+ )?)became (?:a )?part of (?=(?:the )?\p{Lu})/gu,
    'was bought by ',
  ],
  // Place
  [
    /(?<=\b(?:is|was|are|were) an? [^,;.()]{3,90}?),? with (?:its |their |a |an )?(?:head ?quarters|head office|main office|corporate offices?|registered office|seat) (?:in|at) (?=(?:the )?\p{Lu})/gu,
    ' and is based in ',
  ],
  [
    /,? with (?:its |their |a |an )?(?:head ?quarters|head office|main office|corporate offices?|registered office|seat) (?:in|at) (?=(?:the )?\p{Lu})/gu,
    ', based in ',
  ],
  [
    /\b([Tt])he (?:seat|headquarters|head office|home) of ((?:the )?\p{Lu}[^.;,]{2,60}?) (?:is|was|has been) (?=\p{Lu})/gu,
    '$2 is based in ',
  ],
  [/\((?:registered office|head office|headquarters|HQ|seat): (\p{Lu}[\p{L} -]+?)\)/gu, '(based in $1)'],
  [/(?<=\b(?:newspaper|magazine|daily|weekly|journal|paper) )published in (?=\p{Lu})/gu, 'based in '],
  [
    /\b(?:is|are) (?:kept|held|housed|preserved|displayed|exhibited|on (?:permanent )?display|on show|stored) (?=(?:in|at) )|\b(?:can|may) be (?:seen|found|visited|viewed) (?=(?:in|at) )|\bhangs (?=(?:in|at) )/g,
    'is located ',
  ],
  [/\b(?:operates|works|runs) (?:out of|from)\b/g, 'is based in'],
  [/\b(?:is|are) (?:to be )?found (?=(?:in|at|on) )|\bcan be found (?=(?:in|at|on) )/g, 'is located '],
  [/\b(?:calls|call) (\p{Lu}[\p{L}, ]+?) home\b/gu, 'is based in $1'],
  [
    /\b[Tt]he headquarters of (\p{Lu}[^.;]{2,60}?) (?:is|are) (?:located |situated |based )?in\b/gu,
    '$1 is headquartered in',
  ],
  [
    /(?<=[’'] ?s?|\b[Ii]ts) (?:head ?quarters|head office|main office|corporate offices?) (?:is|are|was|were) (?:located |situated |based )?in\b/gu,
    ' headquarters is in',
  ],
  // Awards
  [
    /\b(?:took home|walked away with|collected|picked up|scooped|garnered|captured|claimed|secured|bagged|netted|landed) (?=(?:an?|the|his|her|their|two|three) (?:\d{4} )?(?:\p{Lu}|first \p{Lu}))/gu,
    'won ',
  ],
  [/\b(?:was|were) (?:the|an?) (\d{4}) (?:recipient|winner|awardee) of (the|an?)\b/g, 'received $2 $1'],
  [
    /\b(?:was|were|has been|had been) (?:also )?(?:bestowed|conferred|decorated|recognized|recognised|feted|invested) with\b/g,
    'was honoured with',
  ],
  [/[-‐ ]winning (?:[a-z-]+ (?:and [a-z]+ )?){1,3}(?=\p{Lu})/gu, ' winner '],
  [/\b(?:is|are|was|were) (?:made up|composed|comprised) of (?:(?:\w+ ){0,2}members:? )?/g, 'consists of '],
  [/\b[Tt]he (?:\w+ )?members of (?:the )?(band|group) (?:are|were)\b/g, 'the $1 consists of'],
  [
    /\b(?:[Ii]ts|[Tt]he (?:band|group)[’']s|[Tt]heir) (?:[\w-]+ ){0,2}(?:members|line-?up) (?:are|were|is|was|consists of|consisted of|include[sd]?|comprise[sd]?)\b/g,
    'the band consists of',
  ],
  // Works
  [/([“"][^“”"]{2,80}[”"])((?: \(\d{4}\))?),? (?=by \p{Lu}\p{Ll}+ )/gu, '$1$2, written '],
  [
    /, (?:among (?:them|others|which are)|most notably|notably|most famously|such as|e\.g\.|in particular),? (?=[“"\p{Lu}]|the )/gu,
    ', including ',
  ],
  [/\bmade (?:his|her|their) (?:\w+ )?debut (in \d{4} )?with\b/g, 'published $1'],
  [/\b(?:penned|put out|brought out|came out with)\b/g, 'published'],
  // Education
  [
    /\b(?:took|taking|got|gained|obtained|received|earned) an? (?:double )?(?:first|second|third|starred first|upper second|lower second)(?:[- ]class (?:honours )?degree)? in /g,
    'took a degree in ',
  ],
  [/\bwas sent to (?:school at |study at |be educated at )(?=(?:the )?\p{Lu})/gu, 'was educated at '],
  [/\b(?:went|goes) to school (?=(?:at|in) )/g, 'was educated '],
  [/\bwon a scholarship to (?=(?:the )?\p{Lu})/gu, 'entered '],
  [/\b(?:went|going) up to (?=(?:the )?\p{Lu})/gu, 'entered '],
  [
    /\bwent on to (?=(?:the )?(?:\p{Lu}[\p{L}.’-]* (?:of |the )?){0,4}(?:University|College|School|Institute|Academy|Conservatory|Conservatoire))/gu,
    'went to ',
  ],
  [
    /\b(?:did|does|undertook|pursued|completed|carried out) (?:his|her) (?:[a-z]+ )?(?:doctoral|graduate|postgraduate|undergraduate|doctorate) (?:work|studies|research|degree|training) (?=(?:at|in) )/g,
    'studied ',
  ],
  [
    /\b(?:has|have|had) (an? (?:\w+[’']s )?(?:degree|diploma|doctorate|PhD|MBA|BA|BSc|MA|MSc|law degree|bachelor|master)\b)/g,
    'holds $1',
  ],
  [
    /\bgraduated (?=(?:the )?\p{Lu}[\p{L} ]*(?:University|College|School|Institute|Academy)\b)/gu,
    'graduated from ',
  ],
  [
    /\bread (?=(?:[a-z]+ (?:and [a-z]+ )?|(?:English|French|German|Greek|Latin|Classics|Law|History|Mathematics|Modern Languages|Natural Sciences|Oriental Languages)(?: (?:and \p{Lu}\p{L}+|literature|Literature))? )(?:at|in) (?:the )?(?:\p{Lu}))/gu,
    'studied ',
  ],
  [/\b(?:is|was) (?:an )?(?:alumn(?:us|a)|graduate|old boy|product) of\b/g, 'graduated from'],
  // Family
  [/\b(?:tied the knot|exchanged vows|got hitched)(?! with)\b/g, 'married'],
  [
    /\b(?:bore|gave|has borne|had borne) (?:him|her) (?=(?:an? |two |three |four |five |six |seven |eight )?(?:\w+ )?(?:sons?|daughters?|child|children))/g,
    'had ',
  ],
  [
    /\b(?:[Tt]he|[Tt]heir) (?:marriage|union|couple) (?:produced|resulted in|brought|was blessed with|yielded) (?=(?:an? |two |three |four |five |six )?(?:\w+ )?(?:sons?|daughters?|child|children))/g,
    'They had ',
  ],
  [
    /\b(?:tied the knot with|took as (?:his|her) (?:wife|husband)|wedded|got married to|became the (?:wife|husband) of|was wed to|exchanged vows with)\b/g,
    'married',
  ],
  [/\bwed(?= \p{Lu})/gu, 'married'],
  [/\(n[ée]e [^()]*?[;,] (?=[^()]*\d)/gu, '('],
  [/ ?\(n[ée]e [^()]*\)/gu, ''],
  [/,? n[ée]e \p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?(?=[ ,.;)]|$)/gu, ''],
  [/\b(?:were|got) (?:married|wed)\b(?! to\b)/g, 'married'],
]

/** The text with common wordings in the words of simple verbs. */
export function plainWording(text: string): string {
  return wordings
    .reduce((said, [pattern, plain]) => said.replace(pattern, plain), nameOffices(unfoldBrackets(text)))
    .replace(/ (?:by|in)(?=, )/, '')
    .replace(/ in (?=in \d{4}, )/, ' ')
}
