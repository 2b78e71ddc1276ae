import type { Wording } from './plain-wording.ts'

/** Wordings of foundings, acquisitions and places. */
export const bodyWordings: readonly Wording[] = [
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
]
