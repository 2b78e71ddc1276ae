// English words by which names, offices and organisations are recognised.

export const titles = [
  ...['Mr', 'Mrs', 'Ms', 'Miss', 'Mx', 'Dr', 'Sir', 'Dame', 'Lord', 'Lady', 'Senator', 'Professor', 'Prof'],
  ...[
    'Justice',
    'Archbishop',
    'Bishop',
    'Reverend',
    'Rev',
    'Captain',
    'Major',
    'Colonel',
    'General',
    'Admiral',
  ],
  ...['Lieutenant', 'Sergeant', 'Brigadier', 'Commodore', 'Councillor', 'Hon'],
]

/** Offices used in address: "Mr Speaker" is not a name. */
export const formsOfAddress =
  /^(?:Speaker|President|Deputy|Acting|Chair|Chairman|Chairwoman|Chairperson|Clerk|Minister|Prime|Temporary|Madam|Sergeant|Usher|Leader|Premier|Treasurer|Attorney|Secretary|Governor)\b/i

const givenNameList = `
Aaron Adam Adrian Agnes Alan Alastair Albert Alec Alex Alexander Alexandra Alexis Alfred Ali Alice Alison Allan Allen Amanda Amelia
Amy Andrea Andreas Andrew Angela Angus Anika Anita Ann Anna Anne Annette Anthony Antonio Archibald Archie Arnold Arthur Ashley Austin
Barbara Barnaby Barrie Barry Belinda Ben Benjamin Bernard Bert Bertram Beth Betty Bill Billy Bob Brad Bradley Brendan Brenda Brent Brett
Brian Bridget Bronwyn Bruce Bryan Cameron Carl Carol Caroline Catherine Cathy Cecil Charles Charlie Charlotte Cheryl Chris
Christian Christina Christine Christopher Claire Clare Clive Clyde Colin Colleen Connie Craig Cynthia Daniel Darren Daryl Dave David
Dawn Dean Deborah Debbie Denis Dennis Derek Desmond Diana Diane Dick Don Donald Donna Dora Doris Dorothy Doug Douglas Duncan Eddie Edgar Edith
Edmund Edward Edwin Eileen Elaine Eleanor Elizabeth Ella Ellen Emily Emma Eric Ernest Ethel Evan Evelyn Fiona Florence Frances
Francis Frank Franklin Fred Frederick Friedrich Gareth Gary Gavin Geoff Geoffrey George Georgina Gerald Gerard Gerry Gillian Gladys Glen Glenn Gloria
Gordon Gough Graeme Graham Grant Greg Gregory Guy Hannah Harold Harriet Harry Heather Hector Helen Helmut Henry Herbert Hilary Horace Howard Hubert Hugh
Ian Ingrid Irene Isaac Isabel Ivan Ivy Jack Jackie Jacob Jacqui Jacinta Jake James Jamie Jan Jane Janet Janine Jason Jean Jeff Jeffrey Jennifer Jenny Jeremy
Jessica Jessie Jill Jillian Jim Jo Joan Joanna Joanne Joe Joel Johann Johannes John Johnny Jon Jonathan Jordan Josef Joseph Josephine Josh Joshua Joyce Juan Judith Judy
Julia Julian Julie Justin Justine Karen Karin Karl Kate Katherine Kathleen Kathy Katie Katy Keith Kelly Kelvin Ken Kenneth Kerry Kevin Kim Kirsten Kirsty Klaus Kristina
Kurt Kyle Kylie Lachlan Larissa Larry Laura Lauren Laurence Laurie Lawrence Lee Leigh Len Leo Leon Leonard Leonie Leslie Lewis Lillian Linda Lindsay Lisa Lloyd
Lorna Louis Louise Lucas Lucy Luke Lyn Lynda Lyndon Lynne Madeleine Malcolm Marcus Margaret Maria Marian Marie Marilyn Marion Marise Mark Marlene Martha
Martin Mary Mathias Matt Matthew Maureen Maurice Max Maxine Megan Melanie Melissa Melinda Mervyn Michael Michaelia Michele Michelle Mick Mike Mildred Miles Miriam Mitch Mohammed
Moira Monica Murray Myra Nancy Naomi Natalie Natasha Nathan Neil Neville Nicholas Nick Nicola Nicole Nigel Nina Noel Nola Nora Norman Olive Oliver Olivia
Oscar Otto Ottmar Owen Pamela Pat Patricia Patrick Paul Paula Pauline Penelope Penny Percy Pete Peter Phil Philip Philippa Phillip Phyllis Rachel Ralph Ray
Raymond Rebecca Reg Reginald Rex Rhonda Richard Rick Rita Rob Robert Roberta Robin Rod Roderick Rodney Roger Roland Ron Ronald Rosa Rose Rosemary Ross Rowan Roy
Rupert Russell Ruth Ryan Sally Sam Samantha Samuel Sandra Sarah Scott Sean Sharon Sheila Shirley Sidney Simon Sofia Sophie Stan Stanley Stella
Stephanie Stephen Steve Steven Stewart Stuart Sue Susan Suzanne Sybil Sydney Tania Tanya Ted Terence Teresa Terry Theo Theodore Theresa Thelma Thomas Tim Timothy Todd Tom Tony
Tracey Tracy Trevor Trish Ursula Valerie Vanessa Vera Verity Vernon Veronica Vicki Victor Victoria Vincent Viola Violet Virginia Vivian Wallace Walter Warren Wayne
Wendy Wilfred Wilhelm Wilfrid Will William Winifred Winston Wolfgang Yvonne Zachary Zoe`

