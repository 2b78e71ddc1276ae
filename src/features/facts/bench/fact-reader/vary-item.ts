/**
 * Another version of an item, with its marks and facts: other surnames, and all years moved by the same number. A model that sees
 * both learns the words around names, not the names.
 */
export function varyItem(raw: string, surnames: readonly string[], random: () => number): string {
  let item = raw
  const own = new Map<string, string>()
  for (const surname of surnamesOf(raw)) {
    const other = surnames[Math.floor(random() * surnames.length)]
    if (other !== undefined && !raw.includes(other)) own.set(surname, other)
  }
  if (own.size > 0) {
    const all = [...own.keys()].toSorted((one, other) => other.length - one.length).join('|')
    item = item.replace(
      new RegExp(`(?<![\\p{L}\\p{M}])(?:${all})(?![\\p{L}\\p{M}])`, 'gu'),
      name => own.get(name) ?? name,
    )
  }
  const years = (item.match(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g) ?? []).map(Number)
  // The second year of "1921–25" has two digits.
  if (years.length === 0 || /\d{4}[–/-]\d\d(?!\d)/.test(item.replace(/\d{4}-\d\d(?:-\d\d)?/g, '')))
    return item
  const [low, high] = [Math.min(...years), Math.max(...years)]
  const shift = Math.round((random() - 0.5) * 120)
  if (low + shift < 1600 || high + shift > 2024) return item
  return item.replace(/(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/g, year => String(Number(year) + shift))
}

/** Names that everybody knows, by what they name. Authors of invented texts avoid them, and a model would learn that nothing is said of them. */
const knownNames = {
  person:
    'Marie Curie|Albert Einstein|Barack Obama|Angela Merkel|Bill Gates|Steve Jobs|Isaac Newton|Charles Darwin|Ada Lovelace|Alan Turing|Linus Torvalds|Tim Cook|Jane Austen|Leo Tolstoy|Franz Kafka|Pablo Picasso|Nelson Mandela|Mahatma Gandhi|Winston Churchill|Margaret Thatcher|Bob Dylan|John Lennon|Paul McCartney|David Bowie|Elvis Presley|Abraham Lincoln|Thomas Jefferson|Thomas Edison|Nikola Tesla|Henry Ford|Walt Disney|Mark Zuckerberg|Elon Musk|Larry Page|Sergey Brin|Jeff Bezos|Grace Hopper|Dennis Ritchie|Ken Thompson|Donald Knuth|Guido Rossum|Stephen Hawking|Niels Bohr|Max Planck|Emmy Noether|Toni Morrison|Virginia Woolf|George Orwell|Ernest Hemingway|Mark Twain|Emily Dickinson|Frida Kahlo|Claude Monet|Johann Bach|Clara Schumann|Richard Wagner|Charles Dickens|Oscar Wilde|Samuel Johnson|Joseph Addison|John Milton|Lord Byron|Percy Shelley|Rosa Parks|Indira Gandhi|Golda Meir|Kofi Annan|Serena Williams|Lionel Messi|Michael Jordan|Babe Ruth|Robin Milner|Edsger Dijkstra',
  place:
    'Paris|London|Berlin|Vienna|Rome|Madrid|Tokyo|Boston|Chicago|Seattle|Washington|Philadelphia|California|Texas|Ohio|Germany|France|England|Scotland|Ireland|Italy|Spain|Japan|India|China|Canada|Australia|Brazil|Oxford|Cambridge|Edinburgh|Dublin|Amsterdam|Prague|Warsaw|Moscow|Stockholm|Copenhagen|Munich|Hamburg|Zurich|Geneva|Redmond|Berkeley|Princeton|Manchester|Glasgow|Toronto|Sydney|Mumbai|Cairo|Athens|Lisbon|Brussels',
  school:
    'Harvard University|Harvard|Yale University|Yale|Stanford University|MIT|Princeton University|Columbia University|Cornell University|Oxford University|University of Oxford|University of Cambridge|Trinity College|University of California|University of Chicago|University of Vienna|Sorbonne|ETH Zurich|Eton College|University of Tokyo',
  body: 'Microsoft|IBM|Google|Apple|Facebook|Amazon|Oracle|Intel|AT&T|Bell Labs|Xerox|Siemens|Ford|General Motors|Boeing|Toyota|Sony|Nokia|BBC|NASA|CERN|Disney|Netflix|Hewlett-Packard|Sun Microsystems|Netscape|Compaq|Novell|Red Hat|Twitter|Volkswagen|Nestlé|Unilever|Pfizer|General Electric|Honeywell',
  group:
    'Pink Floyd|Beatles|Rolling Stones|Royal Society|Labour Party|Republican Party|Democratic Party|Communist Party|European Union|NATO|United Nations|French Academy|National Academy of Sciences|Manchester United|Real Madrid|New York Yankees|Royal Navy|US Army|House of Commons|American Academy of Arts and Sciences|Python Software Foundation|Free Software Foundation',
  prize:
    'Nobel Prize|Nobel Prize in Physics|Nobel Prize in Literature|Nobel Peace Prize|Pulitzer Prize|Turing Award|Fields Medal|Academy Award|Grammy Award|Booker Prize|Légion d’honneur|Order of Merit|Copley Medal|Medal of Honor|Wolf Prize|Abel Prize|Pritzker Prize|Golden Globe|Palme d’Or',
  work: 'Hamlet|War and Peace|Pride and Prejudice|Linux|Git|Python|Unix|Emacs|TeX|Java|Guernica|Ulysses|The Trial|Don Quixote|Faust|Carmen|Citizen Kane|Star Wars|Moby Dick|Jane Eyre|Animal Farm|Middlemarch|The Waste Land|Origin of Species|Principia Mathematica|JavaScript|Perl|Ruby|Apache|Firefox',
  state:
    'United States|United Kingdom|France|Germany|European Commission|United Nations|Soviet Union|India|New York|California|Microsoft|Apple|Royal Society|IBM|World Bank|Senate|South Africa|Roman Empire|Labour Party',
} as const

type Kind = keyof typeof knownNames

const kindOfObject: Readonly<Record<string, Kind>> = {
  BORN_IN: 'place',
  DIED_IN: 'place',
  LOCATED_IN: 'place',
  FOUNDED_IN: 'place',
  EDUCATED_AT: 'school',
  EMPLOYED_BY: 'body',
  ACQUIRED: 'body',
  FOUNDED: 'body',
  MERGED_WITH: 'body',
  MEMBER_OF: 'group',
  RECEIVED: 'prize',
  AUTHORED: 'work',
}

/** Another version of an item, in which about half of the names are names that everybody knows. */
export function withKnownNames(raw: string, random: () => number): string {
  const pick = (kind: Kind): string => {
    const all = knownNames[kind].split('|')
    return all[Math.floor(random() * all.length)] ?? ''
  }
  const others = new Map<string, string>()
  for (const [, subject = '', relation = '', object = ''] of raw.matchAll(
    /^> ?([^|\n?]+) \| ([A-Z_]+) \| ([^|\n]+)/gm,
  )) {
    const isPerson = /^(?:BORN_IN|DIED_IN|EDUCATED_AT|EMPLOYED_BY|HOLDS_OFFICE|CHILD_OF|MARRIED_TO)$/.test(
      relation,
    )
    if (isPerson && /^\p{Lu}\p{L}+ \p{Lu}[\p{L}-]+$/u.test(subject.trim()))
      others.set(subject.trim(), pick('person'))
    const kind = kindOfObject[relation]
    const name = object.trim()
    if (kind !== undefined && !/^\d|\d{4}$/.test(name)) others.set(name, pick(kind))
    const [, body] = / of (?:the )?(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)*)$/u.exec(name) ?? []
    if (relation === 'HOLDS_OFFICE' && body !== undefined) others.set(body, pick('state'))
  }
  let item = raw
  for (const [name, other] of others) {
    // A short form of the name would still be that of the old one.
    const words = name.split(' ').filter(word => /^\p{Lu}\p{L}{3,}/u.test(word))
    const isShortened = words.length > 1 && words.some(word => item.includes(`{${word}|`))
    const isPerson = knownNames.person.includes(other)
    if (random() < 0.4 || item.includes(other) || (isShortened && !isPerson)) continue
    const swap = (from: string, to: string) => {
      item = item.replace(
        new RegExp(
          `(?<![\\p{L}\\p{M}])${from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`,
          'gu',
        ),
        () => to,
      )
    }
    swap(name, other)
    if (isPerson && words.length === 2) swap(name.split(' ').at(-1) ?? name, other.split(' ').at(-1) ?? other)
  }
  return item
}

/** The last words of the names of persons. */
export function surnamesOf(raw: string): string[] {
  const persons = [
    ...raw.matchAll(
      /^> ?(?:\? )?([^|\n]+) \| (?:BORN_IN|DIED_IN|EDUCATED_AT|EMPLOYED_BY|HOLDS_OFFICE|CHILD_OF|MARRIED_TO|SIBLING_OF|SUCCEEDED) \|/gm,
    ),
  ]
  const last = persons.map(([, name = '']) => name.trim().split(' '))
  return [
    ...new Set(
      last.flatMap(words => {
        const [surname = ''] = words.slice(-1)
        return words.length > 1 && /^\p{Lu}\p{Ll}{3,}$/u.test(surname) ? [surname] : []
      }),
    ),
  ]
}
