import { isGivenName } from './given-names.ts'
import { plainWording } from './plain-wording.ts'
import { quoteTitles } from './quote-titles.ts'
import { writeOut } from './shortened-words.ts'

/** Names of months, also shortened. */
export const months =
  'January|February|March|April|May|June|July|August|September|October|November|December|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b\\.?'

/** Letters after a name: ", FRS". */
const postNominal =
  /(?<=\p{Ll}),? (?:(?:FRSE?|FRCP|FRCS|FBA|FRSC|FREng|[OCKDM]BE|KCB|QC|KC|MP|PhD|M\.D\.|Ph\.D\.|DSc|DSO)(?:,? |(?=[,;(])|$))+(?=[,(]|is\b|was\b|$),?/gu
const anyDay = `(?:[12]?\\d|3[01])(?:st|nd|rd|th)? (?:${months}|\\p{Lu}\\p{L}{2,8})\\.?,? \\d{4}|(?:${months}|\\p{Lu}\\p{L}{2,3})\\.? \\d{1,2}, \\d{4}|\\d{4}`
// A month is no place: "(August 2013 – January 2014)" is a term.
const placeAlone = `(?!(?:${months}) \\d)\\p{Lu}[\\p{L}.’'-]*(?: \\p{Lu}[\\p{L}.’'-]*){0,3}(?:, \\p{Lu}[\\p{L}. ]*){0,2}`
/** "(b New Orleans, LA, 14 May 1897; d Paris, 14 May 1959)": the place goes before the date without "in". */
const bornAt = new RegExp(
  `((?:\\(|; ?)(?:b\\.?|born|d\\.?|died) )(${placeAlone}),? (${anyDay})(?=[;,)])`,
  'gu',
)
/** "(12 May 1901, Malmö – 3 June 1988, Lund)". */
const lifeAt = new RegExp(
  `\\((${anyDay}),? (?:in )?(${placeAlone}) ?[–—-] ?(${anyDay}),? (?:in )?(${placeAlone})\\)`,
  'gu',
)

/** "(Erlangen, 23 March 1882 – Bryn Mawr, 14 April 1935)". */
const lifeIn = new RegExp(
  `\\((?:n[ée]e [^();]*; )?(${placeAlone}),? (${anyDay}) ?[–—-] ?(${placeAlone}),? (${anyDay})\\)`,
  'gu',
)

const shortDay = `(?:(?:${months}|\\p{Lu}\\p{L}{2,3})\\.? \\d{1,2}, \\d{4}|(?:[12]?\\d|3[01]) (?:${months})\\.? \\d{4})`
/** "(b. Nov. 27, 1870, Tampere - d. Dec. 14, 1956, Helsinki)": the date goes before the place without "in". */
const dayThenPlace = new RegExp(
  `(?<=\\([^()]*?)(?:^|(?<=[(;] ?)| ?[–—-] ?(?=d))(b\\.?|born|d\\.?|died) (${shortDay}), (${placeAlone})(?=[^()]*\\))`,
  'gu',
)
/** The words of a sentence without Markdown and footnotes; words in italics are quoted, because they are often titles. */
export function plainText(sentence: string): string {
  return plainWording(
    quoteTitles(
      writeOut(sentence.replace(/\s+/g, ' '))
        .replace(/!?\[([^\]]*)\]\([^()]*(?:\([^()]*\))?[^()]*\)/g, '$1')
        .replace(/\[(?:\^?\w{1,4}|[a-z]+ needed|note \d+)\]/g, '')
        .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
        .replace(/\*\*|__|`|\\(?=[^\p{L}\p{N}\s])/gu, '')
        .replace(/(?<![\p{L}\p{N}*_])([*_])(\p{Lu}[^*_]{0,79})\1(?![\p{L}\p{N}*_])/gu, '“$2”')
        .replace(
          /\b(?:Ph\.? ?D|D\.?Phil|Sc\.?D|[BM]\.?Sc|[BM]\.?[AS]|A\.[BM]|S\.M|[BM]\.?Eng|M\.?B\.?A|J\.?D|M\.?F\.?A|B\.?F\.?A|Ed\.?D|M\.?Phil|LL\.?[BMD]|S\.[BM])\b(?!\p{L}|[’'])\.?(?= (?:degree|in|from|at|and|by|under)\b)/gu,
          'degree',
        )
        .replace(
          /\b(?:Bachelor|Master|Doctor)(?:[’']?s)?(?= degree| of (?:Arts|Science|Laws?|Philosophy|Engineering|Medicine|Music|Divinity|Business)\b)/g,
          word => word.toLowerCase(),
        )
        .replace(/,? Co\.,? (?=(?:Ltd|Inc|KG|LLC)\b)/gu, ' Co ')
        .replace(/(, (?:Jr|Sr|Inc|Ltd|LLC)\.?),(?= \p{Ll})/gu, '$1')
        .replace(
          /(?<=\p{Lu}\p{L}+) [("“]\p{Lu}\p{Ll}+[)"”](?= \p{Lu}\p{Ll}+\b)(?=[^.]{0,40}(?:\(|\bwas\b|\bis\b))/gu,
          '',
        )
        // "Patrick and Nora (Sullivan) Doyle"
        .replace(/(\p{Lu}\p{Ll}+) \(\p{Lu}[\p{Ll}’']+\)(?= \p{Lu}\p{Ll}+)/gu, (whole, given: string) =>
          isGivenName(given) ? given : whole,
        )
        .replace(/\b(Mr|Mrs|Ms|Dr|Prof|Rev|Col|Gen|Capt|Lt|Sgt)\.(?= \p{Lu})/gu, '$1')
        .replace(/\bGov\.(?= \p{Lu})/gu, 'Governor')
        .replace(/(?<= (?:Co|Corp|Inc|Ltd|Bros))\.(?= (?:\(|\p{Ll}))/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
        // "1944-46": the second year in full.
        .replace(
          /(?<![\d-])(1[5-9]|20)(\d\d)[-–](\d\d?)(?![\d-])/g,
          (whole, ...[age = '', from = '', to = '']: string[]) => {
            const last = `${from.slice(0, 2 - to.length)}${to}`
            return Number(last) > Number(from) ? `${age}${from}–${age}${last}` : whole
          },
        )
        .replace(/, (?=[–—] )/g, ' ')
        .replace(/ \[now [^\]]*\]/g, '')
        .replace(/(?<=\p{Ll}) (?:\p{Lu}\.){2,4},? (?=\()/gu, ' ')
        .replace(/,? \(?(?:\p{Lu}{1,3}|PhD|[BM]Sc|MEng|MBA),? ?[’']\d\d\)?(?=[, )])/gu, '')
        .replace(/(?<=\p{L})–(?=\p{Lu})/gu, '-')
        // "24,000", "the Aurora (IL) Beacon"
        .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
        .replace(/(?<=\p{Lu}\p{Ll}+) \([A-Z]{2}\)(?= \p{Lu})/gu, '')
        .replace(/\b(?:[Tt]he )?(?:Most|Right|Very) (?:Rev(?:erend|\.)|Hon(?:ou?rable|\.)) (?=\p{Lu})/gu, '')
        // "A -- the daughter of B -- with C": the dashes of an aside are commas.
        .replace(/ (?:--|[—–]) ([^—–]{3,120}?) (?:--|[—–]) (?=\p{Ll})/gu, ', $1, ')
        // "James P(hilip), "Lawrence (Sidney) (b. …)"
        .replace(/(?<= \p{Lu})\((\p{Ll}+)\)/gu, '$1')
        .replace(/ \(\p{Lu}\p{Ll}+\)(?= \((?:b\.|born|d\.|\d))/gu, '')
        .replace(
          /, (?:original (?:name|surname)|byname|birth name|real name|also (?:called|known as|spelled)|pseudonym|pen name|stage name|née) [^(),]{2,60},?(?= \()/gu,
          '',
        )
        .replace(
          new RegExp(`^Born (?!(?:${months}) \\d)(?:\\p{Lu}[\\p{L}.’'-]* ){1,4}(?=(?:in|on|at|to) )`, 'u'),
          'Born ',
        )
        // A day without its year says nothing here: "died September 30 in Vermont".
        .replace(
          new RegExp(
            `(?<=\\b(?:died|born|away)),?(?: on)? (?:${months}) \\d{1,2}(?!\\d|(?:st|nd|rd|th)|,? \\d)`,
            'g',
          ),
          '',
        )
        .replace(/(?<=[Pp]rofessor),? emerit(?:us|a)(?= )/g, '')
        .replace(/(?<=Professor),? Emerit(?:us|a),?(?= (?:of|at|in)\b)/g, '')
        .replace(
          /(?<=\b(?:at|from|both|and|of|attended|entered) (?:the )?\p{Lu}\p{L}+) (university|college)\b/gu,
          (_, school: string) => (school === 'university' ? ' University' : ' College'),
        )
        // "Professor TOM KEYES received"
        .replace(
          /(?<![\p{L}.&])\p{Lu}{3,}(?:[- ](?:\p{Lu}\.|\p{Lu}{3,}))+(?![\p{L}&])/gu,
          (name, _at: number, whole: string) =>
            /\p{Ll}{3}.*\p{Ll}{3}/u.test(whole)
              ? name.replace(/(?<=\p{Lu})\p{Lu}+/gu, rest => rest.toLowerCase())
              : name,
        )
        .replace(postNominal, (_, ...rest) => {
          const [at, whole] = rest.slice(-2) as [number, string]
          return /^[iw]/.test(whole.slice(at + _.length)) ? ' ' : ''
        })
        .replace(
          dayThenPlace,
          (_, ...[verb, day, where]: string[]) =>
            `${/^d/.test(verb ?? '') ? '; ' : ''}${verb} on ${day} in ${where}`,
        )
        .replace(bornAt, '$1in $2 on $3')
        .replace(lifeAt, '(born $1 in $2; died $3 in $4)')
        .replace(lifeIn, '(born $2 in $1; died $4 in $3)')
        .replace(/(?<=[(;] ?)\* ?(?=\d|\p{Lu})/gu, 'born ')
        .replace(/(?<=[(;,] ?)† ?(?=\d|\p{Lu})/gu, 'died ')
        .replace(/^((?:\p{Lu}\. ?)*\p{Lu}{3,}(?: \p{Lu}{3,}){0,3})(?= \(\d{4})/u, name =>
          name.replace(/(?<=\p{Lu})\p{Lu}+/gu, rest => rest.toLowerCase()),
        )
        // Headwords of encyclopaedias: "Doe, Jane Ann (1850–1920), painter, …" and "Doe, Jane Ann, 1850–1920, American painter, …".
        .replace(
          /^(\p{Lu}[\p{L}’'-]+), (\p{Lu}[\p{L}.’'-]+(?: \p{Lu}[\p{L}.’'-]+){0,2})(?= \((?:\d|born|b[. ])|, \d{4}[–-]\d{2,4},)/u,
          (_, surname: string, given: string) =>
            `${given} ${/^\p{Lu}{3,}/u.test(surname) ? titleCase(surname) : surname}`,
        )
        .replace(/^([^,(]+), (\d{4})[–-](\d{4}),/, '$1 ($2–$3),'),
    ),
  )
}

function titleCase(name: string): string {
  return name.replace(/(?<=\p{Lu})\p{Lu}+/gu, rest => rest.toLowerCase())
}
