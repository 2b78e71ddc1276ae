import type { Wording } from './plain-wording.ts'

/** Wordings of awards, works, education and family. */
export const personWordings: readonly Wording[] = [
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
