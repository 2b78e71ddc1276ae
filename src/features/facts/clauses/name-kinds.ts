import { parsePerson } from '../people.ts'
import { organisationWord, placeWord, titles } from '../words.ts'
import { isGivenName } from './given-names.ts'
import { isPlaceName } from './place-names.ts'

/** Whether the first words of a name show that it is a person's. */
export function isPersonName(name: string): boolean {
  if (!isPersonLike(name)) return false
  if (parsePerson(name) !== null) return true
  const words = withoutTitle(name).split(' ')
  return words.length > 1 && isGivenName(words[0] ?? '')
}

/** Whether a name of several words can be a person's. */
export function isPersonLike(name: string): boolean {
  return (
    /^\p{Lu}/u.test(name) &&
    /\p{Ll}\p{Ll}/u.test(name) &&
    name.split(' ').length <= 5 &&
    !/[\d&/]|, Inc|, Ltd|[’']s(?: |$)/.test(name) &&
    (!/(?:^| )(?:of|for|the|and) /.test(name) || isOfPlace(name)) &&
    !organisationWord.test(name) &&
    !placeWord.test(name) &&
    !awardWord.test(name) &&
    !isPlaceName(name) &&
    !notPerson.test(name)
  )
}

/** "Edward of Langley", "Anastasia Mikhailovna of Russia". */
function isOfPlace(name: string): boolean {
  const [, given = ''] = /^(\p{Lu}\p{Ll}+)(?: \p{Lu}[\p{Ll}]+){0,2} of \p{Lu}[\p{L}-]+$/u.exec(name) ?? []
  return isGivenName(given) && !isPlaceName(given)
}

/** A word for a body that does not say which one: "School". */
export function isBareBody(name: string): boolean {
  return bareBody.test(name)
}

const bareBody =
  /^(?:The )?(?:University|College|School|Academy|Institute|Company|Corporation|Club|Society|Museum|Bank|Church|Department|Board|Council|Committee|Foundation|Party|Union|Group|Trust|Hospital|Library|Association|Commission|Office|Centre|Center|High School|Grammar School|Graduate School|Law School|Medical School|Business School|Primary School|Secondary School|Seminary|Conservatory|Faculty|Bureau|Agency|Ministry|Association|Firm|Studio|Team|Band|Orchestra)$/

export function isSchool(name: string): boolean {
  return educationWord.test(name) && !isBareBody(name)
}

export function withoutTitle(name: string): string {
  return name.replace(withTitle, '')
}

/** Whether the words of a name show that it is an organisation's. */
export function isBodyName(name: string): boolean {
  return (
    hasLegalForm(name) ||
    (organisationWord.test(name) && name.includes(' ')) ||
    / (?:Brewery|Brewing Company|Laboratories|Motors|Records|Studios|Works|Airlines)$/.test(name)
  )
}

export function hasLegalForm(name: string): boolean {
  return legalForm.test(name)
}

/** "Acme" of "Acme Inc." */
export function withoutLegalForm(name: string): string {
  return name.replace(legalForm, '')
}

export function isCompany(name: string): boolean {
  return companyWord.test(name)
}

export function isAward(name: string): boolean {
  return awardWord.test(name) && !bareAward.test(name)
}

/** Whether a name is that of a war or an age: "World War II". */
export function isEvent(name: string): boolean {
  return event.test(name)
}

export function isNationality(name: string): boolean {
  return nationality.test(name)
}

const awardWord =
  /(?<!\p{L})(?:Prize|Prizes|Award|Awards|Medal|Order|Cross|Croix|(?:Oscar|Grammy|Emmy)(?:s|(?= Awards?)|$)|Fellowship|Scholarship|Prix|Preis|Premio|Honou?r|Trophy|Cup|Star|Legion|Championships?|Medals|Fellowships|Scholarships|Honou?rs)(?!\p{L})/u
/** "the Award": which one is not said. */
const bareAward =
  /^(?:The )?(?:Prizes?|Awards?|Medals?|Orders?|Cross|Fellowships?|Scholarships?|Honou?rs?|Trophy|Cup|Star|Legion|Nobel|Grand Prix|Championships?|World Championship)$/
const educationWord =
  /(?<!\p{L})(?:University|College|School|Institute|Academy|Gymnasium|Lycée|Lyceum|École|Ecole|Universität|Polytechnic|Polytechnique|Seminary|Conservatory|Conservatoire|MIT|Sorbonne|Harvard|Yale|Princeton|Stanford|Oxford|Cambridge|Eton|Caltech|Cornell|Berkeley|ETH|Wharton|West Point|Sandhurst|Bryn Mawr|Juilliard|Bauhaus|Slade|RADA|LSE|UCLA|UCL|NYU|Vassar|Wellesley|Radcliffe|Dartmouth|Ampleforth|Stonyhurst|Charterhouse|Gordonstoun|Balliol|Girton|Newnham|Magdalen|Somerville|Harrow|Rugby School|Marlborough College|Konstfack|Cooper Union|Georgia Tech|Virginia Tech|Texas A&M|Lyceum)(?!\p{L})/u
const companyWord =
  /(?<!\p{L})(?:Inc|Ltd|Limited|LLC|GmbH|AG|AS|ASA|AB|Oy|SA|SpA|BV|plc|Corp|Corporation|Company|Labs|Laboratory|Laboratories|Bank)(?!\p{L})/u
const legalForm =
  /(?:,? (?:Inc|Incorporated|Ltd|Limited|LLC|PLC|Plc|GmbH|AG|AB|A\/S|ASA|SA|SE|NV|N\.V\.|S\.A\.|S\.p\.A\.?|SpA|B\.V\.|BV|AS|Oyj?|KG|KGaA|SARL|S\.r\.l\.?|Corp|Corporation|Co|Company)\.?)+$/
const event = /(?:War(?: I{1,2}| One| Two)?|Revolution|Depression|Renaissance|Reformation|Holocaust)$/
const notPerson =
  /(?<!\p{L})(?:Hurricane|Typhoon|SS|HMS|USS|MV|RMS|HMCS|HMAS|Quartet|Trio|Ensemble|The|In|On|At|Act|Bill$|Party|Government|North|South|East|West|New|Street|House|Band|Team|Project|Prize|Award|War|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|Bible|Internet|Linux|Windows|Bridge|Tower|Building|Hall|Square|Station|Systems|Software|Records|Games|Motors|Studios|Technologies|Cars|Labs|Media|Press|Times|Review|Journal|Project|Version|System|File|Unix|Festival|Sea|Ocean|Park|Palace|Castle|Abbey|Cathedral|Airport|Museum|Entertainment|Pictures|Films|Air|Lines|Energy|Oil|Steel|Works|Mills|Brothers|Sons|Partners|Foods|Biscuits|Tubes|Boilers|Capital|Microsystems|Computers?|Electronics|Chemicals?|Pharmaceuticals?|Stores|Products|Brewery|Railway|Railroad|Electric|Telephone|Telegraph|Tobacco|Insurance|Publishing|Publications|Productions|Music|Hotels?|Aircraft|Aviation|Semiconductor|Devices|Instruments|Solutions|Ventures|Associates|International|Worldwide|Global|Digital|Data|Communications|Telecom|Wireless|Research|Engineering|Machines?|Empire|Kingdom|Republic|Revolution|Reserve|Exchange|Stadium|Theater|Gallery|Opera|Symphony|Philharmonic|Conservatory|Conservatoire|Gymnasium|Lycée|École|Ecole|Polytechnic|Polytechnique|Seminary|Technology|Technologies|Networks?|Interactive|Enterprises?|Holdings|Industries|Consulting|Consortium|Administration|Manufacturing|Macros?)(?!\p{L})/u
const withTitle = new RegExp(`^(?:(?:${titles.join('|')})\\.? )+`)

/** Adjectives of peoples and faiths: no entity of their own. */
const nationality =
  /^(?:\p{Lu}\p{L}+-)?(?:American|British|English|Scottish|Welsh|Irish|French|German|Italian|Spanish|Portuguese|Dutch|Flemish|Belgian|Swiss|Austrian|Hungarian|Czech|Slovak|Swedish|Norwegian|Danish|Finnish|Icelandic|Polish|Russian|Soviet|Ukrainian|Greek|Roman|Latin|Turkish|Ottoman|Persian|Iranian|Iraqi|Israeli|Arab|Arabic|Egyptian|Chinese|Japanese|Korean|Indian|Pakistani|Filipina|Filipino|Indonesian|Malaysian|Thai|Vietnamese|African|European|Asian|Canadian|Australian|Mexican|Brazilian|Argentine|Argentinian|Chilean|Cuban|Bavarian|Prussian|Saxon|Catalan|Basque|Croatian|Serbian|Slovene|Bulgarian|Romanian|Estonian|Latvian|Lithuanian|Nigerian|Kenyan|Uruguayan|Paraguayan|Peruvian|Bolivian|Colombian|Venezuelan|Ecuadorian|Cuban|Jamaican|Haitian|Dominican|Guatemalan|Honduran|Salvadoran|Nicaraguan|Panamanian|Ethiopian|Ugandan|Tanzanian|Zambian|Zimbabwean|Senegalese|Tunisian|Algerian|Libyan|Sudanese|Somali|Rwandan|Congolese|Cameroonian|Angolan|Mozambican|Namibian|Syrian|Lebanese|Jordanian|Palestinian|Saudi|Kuwaiti|Afghan|Bangladeshi|Nepali|Nepalese|Burmese|Cambodian|Laotian|Singaporean|Taiwanese|Mongolian|Kazakh|Uzbek|Georgian|Armenian|Azerbaijani|Albanian|Macedonian|Bosnian|Montenegrin|Slovenian|Moldovan|Belarusian|Cypriot|Maltese|Tamil|Bengali|Punjabi|Zulu|Maori|Māori|Breton|Cornish|Manx|Venetian|Florentine|Genoese|Neapolitan|Sicilian|Castilian|Galician|Norman|Frisian|Walloon|Swabian|Hanoverian|Bohemian|Moravian|Silesian|Transylvanian|Byzantine|Nordic|Scandinavian|Balkan|Baltic|Slavic|Celtic|Hebrew|Yiddish|Sanskrit|Hindu|Buddhist|Sikh|Baptist|Calvinist|Orthodox|Benedictine|Franciscan|Unitarian|Parisian|Viennese|Bostonian|Chicagoan|Californian|Texan|Hawaiian|Labour|Conservative|Liberal|Socialist|Communist|Ghanaian|Malian|Moroccan|Methodist|Catholic|Protestant|Jewish|Christian|Muslim|Islamic|Anglican|Lutheran|Presbyterian|Quaker|Jesuit|Republican|Democrat|Democratic|Victorian|Western|Eastern|Northern|Southern|Nobel)(?:-born|-based)?$/u
