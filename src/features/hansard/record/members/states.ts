/** Names and abbreviations → codes of states and territories, as the contract has them. */
const codes = new Map(
  Object.entries({
    nsw: 'NSW',
    newsouthwales: 'NSW',
    vic: 'VIC',
    victoria: 'VIC',
    qld: 'QLD',
    queensland: 'QLD',
    wa: 'WA',
    westernaustralia: 'WA',
    sa: 'SA',
    southaustralia: 'SA',
    tas: 'TAS',
    tasmania: 'TAS',
    act: 'ACT',
    australiancapitalterritory: 'ACT',
    nt: 'NT',
    northernterritory: 'NT',
  }),
)

/** "Tas.", "New South Wales", "QLD" → `TAS`, `NSW`, `QLD`; null for anything else. */
export function stateCode(name: string | null | undefined): string | null {
  return codes.get((name ?? '').toLowerCase().replaceAll(/[^a-z]/g, '')) ?? null
}

/** Divisions that no longer exist, with their state. Current ones come from the tables. */
export const formerDivisions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    NSW: 'Barrier,Bland,Canobolas,Dalley,East Sydney,Evans,Illawarra,Kingsford-Smith,Lang,Lawson,Martin,Nepean,South Sydney,West Sydney',
    VIC: 'Ballaarat,Bourke,Darebin,Echuca,Fawkner,Grampians,Higinbotham,Hoddle,Laanecoorie,Mernda,Moira,Northern Melbourne,Southern Melbourne,Wimmera,Yarra',
    WA: 'Coolgardie,Dampier',
    TAS: 'Darwin,Tasmania',
    SA: 'South Australia',
    ACT: 'Australian Capital Territory',
  }).flatMap(([state, names]) =>
    names.split(',').map((name): [string, string] => [divisionKey(name), state]),
  ),
)

export function divisionKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}
