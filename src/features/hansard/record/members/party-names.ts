/** Codes and full names in the record and the tables → the common name. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Labor: 'alp,lab,labor,australianlaborparty,laborparty',
    Liberal: 'lp,lib,liberal,liberals,liberalparty,liberalpartyofaustralia',
    National: 'np,npa,nat,nats,natswa,nationals,national,thenationals,nationalparty,nationalpartyofaustralia',
    Nationalist: 'nationalist,nationalistparty',
    'Commonwealth Liberal': 'commonwealthliberal,liberalpartycommonwealth,commonwealthliberalparty',
    Greens: 'ag,grn,greens,thegreens,australiangreens,gwa,thegreenswainc,greenswa',
    Independent: 'ind,indep,independent',
    'One Nation': 'on,phon,phonp,onenation,paulinehansonsonenation',
    'Liberal National Party': 'lnp,liberalnationalparty,liberalnationalpartyofqueensland',
    'Country Liberal Party': 'clp,countryliberalparty,countryliberalpartynorthernterritory',
    'Country Party': 'cp,countryparty,australiancountryparty,acountryparty',
    'National Country Party': 'ncp,ncpa,nationalcountryparty',
    'Centre Alliance': 'ca,centrealliance',
    'Nick Xenophon Team': 'nxt,nickxenophonteam',
    "Katter's Australian Party": 'kap,aus,kattersaustralianparty',
    'United Australia Party': 'uap,unitedaustraliaparty',
    'Palmer United Party': 'pup,palmerunitedparty',
    'Australian Democrats': 'ad,dem,australiandemocrats',
    'Family First': 'ffp,ff,familyfirst,familyfirstparty',
    'Jacqui Lambie Network': 'jln,jacquilambienetwork,jackilambienetwork',
    'Democratic Labor Party': 'dlp,democraticlaborparty',
    'Australian Labor Party (Anti-Communist)': 'alpac,australianlaborpartyanticommunist',
    'Liberal Democratic Party': 'ldp,liberaldemocraticparty',
    'Australian Motoring Enthusiast Party': 'amep,australianmotoringenthusiastparty',
    "Derryn Hinch's Justice Party": 'dhjp,derrynhinchsjusticeparty',
    'Australian Conservatives': 'acp,ac,australianconservatives,australianconservativeparty',
    "Australia's Voice": 'av,australiasvoice',
    Protectionist: 'prot,protectionist,protectionistparty',
    'Free Trade': 'ft,freetrade,freetradeparty',
    'Anti-Socialist': 'antisoc,antisocialist,antisocialistparty',
    'Tariff Reform': 'trp,tariffreform,tariffreformparty',
    'Revenue Tariff': 'revtar,revenuetariff,revenuetariffparty',
    'National Labor': 'nlp,natlab,nationallabor,nationallaborparty',
    'Lang Labor': 'langlab,langlaborparty',
    'Federal Labor Party': 'flp,federallaborparty',
    'Liberal Country League': 'lcl,liberalcountryleague,liberalandcountryleague',
    'United Country Party': 'ucp,unitedcountryparty',
    "Victorian Farmers' Union": 'vfu,victorianfarmersunion',
    'Liberal Movement': 'lm,liberalmovement',
    'Nuclear Disarmament Party': 'ndp,nucleardisarmamentparty',
    'Christian Democratic Party': 'cdp,christiandemocraticparty',
  }).flatMap(([name, codes]) => codes.split(',').map((code): [string, string] => [code, name])),
)

/** Values that name no party: offices and placeholders. */
const nothing = new Set([
  '',
  'na',
  'nil',
  'none',
  'unknown',
  'po',
  'spk',
  'pres',
  'dpres',
  'cwm',
  'notapplicable',
])

/**
 * "LP", "Liberal Party of Australia" → "Liberal"; an unknown party keeps its name. Some entries are a history
 * ("PROT; LP from 1910; NAT from 1917"): the part for the date is used; an empty date means today. Null when no party is
 * named.
 */
export function partyName(code: string | null | undefined, at: string): string | null {
  const date = at === '' ? '9999' : at
  const parts = (code ?? '').split(';').map(part => part.trim())
  const current = parts.findLast((part, index) => index === 0 || startOf(part) <= date) ?? ''
  const plain = current.replace(/\s+from\s+\d{4}.*$/i, '').trim()
  const key = plain.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (nothing.has(key)) return null
  // NAT was Billy Hughes's party before the Country Party took the name, LP was Deakin's before it was Menzies's.
  if (key === 'nat' && date < '1945') return 'Nationalist'
  if (names.get(key) === 'Liberal' && date < '1944') return 'Commonwealth Liberal'
  return names.get(key) ?? plain
}

function startOf(part: string): string {
  return /from\s+(\d{4})/i.exec(part)?.[1] ?? ''
}

/** When a party existed. A membership without dates is ignored outside of this period. */
const lifetimes: ReadonlyMap<string, { from: string; to: string }> = new Map([
  ['Liberal', { from: '1944-08', to: '' }],
  ['United Australia Party', { from: '1931-05', to: '' }],
  ['Nationalist', { from: '1917-02', to: '1931-05-07' }],
  ['Commonwealth Liberal', { from: '1909-05', to: '1917-02-17' }],
  ['Protectionist', { from: '', to: '1909-05-26' }],
  ['Free Trade', { from: '', to: '1906-12-12' }],
  ['Anti-Socialist', { from: '1906-01', to: '1909-05-26' }],
  ['Liberal National Party', { from: '2008-07', to: '' }],
  ['Greens', { from: '1990', to: '' }],
  ['One Nation', { from: '1997-04', to: '' }],
])

/** The name of the party at a date; null when the party did not exist then. */
export function partyAt(party: string, date: string): string | null {
  if (/^(Country Party|National Country Party|National)$/.test(party)) {
    if (date < '1920') return null
    return date < '1975-05-02' ? 'Country Party' : date < '1982-10-16' ? 'National Country Party' : 'National'
  }
  const { from, to } = lifetimes.get(party) ?? { from: '', to: '' }
  return date < from || (to !== '' && date > to) ? null : party
}
