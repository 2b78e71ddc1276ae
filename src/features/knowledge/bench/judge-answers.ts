/** `answer` says what a right answer contains; null: the manual does not answer the question. `right` is a pattern for it. */
export type ManualQuestion = {
  id: string
  manual: string
  question: string
  answer: string | null
  right?: string | null
}

export type Verdict = 'good' | 'wrong' | 'refused'

const verdicts: readonly string[] = ['good', 'wrong', 'refused'] satisfies Verdict[]

/** Reads the verdicts of a sheet that a reader has filled in. */
export function verdictsIn(sheet: { answers: { id: string; verdict: string }[] }): Map<string, Verdict> {
  return new Map(
    sheet.answers.map(({ id, verdict }) => {
      const plain = verdict.trim().toLowerCase()
      if (!isVerdict(plain))
        throw new Error(`The verdict of ${id} is "${verdict}", and none of ${verdicts.join(', ')}.`)
      return [id, plain]
    }),
  )
}

export function isVerdict(text: string): text is Verdict {
  return verdicts.includes(text)
}

/** Marks an answer by the pattern of its question, as long as nobody has judged it. */
export function markByPattern(
  { right }: ManualQuestion,
  { answered, text }: { answered: boolean; text: string },
): Verdict {
  if (!answered) return 'refused'
  const shown = text.split('\n\nCitations:')[0] ?? ''
  return typeof right === 'string' && new RegExp(right).test(shown) ? 'good' : 'wrong'
}

/** The figures that are promised: questions without a verdict are counted apart. */
export function tableOf(questions: readonly ManualQuestion[], judged: ReadonlyMap<string, Verdict>): string {
  const known = questions.flatMap(({ id, answer }) => {
    const verdict = judged.get(id)
    return verdict === undefined ? [] : [{ isAnswerable: answer !== null, verdict }]
  })
  const count = (verdict: Verdict, isAnswerable: boolean) =>
    known.filter(one => one.verdict === verdict && one.isAnswerable === isAnswerable).length
  const answerable = known.filter(({ isAnswerable }) => isAnswerable).length
  const others = known.length - answerable
  const wrong = count('wrong', true) + count('wrong', false) + count('good', false)
  const rows: [string, number, number, string][] = [
    ['wrong with citation', wrong, known.length, 'at most 5 %'],
    ['answered', count('good', true), answerable, 'at least 60 %'],
    ['refused though answerable', count('refused', true), answerable, 'at most 25 %'],
    ['not answerable and refused', count('refused', false), others, 'at least 95 %'],
  ]
  return [
    '| what | figure | share | target |',
    '|---|---|---|---|',
    ...rows.map(
      ([what, part, of, target]) =>
        `| ${what} | ${part} of ${of} | ${of === 0 ? '–' : `${Math.round((100 * part) / of)} %`} | ${target} |`,
    ),
    ...(known.length < questions.length ? [`${questions.length - known.length} not judged`] : []),
  ].join('\n')
}
