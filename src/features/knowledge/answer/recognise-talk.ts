const greeting =
  /^(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|bonjour|hola)(?:\s+(?:there|all|everyone|again|quire))?$/i
const thanks =
  /^(?:thanks?|thank you|many thanks|thx|cheers|danke|merci|gracias)(?:\s+(?:a lot|very much|so much|again|you))?$/i
const farewell = /^(?:bye|goodbye|good bye|see you(?: later)?|farewell|ciao|tschüss)$/i
const aboutItself =
  /^(?:who|what) (?:are|r) (?:you|u)$|^what(?:'s| is) your name$|^what can (?:you|i) (?:do|ask)(?: (?:you|for me|here|with you))?$|^(?:how do (?:you|i) (?:work|use you)|can you help(?: me)?|help|are you (?:an? )?(?:ai|bot|robot|human|person|machine)|introduce yourself)$/i
const wellBeing = /^how are you(?: doing)?(?: today)?$|^how(?:'s| is) it going$/i

/** What is said without looking anything up: greetings, thanks, and questions about the one who is asked. */
export function recogniseTalk(text: string, facts: { writes: boolean }): string | null {
  const said = text
    .trim()
    .replace(/[!?.,;:…\s]+$/u, '')
    .replace(/\s+/g, ' ')
  const pieces = said.split(/[!.,;]\s*/).filter(piece => piece !== '')
  const [first = '', second] = pieces
  if (pieces.length === 2 && second !== undefined && greeting.test(first)) return recogniseTalk(second, facts)
  if (pieces.length > 1) return null
  if (greeting.test(said)) return 'Hello. Ask me something, and I will look for it in the knowledge base.'
  if (thanks.test(said)) return 'You are welcome.'
  if (farewell.test(said)) return 'Goodbye.'
  if (wellBeing.test(said)) return 'I am at your service. What would you like to know?'
  return aboutItself.test(said) ? introduce(facts) : null
}

function introduce({ writes }: { writes: boolean }): string {
  const manner = writes
    ? 'write an answer in which every sentence is checked against the passage it cites'
    : 'answer with the best sentences of the sources, word for word'
  return `I am the question answerer of this knowledge base. I search its documents and ${manner}. When the sources do not answer a question, I say so.`
}