export const givenNames = new Set(givenNameList.split(/\s+/).filter(name => name !== ''))

/** Words that occur in names of organisations. */
export const organisationWord =
  /\b(?:Inc|Ltd|Limited|LLC|GmbH|AG|Plc|Pty|Corp|Corporation|Company|Co|Bank|University|Institute|Council|Commission|Association|Party|Department|Ministry|Union|Club|Society|Committee|Authority|Agency|Foundation|Group|Trust|College|School|Hospital|Church|Federation|Board|Bureau|Court|Parliament|Senate|Government|Service|Services|Office|Centre|Center|Network|Alliance|League|Force|Army|Navy|Guild|Press|Laboratory|Laboratories|Museum|Library|Theatre|Orchestra|Regiment|Battalion|Academy|Cooperative|Chamber|Tribunal|Consortium|Holdings|Industries|Airlines|Airways|Railways|Organisation|Organization|Initiative|Fund|Greens|Nationals|CSIRO|ASIO|Qantas|NATO|UNESCO|BBC|ABC)\b/

const placeNames = `
Australia New-South-Wales NSW Victoria Queensland Tasmania South-Australia Western-Australia Northern-Territory Australian-Capital-Territory ACT
Sydney Melbourne Brisbane Perth Adelaide Hobart Darwin Canberra Newcastle Wollongong Geelong Townsville Cairns Launceston Ballarat Bendigo
New-Zealand Britain Great-Britain England Scotland Wales Ireland United-Kingdom UK United-States United-States-of-America USA America Canada
France Germany Italy Spain Portugal Netherlands Belgium Switzerland Austria Sweden Norway Denmark Finland Poland Russia Ukraine Greece Turkey
China Japan India Indonesia Malaysia Singapore Thailand Vietnam Philippines Korea South-Korea North-Korea Pakistan Bangladesh Iran Iraq Israel Egypt
South-Africa Kenya Nigeria Zimbabwe Brazil Argentina Chile Mexico Peru Cuba Fiji Samoa Tonga Papua-New-Guinea East-Timor Timor-Leste
London Paris Berlin Rome Madrid Vienna Moscow Beijing Tokyo Delhi Washington New-York Chicago Boston Toronto Ottawa Dublin Edinburgh Glasgow
Manchester Birmingham Liverpool Oxford Cambridge Venice Mainz Leipzig Frankfurt Hamburg Munich Amsterdam Brussels Geneva Zurich Basel Lisbon Athens
Europe Asia Africa Antarctica Taiwan Hong-Kong Jakarta Bali Bougainville Nauru Solomon-Islands Vanuatu`

