/** Beginnings of month names, January first, that are enough to tell a month in the languages references use. */
const beginnings: readonly string[] = [
  'jan gen ene jän styc янв',
  'feb fév fev lut фев',
  'mar mär mrt мар',
  'apr avr abr kwi апр',
  'may mai mag mei maj май мая',
  'jun jui giu cze июн',
  'jul juil lug lip июл',
  'aug aoû aou ago sie авг',
  'sep set wrz сен',
  'oct okt ott out paź окт',
  'nov lis ноя',
  'dec dez déc dic gru дек',
]

const numberOfBeginning = new Map(
  beginnings.flatMap((list, index) => list.split(' ').map(beginning => [beginning, index + 1] as const)),
)

const longestFirst = [...numberOfBeginning.keys()].sort((a, b) => b.length - a.length)

/** Finds the first month named in a text; the first group is the name. */
export const monthPattern = new RegExp(`(?<!\\p{L})((?:${longestFirst.join('|')})\\p{L}*)`, 'iu')

/** 1…12 for "Dec", "décembre", "Juli"; null when it is no month. */
export function monthNumber(name: string): number | null {
  const lower = name.toLowerCase()
  const beginning = longestFirst.find(start => lower.startsWith(start))
  return beginning === undefined ? null : (numberOfBeginning.get(beginning) ?? null)
}
