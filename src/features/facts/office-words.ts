/** Offices and callings: what a person can be said to be. */

/** Offices that say enough by themselves. */
export const wholeOffices =
  `Prime Minister|Deputy Prime Minister|Premier|Deputy Premier|Treasurer|Assistant Treasurer
Attorney-General|Solicitor-General|Governor-General|Auditor-General|Postmaster-General|Leader of the Opposition
Leader of the House|Leader of the Government|Chief Minister|Lord Mayor|Special Minister of State|Chief Government Whip
Chief Opposition Whip|Government Whip|Opposition Whip|Commonwealth Ombudsman|Chief Scientist|Chief of the Defence Force`.split(
    /[|\n]/,
  )

/** Offices that need to be told of what. */
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

/** What people are by trade. */
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

/** Where an office is held that is not of this country, or not of all of it. */
export const nations =
  'Victorian|Queensland|Tasmanian|New South Wales|NSW|South Australian|Western Australian|West Australian|Northern Territory|ACT|British|UK|New Zealand|Canadian|American|US|Indonesian|Japanese|Chinese|Indian|Malaysian|Papua New Guinea|PNG|French|German|Israeli|Palestinian|Iraqi|Iranian|Irish|Italian|Russian|Ukrainian|Fijian|Singaporean|Thai|Vietnamese|Burmese|Tongan|Samoan|East Timorese|Dutch|Greek|Spanish|Turkish|South African|Cambodian|Philippine|Pakistani|Bosnian|Serbian'

/** Offices of a parliament, whose holders are found among those who spoke on the day. */
export const parliamentary =
  /^(?:(?:acting|deputy|assistant|shadow|special|federal) )*(?:prime minister|treasurer|attorney-general|minister|parliamentary secretary|leader of the|deputy leader of the|manager of|speaker|government whip|opposition whip|chief|postmaster-general|member for|senator)/i

/** One holder at a time, whatever it is the office of. */
export const soleHeads =
  /^(?:Prime Minister|Premier|Treasurer|Attorney-General|Governor-General|Governor|Chief Minister|Leader|Speaker|President|Chancellor|Vice-Chancellor|Chair(?:man|woman|person)?|Chief Executive(?: Officer)?|CEO|Managing Director|Director-General|Secretary-General|General Secretary|Lord Mayor|Mayor|Chief Justice|Minister|Archbishop|Head)\b/i

/** Offices of a whole government, of which there is one. */
export const soleOffices =
  /^(?:Prime Minister|Deputy Prime Minister|Treasurer|Attorney-General|Leader of the Opposition)$/

/** What an office can be said to be of without telling of which: "the chairman of the committee". */
export const tellsNothing =
  /^(?:the |a |an |our |its |their |this |that )?(?:it|them|him|her|us|me|one|others?|same|state|states|country|nation|house|chamber|parliament|committee|subcommittee|party|government|department|board|company|organisation|organization|club|group|council|association|union|commission|corporation|authority|institute|school|college|university|agency|centre|day|time|moment|year|week|industry|team|delegation|inquiry|conference|meeting|court|society|community|region|area|office|city|town|province|district|tribunal|jury|panel|working group|section|branch|division|portfolio|opposition)$/i
