import type { RawSource } from '../../../../core/model/source.ts'
import { type HansardFile, hansardReader } from '../hansard-reader.ts'
import { readMemberTables } from '../members/load-members.ts'
import { memberDirectory } from '../members/member-directory.ts'

export function source(name: string, content: string | Uint8Array): RawSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { source: name, name, bytes, mediaType: null, charset: null, lastModified: null, fileType: null }
}

/** Tables of a parliament with four members, in the form of the public data sets. */
export const tables = [
  source(
    'members.csv',
    `unique_id,name_id,surname,first_name,common_name,display_name,form1
Wren1950,AB1,Wren,Margaret,Peg,"Wren, Peg",Mrs Wren
Finch1960,CD2,Finch,Thomas,,"Finch, Thomas",Mr Finch
Finch1970,EF3,Finch,Alice,,"Finch, Alice",Ms Finch
Heron1955,GH4,Heron,William,Bill,"Heron, Bill",Senator Heron
`,
  ),
  source(
    'electorates.csv',
    `unique_id,name_id,electorate,member_from,member_to
Wren1950,AB1,Kooyong,1998-10-03,
Finch1960,CD2,Bass,1998-10-03,2010-08-21
Finch1970,EF3,Bass,2010-08-21,
`,
  ),
  source(
    'states.csv',
    'unique_id,name_id,state_abbrev,senator_from,senator_to\nHeron1955,GH4,TAS,1999-07-01,\n',
  ),
  source(
    'parties.csv',
    `unique_id,name_id,party_abbrev,party_name,party_from,party_to
Wren1950,AB1,LIB,Liberal Party of Australia,,2006-05-01
Wren1950,AB1,IND,Independent,2006-05-01,
Finch1960,CD2,ALP,Australian Labor Party,,
Finch1970,EF3,GRN,Australian Greens,,
Heron1955,GH4,NATS,The Nationals,,
`,
  ),
  source(
    'representatives.csv',
    `member count,person count,name,Division,State/Territory,Date of election,Type of election,Date ceased to be a Member,reason,Most recent party

1,,Margaret Wren,Kooyong,Vic.,12.2.2008,changed_party,3.9.2013,changed_party,SPK
2,,Thomas Finch,Bass,Tas.,3.10.1998,,21.8.2010,retired,ALP
`,
  ),
]

export const members = memberDirectory(readMemberTables(tables).table)

export function read(name: string, content: string): Promise<HansardFile> {
  return hansardReader({ members }).read(source(name, content), new AbortController().signal)
}
