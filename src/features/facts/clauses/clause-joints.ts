import {
  be,
  degrees,
  finite,
  later,
  officeAdjective,
  officeWords,
  participle,
  passive,
} from './clause-parts.ts'
import { infinitives } from './verb-forms.ts'

/** A subject and its verb in a line; `front` is the date before the subject. */
export type Clause = { start: number; subject: string; verbAt: number; verb: string; front: string }

const day = '(?:in|on|from|since|by) (?:the )?⟦d\\d+⟧'

/** The end of a list of verbs: "wrote A, joined B, and founded C". */
const serialEnd = new RegExp(` and ${later}${finite} `)

/** Where a part begins that shares the subject of its clause, and the words to put before it; null where it is no such part. */
export const joints: readonly {
  pattern: RegExp
  words(match: RegExpExecArray, clause: Clause): string[] | null
}[] = [
  {
    // "and joined B in 1990", ", then bought B"
    pattern: new RegExp(
      ` (?:(?:, )?(?:and|but)|, then|,) (?<rest>(?:${later}${day} ,? ?)?${later}${finite} )`,
      'gu',
    ),
    words: (match, { verb }) => {
      const rest = match.groups?.rest ?? ''
      const end = match.index + match[0].length
      const isSerial = /^ , (?!and |but |then )/.test(match[0])
      if (isSerial && !serialEnd.test(match.input.slice(end))) return null
      const isPassive = new RegExp(`^${later}${passive} $`).test(rest) && new RegExp(`^${be}$`).test(verb)
      const after = match.input.slice(match.index + match[0].length)
      return isPassive && /^(?:by|at|in|to|as|on|(?:an? |the )?[a-z]+ of) /.test(after) ? ['was'] : []
    },
  },
  {
    // "is a band formed in 1990", "is a company based in B"
    pattern: new RegExp(
      ` (?:is|was|are|were) (?:an?|the|one of the) (?:(?!of|by|for|with|from|who|which|that|to)[a-z-]+ |⟦n\\d+⟧ |- |, (?=[a-z-]+ )){1,8}(?:, )?(?:now |currently )?(?<rest>${passive} (?:in|by|at|on|as) )`,
      'gu',
    ),
    words: (match, { verb }) =>
      /^ (?:is|are)/.test(match[0]) && /based|quartered|located|situated/.test(match[0])
        ? ['is']
        : /is|was|are|were/.test(verb)
          ? ['was']
          : null,
  },
  {
    // "was president of B, and chairman of C"
    pattern: new RegExp(
      `(?: ,)?(?: and(?: then| later)?(?: as)?| , then| , later| , as) (?<rest>${officeAdjective}(?:${officeWords}) (?:of|for|at) (?:the )?⟦n)`,
      'gu',
    ),
    words: (match, { verbAt }) => {
      const said = match.input.slice(verbAt, match.index)
      if (!new RegExp(`(?:${officeWords}|professor|member|fellow)(?: |$)`).test(said)) return null
      return /^(?:is|are) /.test(said)
        ? ['is']
        : /^(?:became|was (?:appointed|elected|named|made))/.test(said)
          ? ['became']
          : ['was']
    },
  },
  {
    // "was born in B, the third child of C"
    pattern:
      / (?:,|as) (?<rest>(?:the|an?|one of) (?:[a-z]+ ){0,3}(?:sons?|daughters?|child|children) of )/gu,
    words: ({ input, index }, { verbAt }) =>
      /^(?:was|were) born /.test(input.slice(verbAt, index)) ? ['was'] : null,
  },
  {
    // "was a member of the A, the B and the C"
    pattern: / (?:,|and|, and) (?<rest>(?:the )?⟦n)/gu,
    words: ({ input, index }, { verbAt }) =>
      /^(?:is|was|became|has been|had been) (?:[a-z]+ )*member of (?:(?! (?:has|had|have|was|were|is|received|won|[a-z]{2,}ed) )[^;])*$/.test(
        input.slice(verbAt, index),
      ) && !/(?:is|was|became|been) .* (?:in|from|since) ⟦d/.test(input.slice(verbAt, index))
        ? ['was', 'a', 'member', 'of']
        : null,
  },
  {
    // "was awarded the A in 1905, the B in 1912 and the C"
    pattern: / (?:,|and|, and) (?<rest>(?:the|an?) (?:⟦d\d+⟧ )?⟦n)/gu,
    words: ({ input, index }, { verbAt }) =>
      /^(?:won|received|(?:was|were|been|had been)?(?: [a-z]+ly)? ?(?:awarded|given)|earned|shared) /.test(
        input.slice(verbAt, index),
      )
        ? ['received']
        : null,
  },
  {
    // "taught at A and at B", "was educated at A and at B"
    pattern: / (?:,|and|, and|, then|and then|and later) (?<rest>(?:at|for|from) (?:the )?⟦n)/gu,
    words: ({ input, index, groups }, { verbAt }) => {
      const [, verb, preposition] =
        /^((?:was |were )?(?:educated|schooled|worked|taught|lectured|studied|graduated|trained))(?: [a-z]+){0,4} (at|for|from) /.exec(
          input.slice(verbAt, index + 1),
        ) ?? []
      return verb !== undefined && preposition === /^[a-z]+/.exec(groups?.rest ?? '')?.[0]
        ? verb.split(' ')
        : null
    },
  },
  {
    // "studied music at A, the piano at B and composition at C"
    pattern: / (?:,|and|, and) (?<rest>(?:the )?[a-z]+(?: [a-z]+)? at (?:the )?⟦n)/gu,
    words: ({ input, index }, { verbAt }) =>
      /^(?:studied|taught|read) (?:the )?(?:[a-z]+ ){1,3}at (?:the )?⟦n/.test(input.slice(verbAt, index))
        ? [input.slice(verbAt).split(' ')[0] ?? '']
        : null,
  },
  {
    // "a bachelor's degree from A and a doctorate from B"
    pattern: new RegExp(
      ` (?:,|and|, and|, then|and then|and later|, followed by) (?<rest>(?:an?|his|her) ${degrees} (?:from|at) )`,
      'gu',
    ),
    words: ({ input, index }, { verbAt }) =>
      new RegExp(
        `(?:received|earned|obtained|took|completed|gained|holds|got|awarded) (?:his|her|an?|the) ${degrees}`,
      ).test(input.slice(verbAt, index))
        ? ['received']
        : null,
  },
  {
    // "moved to A in 1979 and then to B in 1986"
    pattern:
      / (?:,|and|, and|, then|and then|and later) (?<rest>to (?:the )?⟦n\d+⟧ (?:(?:, ⟦n\d+⟧ ,? ?)?(?:in|on) ⟦d))/gu,
    words: ({ input, index }, { verbAt }) =>
      /^(?:moved|relocated) (?:.* )?to (?:.* )?⟦d\d+⟧ ?,?$/.test(input.slice(verbAt, index))
        ? ['moved']
        : null,
  },
  {
    // "bought A in 1990 and B in 1995"
    pattern: / (?:,|and|, and) (?<rest>(?:the )?(?:[a-z-]+ ){0,3}⟦n\d+⟧ (?:in|\() ⟦d)/gu,
    words: ({ input, index }, { verbAt }) => {
      const [, verb] =
        /^((?:acquired|bought|purchased|took over|founded|co-founded|established|wrote|published|composed|designed|painted|joined|attended))(?: .*)? (?:in|\() ⟦d\d+⟧(?: \))?$/.exec(
          input.slice(verbAt, index),
        ) ?? []
      return verb === undefined ? null : verb.split(' ')
    },
  },
]

export const infinitiveJoint = new RegExp(
  ` (?:went on|left|resigned|returned|moved|going on|leaving)(?: (?!and|,|;)[^ ]+){0,5} to (?<rest>${Object.keys(infinitives).join('|')}) `,
  'gu',
)

export const participleJoint = new RegExp(
  `(?:(?: ,)?(?: and)? (?:before|after|while|since|until)| ,| , and| by)(?: (?:later|then|soon|first|[a-z]+ly))? (?<rest>${participle}) `,
  'gu',
)
