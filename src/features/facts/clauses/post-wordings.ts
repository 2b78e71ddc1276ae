import type { Wording } from './plain-wording.ts'

/** Wordings of offices and jobs. */
export const postWordings: readonly Wording[] = [
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
]
