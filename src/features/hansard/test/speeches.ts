/** Speeches on clearly different topics, with the words that find them. */
export type SpeechInput = Record<string, unknown> & { title: string; full_text: string }

export function speech(changes: Partial<SpeechInput> = {}): SpeechInput {
  return {
    title: 'Climate Change Bill',
    full_text: 'Ms RYAN (Kooyong) (10:02): The transition to renewable energy must be just and quick.',
    speaker: 'Monique Ryan',
    party: 'Independent',
    chamber: 'House of Representatives',
    electorate: 'Kooyong',
    state: 'VIC',
    date: '2024-06-12',
    hansard_reference: 'House of Representatives Hansard, 12 June 2024, p. 1234',
    topic_tags: ['Climate Change', ' energy '],
    ...changes,
  }
}

export function senateSpeech(changes: Partial<SpeechInput> = {}): SpeechInput {
  return speech({
    title: 'Aged Care',
    full_text: 'Senator BROWN (Tasmania) (12:57): Aged care workers have waited long enough for a fair wage.',
    speaker: 'Carol Brown',
    party: 'Labor',
    chamber: 'Senate',
    electorate: null,
    state: 'TAS',
    date: '2024-06-13',
    hansard_reference: 'Senate Hansard, 13 June 2024, p. 77',
    topic_tags: ['aged care'],
    ...changes,
  })
}