export const places = new Set(
  placeNames
    .split(/\s+/)
    .filter(name => name !== '')
    .map(name => name.replaceAll('-', ' ')),
)
places.add('Timor-Leste')

export const placeWord =
  /\b(?:River|Creek|Lake|Mount|Mountain|Mountains|Bay|Island|Islands|Peninsula|Valley|County|Shire|Province|Territory|Coast|Harbour|Harbor|Desert|Forest|Beach|City|Town)\b/

/** Kinds of organisations and places ("X is a city"). */
export const kindWords = [
  ...[
    'company',
    'corporation',
    'charity',
    'bank',
    'university',
    'college',
    'school',
    'hospital',
    'newspaper',
  ],
  ...[
    'magazine',
    'journal',
    'publisher',
    'manufacturer',
    'retailer',
    'airline',
    'union',
    'political party',
    'agency',
  ],
  ...['research institute', 'not-for-profit organisation', 'non-profit organisation', 'statutory authority'],
  ...[
    'city',
    'town',
    'village',
    'suburb',
    'river',
    'mountain',
    'island',
    'country',
    'republic',
    'municipality',
  ],
  ...[
    'railway',
    'museum',
    'library',
    'foundry',
    'printing house',
    'paper mill',
    'programming language',
    'novel',
  ],
]

/** Offices that are complete without a portfolio or body. */
export const completeOffices =
  `Prime Minister|Deputy Prime Minister|Premier|Deputy Premier|Treasurer|Assistant Treasurer
Attorney-General|Solicitor-General|Governor-General|Auditor-General|Postmaster-General|Leader of the Opposition
Leader of the House|Leader of the Government|Chief Minister|Lord Mayor|Special Minister of State|Chief Government Whip
Chief Opposition Whip|Government Whip|Opposition Whip|Commonwealth Ombudsman|Chief Scientist|Chief of the Defence Force`.split(
    /[|\n]/,
  )

/** Offices that need a portfolio or body: "Minister for Finance". */
export const openOffices =
  `Shadow Assistant Minister|Shadow Minister|Assistant Minister|Minister|Parliamentary Secretary
Shadow Attorney-General|Under Secretary|Secretary-General|General Secretary|National Secretary|State Secretary|Secretary
Deputy Leader|Leader|Deputy President|Vice-President|Vice President|Vice-Chancellor|Chancellor|National President
State President|President|Deputy Speaker|Speaker|Deputy Chairman|Deputy Chair|Chairman|Chairwoman|Chairperson|Chair
Deputy Director-General|Director-General|Director General|Managing Director|Executive Director|Deputy Director|Director
Chief Executive Officer|Chief Executive|CEO|Chief Financial Officer|Chief Justice|General Manager
Manager of Government Business|Manager of Opposition Business|Deputy Government Whip|Deputy Opposition Whip|Whip
High Commissioner|Deputy Commissioner|Commissioner|Ambassador|Governor|Administrator|Ombudsman|Mayor|Archbishop|Bishop
Dean|Principal|Headmaster|Editor-in-Chief|Editor|Co-founder|Founder|Head|Deputy Head|Captain|Professor|Registrar|Consul
Surveyor-General|Comptroller|Inspector-General|Commander|Chief`.split(/[|\n]/)

/** Trades and professions. */
export const callings =
  `accountant|actor|actress|architect|artist|astronomer|author|baker|barrister|biologist|blacksmith
bookbinder|bookseller|botanist|businessman|businesswoman|carpenter|cartographer|chemist|clerk|clergyman|composer
conductor|cricketer|dentist|economist|editor|engineer|engraver|entrepreneur|explorer|farmer|filmmaker|fisherman
geologist|goldsmith|grazier|historian|industrialist|inventor|jeweller|journalist|judge|lawyer|librarian|linguist
mathematician|merchant|miner|missionary|musician|naturalist|novelist|nurse|painter|papermaker|pastoralist|pharmacist
philosopher|photographer|physician|physicist|pilot|playwright|poet|politician|potter|printer|producer|programmer
psychologist|publisher|punchcutter|scholar|scientist|sculptor|singer|sociologist|soldier|solicitor|statistician
stockbroker|surgeon|surveyor|swimmer|teacher|translator|typographer|veterinarian|weaver|writer|court official`.split(
    /[|\n]/,
  )

