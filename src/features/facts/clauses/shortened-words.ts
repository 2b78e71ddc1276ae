const peer = '(?:Baron(?:ess)?|Earl|Viscount(?:ess)?|Duke|Duchess|Marquess|Marquis|Baronet|Count)'
const given = "\\p{Lu}[\\p{L}’'.-]+"

/** "PORSON, RICHARD (1759–1808).--Scholar, _s._ of A" */
const headword =
  /^(\p{Lu}[\p{Lu}’'-]+(?: \p{Lu}[\p{Lu}’'-]+)?), ((?:\p{Lu}[\p{Lu}.’'-]+ ?){1,4})(?: ?\([^()\d]*\))* ?(\(\??\d{4}[^()]*\))\.?(?:--|[–—])[ _]*/u

/** Abbreviations and letters of dictionaries of persons, and what they stand for. */
const forms: readonly (readonly [RegExp, string])[] = [
  [headword, '$2 $1 $3 was a '],
  [/(?<![\p{L}])_?(?:dau)\._?(?= )/giu, 'daughter'],
  [/(?<=[ ,(])_s\._(?= of )/g, 'son'],
  [/(?<=[ ,(])_f\._(?=[ ,])/g, 'father'],
  [/(?<=[ ,(])_m\._(?= )/g, 'married'],
  [/(?<=[ ,(])_b\._(?= )/g, 'born'],
  [/(?<=[ ,(])_d\._(?= )/g, 'died'],
  [/(?<=[ ,(])_?(?:pub|publ)\._?(?= )/g, 'published'],
  [/(?<=[ ,(])_?ed\._?(?= (?:at|by|in|privately)\b)/g, 'educated'],
  [/(?<=[ ,(])_?app\._?(?= )/g, 'appointed'],
  [/\bCamb\./g, 'Cambridge'],
  [/\bOxf\./g, 'Oxford'],
  [/\bEdin\./g, 'Edinburgh'],
  [/\bColl\.(?= |$|,)/g, 'College'],
  [/\bUniv\.(?= |$|,)/g, 'University'],
  [/\b[Pp]rof\.(?= of\b)/g, 'professor'],
  // "John Doe, 7th Baron Ashby, CBE (1924–2005)": titles of peers are no part of the name.
  [
    new RegExp(
      `(?<=${given}),? \\d+(?:st|nd|rd|th) ${peer}(?: (?:of )?${given}){1,3}(?: of ${given})?(?:,? (?:[A-Z]{2,5}),?)*,?(?= (?:\\(|\\p{Ll})|$)`,
      'gu',
    ),
    '',
  ],
]

/** The text with the abbreviations of dictionaries of persons written out. */
export function writeOut(text: string): string {
  const said = forms.reduce((known, [pattern, long]) => known.replace(pattern, long), text)
  if (!headword.test(text)) return said
  // "Explorer, born at A, son of B, was": each part with its verb.
  return said
    .replace(/, (?=(?:born|educated|called|ordained) )/g, ', was ')
    .replace(/, (?:the )?(?=(?:\w+ )?(?:son|daughter|brother|sister) of )/g, ', was the ')
}