/** Adjectives of other countries and of states: the office is not of the federal government. */
export const nations =
  'Victorian|Queensland|Tasmanian|New South Wales|NSW|South Australian|Western Australian|West Australian|Northern Territory|ACT|British|UK|New Zealand|Canadian|American|US|Indonesian|Japanese|Chinese|Indian|Malaysian|Papua New Guinea|PNG|French|German|Israeli|Palestinian|Iraqi|Iranian|Irish|Italian|Russian|Ukrainian|Fijian|Singaporean|Thai|Vietnamese|Burmese|Tongan|Samoan|East Timorese|Dutch|Greek|Spanish|Turkish|South African|Cambodian|Philippine|Pakistani|Bosnian|Serbian'

/** Offices of a parliament: their holders are looked up among the speakers of the day. */
export const parliamentary =
  /^(?:(?:acting|deputy|assistant|shadow|special|federal) )*(?:prime minister|treasurer|attorney-general|minister|parliamentary secretary|leader of the|deputy leader of the|manager of|speaker|government whip|opposition whip|chief|postmaster-general|member for|senator)/i

/** Offices with one holder at a time in each body. */
export const soleHeads =
  /^(?:Prime Minister|Premier|Treasurer|Attorney-General|Governor-General|Governor|Chief Minister|Leader|Speaker|President|Chancellor|Vice-Chancellor|Chair(?:man|woman|person)?|Chief Executive(?: Officer)?|CEO|Managing Director|Director-General|Secretary-General|General Secretary|Lord Mayor|Mayor|Chief Justice|Minister|Archbishop|Head)\b/i

/** Offices of which a government has one. */
export const soleOffices =
  /^(?:Prime Minister|Deputy Prime Minister|Treasurer|Attorney-General|Leader of the Opposition)$/

/** Bodies that are named without saying which one: "the chairman of the committee". */
export const vagueBody =
  /^(?:the |a |an |our |its |their |this |that )?(?:it|them|him|her|us|me|one|others?|same|state|states|country|nation|house|chamber|parliament|committee|subcommittee|party|government|department|board|company|firm|organisation|organization|club|group|council|association|union|commission|corporation|authority|institute|school|college|university|agency|centre|day|time|moment|year|week|industry|team|delegation|inquiry|conference|meeting|court|society|community|region|area|office|city|town|province|district|tribunal|jury|panel|working group|section|branch|division|portfolio|opposition)$/i

/** The head of an office at the beginning of a capitalised phrase: "President of …", "Prime Minister Jane Doe". */
export const officeHeads = new RegExp(
  `^(?:(?:Vice|Deputy|Acting|Former|First|Chief|Managing|Executive|General|Prime|Lord|Foreign|Co|Honorary|Life|Founding|Corresponding|Distinguished|Senior|Junior|Associate|Assistant|Adjunct|Visiting|Emeritus|Interim|Full|Regius|Research|Artistic|Music|Creative|Technical|Scientific|Information|Marketing|Medical|Financial|Operating|Technology)[ -])*(?:${[
    ...new Set(
      [...completeOffices, ...openOffices]
        .flatMap(office => [office, office.split(' ').at(-1) ?? ''])
        .filter(
          office =>
            office !== '' && !/^(?:House|Government|Opposition|Business|State|Force|Officer)$/.test(office),
        ),
    ),
    ...[
      'King',
      'Queen',
      'Emperor',
      'Prince',
      'Princess',
      'Duke',
      'Professor',
      'Minister',
      'Secretary of State',
      'Chief Executive Officer',
      'Officer',
      'Chief Technology Officer',
      'Rector',
      'Pope',
      'Abbot',
      'Foreign Minister',
      'Finance Minister',
      'Chief of Staff',
      'Fellow',
      'Member',
      'Lecturer',
      'Reader',
      'Curator',
      'Provost',
      'Trustee',
      'VP',
      'CFO',
      'CTO',
      'COO',
    ],
  ]
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?= |$)`,
  'u',
)
